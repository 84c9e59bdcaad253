import type { SkillParts } from '../../core/skills/change.ts'
import type { guards } from '../../guards/index.ts'

export interface SkillServices extends SkillParts {
  guards: ReturnType<typeof guards>
}
