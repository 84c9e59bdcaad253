import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import { listOf } from '../shared/lists.ts'
import { documented } from '../shared/openapi.ts'
import type { History } from './history.ts'
import type { HistoryRecord, WholeHistoryEntry } from './history-entry.ts'
import {
  HistoryChangeBody,
  HistoryEntry,
  HistoryItem,
  HistoryList,
  HistoryParams,
  HistoryQuery,
  MAX_HISTORY_CHANGE_BYTES,
} from './schema.ts'

interface HistoryServices {
  guards: ReturnType<typeof guards>
  history: History
}

const TAGS = ['History']

/** /history: what the caller has made. */
export function historyRoutes({ guards, history }: HistoryServices) {
  return new Elysia({ name: 'features/history', prefix: '/history' })
    .use(guards)
    .get(
      '',
      async ({ actor, query: { kind, q: query, limit, cursor } }) =>
        listOf(await history.list(ownerOf(actor), { kind, query }, limit, cursor), foundView),
      {
        sensitive: true,
        requireApiKey: 'media',
        query: HistoryQuery,
        detail: documented({
          summary: 'Own transcripts, translations and clips, or those with all words of q',
          tags: TAGS,
          responses: { 200: { description: 'The newest first', schema: HistoryList } },
        }),
      },
    )
    .get(
      '/:id',
      ({ context, actor, params }) =>
        jsonAnswer(context, () => wholeHistoryView(history.get(ownerOf(actor), params.id))),
      {
        sensitive: true,
        requireApiKey: 'media',
        params: HistoryParams,
        detail: documented({
          summary: 'An entry with its content',
          tags: TAGS,
          responses: { 200: { description: 'By its kind', schema: HistoryEntry } },
          errors: [429],
        }),
      },
    )
    .patch(
      '/:id',
      async ({ context, actor, params }) => {
        const change = await readJson(context, HistoryChangeBody, MAX_HISTORY_CHANGE_BYTES)
        return historyView(history.change(ownerOf(actor), params.id, change))
      },
      {
        sensitive: true,
        requireApiKey: 'media',
        params: HistoryParams,
        parse: 'none',
        detail: documented({
          summary: 'Rename an entry, or say whether it is kept',
          tags: TAGS,
          body: HistoryChangeBody,
          bodyExamples: { keep: { summary: 'Keep a clip', value: { keep: true } } },
          responses: { 200: { description: 'The entry afterwards', schema: HistoryItem } },
        }),
      },
    )
    .delete(
      '/:id',
      async ({ actor, params, set }) => {
        await history.delete(ownerOf(actor), params.id)
        set.status = 204
      },
      {
        sensitive: true,
        requireApiKey: 'media',
        params: HistoryParams,
        detail: documented({
          summary: 'Delete an entry, and the audio of a clip',
          tags: TAGS,
          responses: { 204: { description: 'It is gone' } },
        }),
      },
    )
}

const WAITING_RUN = 'run_'

function historyView(record: HistoryRecord): Static<typeof HistoryItem> {
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

function foundView(record: HistoryRecord) {
  const { excerpt } = record
  return { ...historyView(record), ...(excerpt === undefined ? {} : { excerpt }) }
}

function wholeHistoryView(entry: WholeHistoryEntry): Static<typeof HistoryEntry> {
  const head = { ...historyView(entry), text: entry.text }
  switch (entry.kind) {
    case 'transcript': {
      const { segments, engine, model = null, source = null } = entry.data
      const views = segments.map(({ start, end, text, words }) => ({
        start,
        end,
        text,
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
