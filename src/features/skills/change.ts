import type { Audit, AuditActor, Change } from '../../core/audit/audit.ts'
import type { Commit, Transactor } from '../../db/open.ts'
import type { Skills } from './skills.ts'

/** What a change of a skill needs. */
export interface SkillParts {
  skills: Skills
  db: Transactor
  audit: Audit
}

/**
 * Stores a skill of the owner's and records it in the audit. Neither is there without the other.
 *
 * @returns Whether the name is new
 * @throws {AppError} `invalid`
 */
export function putSkill(
  parts: SkillParts,
  { name, content }: { name: string; content: string },
  auditActor: AuditActor,
): Promise<boolean> {
  const change = { action: 'skill.put', subject: name, after: { content } }
  return parts.skills.put(name, content, withAudit(parts, change, auditActor))
}

/**
 * Removes a skill of the owner's and records it in the audit. Neither is there without the other.
 *
 * @throws {AppError} `not_found`; `conflict` for a shipped skill
 */
export function removeSkill(parts: SkillParts, name: string, auditActor: AuditActor): void {
  const change = { action: 'skill.delete', subject: name }
  parts.skills.remove(name, withAudit(parts, change, auditActor))
}

/** The file changes last before the commit, when the audit entry is known to fit. */
function withAudit(
  { skills, db, audit }: SkillParts,
  change: Omit<Change, 'before'>,
  auditActor: AuditActor,
): Commit {
  return (write) =>
    db.transaction(() => {
      audit.record(auditActor, { ...change, before: contentOf(skills, change.subject) })
      write()
    })
}

function contentOf(skills: Skills, name: string): { content: string } | null {
  return skills.names.includes(name) ? { content: skills.get(name).content } : null
}
