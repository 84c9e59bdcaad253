import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Answerer } from '../../core/engines/answer.ts'
import type { EngineLanes } from '../../core/engines/engine-lanes.ts'
import type { EngineRegistry } from '../../core/engines/engine-registry.ts'
import type { Models } from '../../core/engines/models.ts'
import { probeTask } from '../../core/engines/probe.ts'
import { agentTask } from '../agent-tasks/agent.ts'
import { chatTask } from '../chat/chat.ts'
import { generateTask } from '../generate/generate.ts'
import type { Skills } from './skills.ts'
import type { FindBrand } from './task.ts'

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
