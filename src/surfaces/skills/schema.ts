import { Type } from '@sinclair/typebox'
import { SkillName } from '../../core/skills/skill.ts'

/** A SKILL.md of the greatest length fits, however its characters are written in JSON. */
export const MAX_SKILL_BYTES = 256 * 1024

export const MAX_CONTENT_CHARACTERS = 32_000

export const SkillParams = Type.Object({ name: SkillName })

export const SkillBody = Type.Object(
  { content: Type.String({ minLength: 1, maxLength: MAX_CONTENT_CHARACTERS }) },
  { additionalProperties: false },
)
