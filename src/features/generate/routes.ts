import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import { type JobRouteServices, jobRoutes } from '../shared/job-routes.ts'
import type { GenerateTask } from './generate.ts'
import {
  GENERATE_EXAMPLES,
  GenerateAnswer,
  GenerateBody,
  generateBodyReader,
  MAX_GENERATE_BYTES,
} from './schema.ts'

/** POST /api/ai/generate and its jobs. */
export function generateRoutes(
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
