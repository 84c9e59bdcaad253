import type { Audit, AuditActor } from '../audit.ts'
import type { Skills } from './skills.ts'

interface Parts {
  skills: Skills
  audit: Audit
}

/**
 * Stores a skill of the owner's and records it in the audit.
 *
 * @returns Whether the name is new
 * @throws {AppError} `invalid`
 */
export async function putSkill(
  { skills, audit }: Parts,
  { name, content }: { name: string; content: string },
  auditActor: AuditActor,
): Promise<boolean> {
  const before = contentOf(skills, name)
  const isNew = await skills.put(name, content)
  audit.record(auditActor, { action: 'skill.put', subject: name, before, after: { content } })
  return isNew
}

/**
 * Removes a skill of the owner's and records it in the audit.
 *
 * @throws {AppError} `not_found`; `conflict` for a shipped skill
 */
export function removeSkill({ skills, audit }: Parts, name: string, auditActor: AuditActor): void {
  const before = contentOf(skills, name)
  skills.remove(name)
  audit.record(auditActor, { action: 'skill.delete', subject: name, before })
}

function contentOf(skills: Skills, name: string): { content: string } | null {
  return skills.names.includes(name) ? { content: skills.get(name).content } : null
}
