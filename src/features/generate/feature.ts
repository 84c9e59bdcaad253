import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Core } from '../../create-core.ts'
import { type JobRouteServices, jobRoutes } from '../shared/job-routes.ts'
import { type GenerateTask, generateTask } from './generate.ts'
import {
  GENERATE_EXAMPLES,
  GenerateAnswer,
  GenerateBody,
  generateBodyReader,
  MAX_GENERATE_BYTES,
  RESPONSE_SCHEMA_FIELD,
} from './schema.ts'

/** POST /api/ai/generate and its jobs. */
function generateRoutes(
  services: JobRouteServices & { attachments: AttachmentIntake },
  task: GenerateTask,
) {
  const { attachments } = services
  return jobRoutes(services, {
    task,
    path: '/api/ai/generate',
    capability: 'generate',
    body: {
      schema: GenerateBody,
      maxBytes: MAX_GENERATE_BYTES,
      read: generateBodyReader(attachments),
      discard: (input) => attachments.discard(input.attachments),
    },
    view: (result) => ({ status: 'succeeded', ...result }),
    resultSchema: GenerateAnswer,
    bodyExamples: GENERATE_EXAMPLES,
    noun: 'generate',
    summary: 'Answer one prompt',
    description:
      'The answer is text, or with `response_schema` JSON that matches it; then an engine that cannot follow a schema is refused with 422. `attachments` are read first: pictures for engines that see, the text of documents for all; `attachments` in the answer says what was read of each, and what was left out. It costs no credits. Where no engine could answer, `status` is `failed` with `subscription_only`.',
    tags: ['Generate'],
  })
}

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
