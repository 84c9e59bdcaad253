import { clockTime } from '../../ui/audio/clock-time.ts'
import { relativeTime } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { languageName } from '../transcribe/languages.ts'
import { m } from './messages/en.ts'
import type { HistoryItem, HistoryKind } from './types.ts'

const DAY_MS = 86_400_000

export const ICONS: Readonly<Record<HistoryKind, IconName>> = {
  transcript: 'document',
  translation: 'brand',
  speech: 'sound',
}

/** A transcript has a page with an editor. */
export function addressOf({ id, kind }: Pick<HistoryItem, 'id' | 'kind'>): string {
  const page = kind === 'transcript' ? 'transcribe' : 'history'
  return `/app/${page}/${encodeURIComponent(id)}`
}

/** Kind, duration, language and age of an entry, and until when it is there. */
export function factsOf(item: HistoryItem): string {
  const { kind, seconds, language, created_at } = item
  return [
    m.one[kind],
    ...(seconds === null ? [] : [clockTime(Math.max(1, seconds))]),
    ...(language === null ? [] : [languageName(language)]),
    relativeTime(created_at),
    ...(endOf(item) ?? []),
  ].join(' · ')
}

function endOf({ kind, keep, expires_at: at }: HistoryItem): string[] {
  if (at !== null) {
    const days = Math.max(1, Math.round((new Date(at).getTime() - Date.now()) / DAY_MS))
    return [m.expiresIn(days)]
  }
  return kind === 'speech' && keep ? [m.kept] : []
}
