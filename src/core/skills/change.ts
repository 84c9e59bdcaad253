import type { Audit, Author } from '../audit.ts'
import type { Skills } from './skills.ts'

interface Parts {
  skills: Skills
  audit: Audit
}

/**
 * Keeps a skill of the owner's.
 *
 * @returns Whether the name is new
 * @throws {AppError} `invalid`
 */
export async function putSkill(
  { skills, audit }: Parts,
  { name, content }: { name: string; content: string },
  author: Author,
): Promise<boolean> {
  const before = contentOf(skills, name)
  const isNew = await skills.put(name, content)
  audit.record(author, { action: 'skill.put', subject: name, before, after: { content } })
  return isNew
}

/** @throws {AppError} `not_found`, `conflict` for one of Hearth's */
export function removeSkill({ skills, audit }: Parts, name: string, author: Author): void {
  const before = contentOf(skills, name)
  skills.remove(name)
  audit.record(author, { action: 'skill.delete', subject: name, before })
}

function contentOf(skills: Skills, name: string): { content: string } | null {
  return skills.names.includes(name) ? { content: skills.get(name).content } : null
}
