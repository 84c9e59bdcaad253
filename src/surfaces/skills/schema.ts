import { type Static, Type } from '@sinclair/typebox'
import { SkillName } from '../../core/skills/skill.ts'
import { TaskView } from '../kit/task-view.ts'

/**
 * Large enough for a SKILL.md of the greatest length, however its characters are escaped in JSON.
 */
export const MAX_SKILL_BYTES = 256 * 1024

export const MAX_CONTENT_CHARACTERS = 32_000

export const SkillParams = Type.Object({ name: SkillName })

export const SkillBody = Type.Object(
  { content: Type.String({ minLength: 1, maxLength: MAX_CONTENT_CHARACTERS }) },
  { additionalProperties: false },
)

/** A skill without its text. */
export const SkillView = Type.Object(
  {
    ...TaskView.properties,
    source: Type.Union([Type.Literal('shipped'), Type.Literal('own'), Type.Literal('override')], {
      description: 'Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one',
    }),
    engines: Type.Array(Type.String(), { description: 'Engines to ask first, in this order' }),
  },
  { $id: 'Skill' },
)
export type SkillView = Static<typeof SkillView>

/** A skill with its text. */
export const WholeSkillView = Type.Object(
  { ...SkillView.properties, content: Type.String({ description: 'The whole SKILL.md' }) },
  { $id: 'WholeSkill' },
)
export type WholeSkillView = Static<typeof WholeSkillView>
