import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { relativeTime } from '../../ui/format.ts'
import { fileText } from '../files/file-text.ts'
import { m } from './messages/en.ts'
import type { Collection, Passage, Source } from './types.ts'

const PAGE_SIZE = 100
const MAX_FOUND = 20
/** That one request adds. */
const MAX_ADDED = 100

type NewSource = components['schemas']['KnowledgeNewSource']

export type ChoiceKind = 'file' | 'transcript' | 'conversation'

/** Something that is here, and may be added to a collection. */
export interface Choice {
  id: string
  title: string
  facts: string
  source: NewSource
}

export interface SourcePage {
  items: readonly Source[]
  nextCursor: string | null
}

export async function loadCollections(signal?: AbortSignal): Promise<readonly Collection[]> {
  const options = signal === undefined ? {} : { signal }
  return (await read(api.GET('/api/knowledge', options))).items
}

export function loadCollection(id: string, signal: AbortSignal): Promise<Collection> {
  return read(api.GET('/api/knowledge/{id}', { params: { path: { id } }, signal }))
}

export function createCollection(body: {
  name: string
  shared: boolean
  folder?: string
}): Promise<Collection> {
  return read(api.POST('/api/knowledge', { body }))
}

export function changeCollection(
  id: string,
  body: { name?: string; shared?: boolean },
): Promise<Collection> {
  return read(api.PATCH('/api/knowledge/{id}', { params: { path: { id } }, body }))
}

export type Member = components['schemas']['KnowledgeMembers']['items'][number]

export async function loadMembers(id: string, signal?: AbortSignal): Promise<readonly Member[]> {
  const options = signal === undefined ? {} : { signal }
  const params = { path: { id } }
  return (await read(api.GET('/api/knowledge/{id}/members', { params, ...options }))).items
}

/** @returns All with whom it is shared then */
export async function shareWith(id: string, member: string): Promise<readonly Member[]> {
  const params = { path: { id } }
  return (await read(api.POST('/api/knowledge/{id}/members', { params, body: { member } }))).items
}

export function endShare(id: string, share: string): Promise<void> {
  return send(
    api.DELETE('/api/knowledge/{id}/members/{share}', { params: { path: { id, share } } }),
  )
}

export function deleteCollection(id: string): Promise<void> {
  return send(api.DELETE('/api/knowledge/{id}', { params: { path: { id } } }))
}

/** @param least So many at least, as far as there are; by default a page */
export async function loadSources(
  id: string,
  cursor: string | null,
  signal?: AbortSignal,
  least = 0,
): Promise<SourcePage> {
  const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }
  const options = signal === undefined ? {} : { signal }
  const params = { path: { id }, query }
  const { items, next_cursor: nextCursor } = await read(
    api.GET('/api/knowledge/{id}/sources', { params, ...options }),
  )
  if (items.length >= least || nextCursor === null) return { items, nextCursor }
  const rest = await loadSources(id, nextCursor, signal, least - items.length)
  return { ...rest, items: [...items, ...rest.items] }
}

/** @returns How many are new */
export async function addSources(id: string, sources: readonly NewSource[]): Promise<number> {
  let added = 0
  for (let at = 0; at < sources.length; at += MAX_ADDED) {
    const body = { sources: sources.slice(at, at + MAX_ADDED) }
    const params = { path: { id } }
    added += (await read(api.POST('/api/knowledge/{id}/sources', { params, body }))).items.length
  }
  return added
}

export function loadNote(id: string, source: string, signal: AbortSignal) {
  const params = { path: { id, source } }
  return read(api.GET('/api/knowledge/{id}/sources/{source}', { params, signal }))
}

export function changeNote(
  id: string,
  source: string,
  body: { title: string; text: string; version?: string },
): Promise<Source> {
  const params = { path: { id, source } }
  return read(api.PATCH('/api/knowledge/{id}/sources/{source}', { params, body }))
}

export function readAgain(id: string, source: string): Promise<Source> {
  const params = { path: { id, source } }
  return read(api.POST('/api/knowledge/{id}/sources/{source}/read', { params }))
}

export function removeSource(id: string, source: string): Promise<void> {
  const params = { path: { id, source } }
  return send(api.DELETE('/api/knowledge/{id}/sources/{source}', { params }))
}

/** @param collection One of them; undefined for all */
export async function findPassages(
  q: string,
  collection: string | undefined,
  signal: AbortSignal,
): Promise<readonly Passage[]> {
  const typed = { typed: 'true' } as const
  const query = {
    q,
    ...typed,
    limit: MAX_FOUND,
    ...(collection === undefined ? {} : { collection }),
  }
  return (await read(api.GET('/api/knowledge/search', { params: { query }, signal }))).items
}

export function loadPassage(id: string, number: string, signal: AbortSignal) {
  const params = { path: { id, number } }
  return read(api.GET('/api/knowledge/{id}/passages/{number}', { params, signal }))
}

/** @param search Words; empty for the newest */
export async function loadChoices(
  kind: ChoiceKind,
  search: string,
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const query = { limit: PAGE_SIZE, ...(search === '' ? {} : { q: search }) }
  switch (kind) {
    case 'file': {
      const { items } = await read(api.GET('/api/nas/files', { params: { query }, signal }))
      return items.map((file) => ({
        id: file.token,
        title: file.filename,
        facts: fileText(file),
        source: { file: file.token },
      }))
    }
    case 'transcript': {
      const params = { query: { ...query, kind: 'transcript' as const } }
      const { items } = await read(api.GET('/history', { params, signal }))
      return items.map(({ id, title, created_at }) => ({
        id,
        title,
        facts: relativeTime(created_at),
        source: { transcript: id },
      }))
    }
    case 'conversation': {
      const { items } = await read(api.GET('/api/conversations', { params: { query }, signal }))
      // A search finds messages, of which one conversation may have several.
      return [...new Map(items.map((one) => [one.id, one])).values()].map((one) => ({
        id: one.id,
        title: one.title || m.untitled,
        facts: relativeTime(one.updated_at),
        source: { conversation: one.id },
      }))
    }
  }
}
