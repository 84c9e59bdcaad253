import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Core } from '../../create-core.ts'
import { generateTask } from './generate.ts'
import { generateRoutes } from './routes.ts'
import { RESPONSE_SCHEMA_FIELD } from './schema.ts'

interface GenerateParts {
  attachments: AttachmentIntake
  preparation: AttachmentPreparation
}

/** Single texts from a prompt, at once or as jobs. */
export function createGenerate(core: Core, { attachments, preparation }: GenerateParts) {
  const { models, textGeneration, engineLanes } = core
  const task = generateTask({
    models,
    textGeneration,
    engineLanes,
    preparation,
    schemaField: RESPONSE_SCHEMA_FIELD,
  })
  return {
    name: 'generate',
    tasks: [task],
    routes: () => [generateRoutes({ ...core, attachments }, task)],
    task,
  }
}
