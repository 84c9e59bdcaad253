import type { Static } from '@sinclair/typebox'
import type { HistoryRecord, WholeHistoryEntry } from '../../core/history/history-entry.ts'
import { timeOrNullView, timeView } from '../kit/time-view.ts'
import type { HistoryEntry, HistoryItem } from './schema.ts'

const WAITING_RUN = 'run_'

export function historyView(record: HistoryRecord): Static<typeof HistoryItem> {
  return {
    id: record.id,
    kind: record.kind,
    title: record.title,
    language: record.language ?? null,
    seconds: record.seconds ?? null,
    characters: record.characters,
    keep: record.expiresAt === undefined,
    // The run of a waiting call is no job that could be asked for.
    job_id: record.sourceId?.startsWith(WAITING_RUN) === false ? record.sourceId : null,
    created_at: timeView(record.createdAt),
    expires_at: timeOrNullView(record.expiresAt),
  }
}

export function foundView(record: HistoryRecord) {
  const { excerpt } = record
  return { ...historyView(record), ...(excerpt === undefined ? {} : { excerpt }) }
}

export function wholeHistoryView(entry: WholeHistoryEntry): Static<typeof HistoryEntry> {
  const head = { ...historyView(entry), text: entry.text }
  switch (entry.kind) {
    case 'transcript': {
      const { segments, engine, model = null, source = null } = entry.data
      const views = segments.map(({ start, end, text, words }) => ({
        ...{ start, end, text },
        ...(words === undefined ? {} : { words: [...words] }),
      }))
      return { ...head, kind: entry.kind, segments: views, engine, model, source }
    }
    case 'translation': {
      const { srt = null, target, source = null } = entry.data
      return { ...head, kind: entry.kind, srt, target, source }
    }
    case 'speech': {
      const { clip, engine, voice = null, format, mediaType } = entry.data
      const url = `/api/ai/tts/file/${clip}`
      return { ...head, kind: entry.kind, url, engine, voice, format, media_type: mediaType }
    }
  }
}
