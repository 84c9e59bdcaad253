import { clockTime } from '../../ui/audio/clock-time.ts'
import { relativeTime } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'
import type { Collection, Passage, Source } from './types.ts'

export const KINDS: Readonly<Record<Source['kind'], { icon: IconName; one: string }>> = {
  file: { icon: 'file', one: m.kinds.file },
  page: { icon: 'link', one: m.kinds.page },
  transcript: { icon: 'document', one: m.kinds.transcript },
  conversation: { icon: 'chat', one: m.kinds.conversation },
  note: { icon: 'edit', one: m.kinds.note },
  local_file: { icon: 'file', one: m.kinds.file },
}

/** What is in a collection, whose it is, and what is still to come. */
export function collectionFacts(collection: Collection): string {
  const { sources, waiting, failed, own, owner_name, shared, members } = collection
  const single = members === 0 ? [] : [m.sharedWith(members)]
  return [
    sources === 0 ? m.empty : m.sources(sources),
    ...(waiting === 0 ? [] : [m.waiting(waiting)]),
    ...(failed === 0 ? [] : [m.failed(failed)]),
    ...(own
      ? shared
        ? [m.sharedHere]
        : single
      : [owner_name === null ? m.ofSomebody : m.ofOwner(owner_name)]),
  ].join(' · ')
}

/** Kind, state and size of a source. */
export function sourceFacts(source: Source): string {
  const { kind, state, error, error_code: code, note, passages, created_at } = source
  const { one } = KINDS[kind]
  switch (state) {
    case 'waiting':
      return `${one} · ${m.waitsToBeRead}`
    case 'reading':
      return `${one} · ${m.isBeingRead}`
    case 'failed':
      return `${one} · ${error === null ? m.couldNotBeRead : reasonText(code, error)}`
    case 'ready':
      return [
        one,
        m.passages(passages),
        relativeTime(created_at),
        ...(note === null ? [] : [note]),
      ].join(' · ')
  }
}

/** Why something is not read, in the chosen language where it has a code. */
export function reasonText(code: Source['error_code'], words: string): string {
  return code === null ? words : (m.reasons[code] ?? words)
}

/** Where in its source a passage stands: headings, page, time. */
export function placeOf({ heading, page, seconds }: Passage): string {
  return [
    ...(page === null ? [] : [m.page(page)]),
    ...(seconds === null ? [] : [clockTime(seconds)]),
    ...(heading === '' ? [] : [heading]),
  ].join(' · ')
}
