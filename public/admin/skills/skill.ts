import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { m } from './messages/en.ts'

export type Skill = components['schemas']['Skill']
export type WholeSkill = components['schemas']['WholeSkill']

/** The most that one page of a list has. */
export const PAGE_ITEMS = 200
/** Limits of a SKILL.md. */
export const MAX_CONTENT_CHARACTERS = 32_000

export function sourceOf(source: Skill['source']): string {
  if (source === 'shipped') return m.shippedOne
  return source === 'own' ? m.own : m.override
}

/** @throws {ApiError} with the error in the text */
export function saveSkill(name: string, content: string): Promise<WholeSkill> {
  return read(api.PUT('/api/skills/{name}', { params: { path: { name } }, body: { content } }))
}

/** The draft of a text that nobody has touched. */
export const NOT_TYPED = { isTyped: false, text: '' }
