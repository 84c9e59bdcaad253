import type { Audit } from '../../core/audit.ts'
import type { Skills } from '../../core/skills/skills.ts'
import type { guards } from '../../guards/index.ts'

export interface SkillServices {
  guards: ReturnType<typeof guards>
  skills: Skills
  audit: Audit
}
