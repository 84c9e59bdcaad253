import { Elysia } from 'elysia'
import type { History } from '../../core/history/history.ts'
import { ownerOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { listOf } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import {
  HistoryChangeBody,
  HistoryEntry,
  HistoryItem,
  HistoryList,
  HistoryParams,
  HistoryQuery,
  MAX_HISTORY_CHANGE_BYTES,
} from './schema.ts'
import { foundView, historyView, wholeHistoryView } from './view.ts'

interface HistoryServices {
  guards: ReturnType<typeof guards>
  history: History
}

const TAGS = ['History']

/** /history: what the caller has made. */
export function historyRoutes({ guards, history }: HistoryServices) {
  return new Elysia({ name: 'surfaces/history', prefix: '/history' })
    .use(guards)
    .get(
      '',
      ({ actor, query: { kind, q: query, limit, cursor } }) =>
        listOf(history.list(ownerOf(actor), { kind, query }, limit, cursor), foundView),
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
      ({ request, actor, params }) =>
        jsonAnswer(request, () => wholeHistoryView(history.get(ownerOf(actor), params.id))),
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
      async ({ request, actor, params }) => {
        const change = await readJson(request, HistoryChangeBody, MAX_HISTORY_CHANGE_BYTES)
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
