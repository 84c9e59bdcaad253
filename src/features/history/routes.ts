import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time, timeOrNullView, timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { type History, MAX_HISTORY_TITLE_CHARACTERS, UNKEPT_HISTORY_DAYS } from './history.ts'
import type { HistoryRecord, WholeHistoryEntry } from './history-entry.ts'

/** Body of `PATCH /history/{id}`. @limit history-change-body KiB */
export const MAX_HISTORY_CHANGE_BYTES = 16 * 1024

const HistoryParams = Type.Object({ id: Type.String({ pattern: '^his_[\\w-]{1,60}$' }) })

const HistoryQuery = Type.Object({
  ...ListQuery.properties,
  kind: Type.Optional(
    oneOf(['transcript', 'translation', 'speech'], {
      description: 'Only entries of this kind',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Words of titles and texts; the last one may be the beginning of a word',
    }),
  ),
})

const HistoryChangeBody = Type.Object(
  {
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_HISTORY_TITLE_CHARACTERS, pattern: '\\S' }),
    ),
    keep: Type.Optional(
      Type.Boolean({
        description: `Whether it stays until it is deleted; otherwise it is deleted ${UNKEPT_HISTORY_DAYS} days from now`,
      }),
    ),
  },
  { minProperties: 1 },
)

const HEAD = {
  id: Type.String({ examples: ['his_2b9Vn0qYw1Xz7LkTfR4cQe'] }),
  title: Type.String(),
  language: nullable(Type.String({ description: 'A primary language subtag', examples: ['en'] })),
  seconds: nullable(Type.Number({ description: 'Duration of the recording or the clip' })),
  characters: Type.Integer({ minimum: 0, description: 'Length of the text' }),
  keep: Type.Boolean({ description: 'Whether it stays until it is deleted' }),
  job_id: nullable(Type.String({ description: 'The job that has made it' })),
  created_at: Time,
  expires_at: nullable(
    Type.String({ format: 'date-time', description: 'When it is deleted; null where it is kept' }),
  ),
}

const HistoryItem = component('HistoryItem', {
  ...HEAD,
  kind: oneOf(['transcript', 'translation', 'speech']),
})

const HistoryList = component('HistoryList', {
  ...listSchema(
    Type.Object({
      ...HistoryItem.properties,
      excerpt: Type.Optional(
        Type.String({ description: 'With q: the part of the text around the words' }),
      ),
    }),
  ).properties,
})

const Words = Type.Array(
  Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() }),
)
const Segment = component('HistorySegment', {
  start: Type.Number({ description: 'Seconds from the beginning' }),
  end: Type.Number(),
  text: Type.String(),
  words: Type.Optional(Words),
})

const Text = Type.String({ description: 'The whole text' })

const HistoryTranscript = component('HistoryTranscript', {
  ...HEAD,
  kind: Type.Literal('transcript'),
  text: Text,
  segments: Type.Array(Segment, { description: 'Empty where nothing was spoken' }),
  engine: Type.String(),
  model: nullable(Type.String()),
  source: nullable(Type.String({ description: 'The file or the address it was made from' })),
})

const HistoryTranslation = component('HistoryTranslation', {
  ...HEAD,
  kind: Type.Literal('translation'),
  text: Text,
  srt: nullable(Type.String({ description: 'Of subtitles: the file in SubRip’s format' })),
  target: Type.String({ description: 'The language of the result' }),
  source: nullable(Type.String({ description: 'The language it was translated from' })),
})

const HistorySpeech = component('HistorySpeech', {
  ...HEAD,
  kind: Type.Literal('speech'),
  text: Type.String({ description: 'The text that is spoken' }),
  url: Type.String({ description: 'Where the clip is' }),
  engine: Type.String(),
  voice: nullable(Type.String()),
  format: Type.String({ examples: ['mp3'] }),
  media_type: Type.String({ examples: ['audio/mpeg'] }),
})

const HistoryEntry = Type.Union([HistoryTranscript, HistoryTranslation, HistorySpeech], {
  $id: 'HistoryEntry',
})

interface HistoryServices {
  guards: ReturnType<typeof guards>
  history: History
}

/** /history: what the caller has made. */
export function historyRoutes({ guards, history }: HistoryServices) {
  return new Elysia({ name: 'features/history', prefix: '/history', tags: ['History'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      async ({ actor, query: { kind, q: query, limit, cursor } }) =>
        listOf(await history.list(ownerOf(actor), { kind, query }, limit, cursor), foundView),
      route({
        requireApiKey: 'media',
        query: HistoryQuery,
        summary: 'Own transcripts, translations and clips, or those with all words of q',
        responses: { 200: { description: 'The newest first', schema: HistoryList } },
      }),
    )
    .get(
      '/:id',
      ({ context, actor, params }) =>
        jsonAnswer(context, () => wholeHistoryView(history.get(ownerOf(actor), params.id))),
      route({
        requireApiKey: 'media',
        params: HistoryParams,
        summary: 'An entry with its content',
        responses: { 200: { description: 'By its kind', schema: HistoryEntry } },
        errors: [429],
      }),
    )
    .patch(
      '/:id',
      async ({ context, actor, params }) => {
        const change = await readJson(context, HistoryChangeBody, MAX_HISTORY_CHANGE_BYTES)
        return historyView(history.change(ownerOf(actor), params.id, change))
      },
      route({
        requireApiKey: 'media',
        params: HistoryParams,
        summary: 'Rename an entry, or say whether it is kept',
        body: HistoryChangeBody,
        bodyExamples: { keep: { summary: 'Keep a clip', value: { keep: true } } },
        responses: { 200: { description: 'The entry afterwards', schema: HistoryItem } },
      }),
    )
    .delete(
      '/:id',
      async ({ actor, params, set }) => {
        await history.delete(ownerOf(actor), params.id)
        set.status = 204
      },
      route({
        requireApiKey: 'media',
        params: HistoryParams,
        summary: 'Delete an entry, and the audio of a clip',
        responses: { 204: { description: 'It is gone' } },
      }),
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
