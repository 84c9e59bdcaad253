import type { Skills } from '../../core/skills/skills.ts'
import type { Admission } from '../../core/tasks/admission.ts'
import type { Jobs } from '../../core/tasks/jobs.ts'
import type { Queue } from '../../core/tasks/memory-queue.ts'
import type { Models } from '../../core/text/models.ts'
import type { guards } from '../../guards/index.ts'

export interface AgentServices {
  guards: ReturnType<typeof guards>
  skills: Skills
  models: Models
  queue: Queue
  admission: Admission
  jobs: Jobs
}
