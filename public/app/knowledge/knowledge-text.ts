import { clockTime } from '../../ui/audio/clock-time.ts'
import { plural, relativeTime } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Collection, Passage, Source } from './types.ts'

export const KINDS: Readonly<Record<Source['kind'], { icon: IconName; one: string }>> = {
  file: { icon: 'file', one: 'File' },
  page: { icon: 'link', one: 'Web page' },
  transcript: { icon: 'document', one: 'Transcript' },
  conversation: { icon: 'chat', one: 'Conversation' },
  note: { icon: 'edit', one: 'Note' },
}

/** What is in a collection, whose it is, and what is still to come. */
export function collectionFacts(collection: Collection): string {
  const { sources, waiting, failed, own, owner_name, shared } = collection
  return [
    sources === 0 ? 'Empty' : plural(sources, 'source'),
    ...(waiting === 0 ? [] : [`${waiting} to be read`]),
    ...(failed === 0 ? [] : [`${failed} not read`]),
    ...(own ? (shared ? ['shared with everyone here'] : []) : [`of ${owner_name}`]),
  ].join(' · ')
}

/** Kind, state and size of a source. */
export function sourceFacts({ kind, state, error, note, passages, created_at }: Source): string {
  const { one } = KINDS[kind]
  switch (state) {
    case 'waiting':
      return `${one} · waits to be read`
    case 'reading':
      return `${one} · is being read`
    case 'failed':
      return `${one} · ${error ?? 'could not be read'}`
    case 'ready':
      return [
        one,
        plural(passages, 'passage'),
        relativeTime(created_at),
        ...(note === null ? [] : [note]),
      ].join(' · ')
  }
}

/** Where in its source a passage stands: headings, page, time. */
export function placeOf({ heading, page, seconds }: Passage): string {
  return [
    ...(page === null ? [] : [`page ${page}`]),
    ...(seconds === null ? [] : [clockTime(seconds)]),
    ...(heading === '' ? [] : [heading]),
  ].join(' · ')
}
