import type { EngineRegistry } from '../accounts/engine-registry.ts'
import type { AttachmentPreparation } from '../attachments/preparation.ts'
import type { Answerer } from '../text/answer.ts'
import { chatTask } from '../text/chat.ts'
import type { EngineLanes } from '../text/engine-lanes.ts'
import { generateTask } from '../text/generate.ts'
import type { Models } from '../text/models.ts'
import { probeTask } from '../text/probe.ts'
import { agentTask } from './agent.ts'
import type { FindBrand } from './brand-option.ts'
import type { Skills } from './skills.ts'

interface DefinitionParts {
  registry: EngineRegistry
  answerer: Answerer
  models: Models
  engineLanes: EngineLanes
  preparation: AttachmentPreparation
  skills: Skills
  findBrand: FindBrand
  /** Where callers of the code surface find the names of models. */
  codeModelHint: string
  /** The name that callers of `generate` know the response schema by. */
  schemaField: string
}

/** Defines every kind of task that a model answers. */
export function createTextDefinitions(parts: DefinitionParts) {
  const { registry, answerer, models, engineLanes, preparation, skills, findBrand } = parts
  const { codeModelHint, schemaField } = parts
  return {
    chat: chatTask({ kind: 'chat', idPrefix: 'cht_', models, answerer, engineLanes, preparation }),
    code: chatTask({
      kind: 'code',
      idPrefix: 'cod_',
      saysSubscription: true,
      modelHint: codeModelHint,
      models,
      answerer,
      engineLanes,
      preparation,
    }),
    generate: generateTask({ models, answerer, engineLanes, preparation, schemaField }),
    agent: agentTask({ skills, models, answerer, engineLanes, findBrand }),
    probe: probeTask(registry, engineLanes),
  }
}
