import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import { readJson } from '../../http/body/json.ts'
import { listOf } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import type { NewSource } from './knowledge.ts'
import { KNOWLEDGE_TAGS, type KnowledgeServices } from './routes.ts'
import {
  AddedSources,
  CollectionParams,
  MAX_KNOWLEDGE_BYTES,
  NewSourcesBody,
  NoteChangeBody,
  SourceItem,
  SourceList,
  SourceParams,
  SourceQuery,
  WholeSource,
} from './schema.ts'
import { noteOf, noteVersion } from './source-readers.ts'
import { sourceView } from './view.ts'

/** /api/knowledge/{id}/sources: what is in a collection. */
export function knowledgeSourceRoutes({ guards, knowledge }: KnowledgeServices) {
  return new Elysia({
    name: 'features/knowledge/sources',
    prefix: '/api/knowledge/:id/sources',
    tags: KNOWLEDGE_TAGS,
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor, params: { id }, query: { limit, cursor, q } }) =>
        listOf(knowledge.sources(ownerOf(actor), id, limit, cursor, q), sourceView),
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        query: SourceQuery,
        summary: 'What is in a collection',
        responses: { 200: { description: 'The newest first', schema: SourceList } },
        errors: [404],
      }),
    )
    .post(
      '',
      async ({ context, params: { id }, set }) => {
        const { sources } = await readJson(context, NewSourcesBody, MAX_KNOWLEDGE_BYTES)
        const added = knowledge.add(context.caller, id, sources.map(newSource))
        set.status = 202
        return { items: added.map(sourceView), there: sources.length - added.length }
      },
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'Add files, web pages, transcripts, conversations and notes to a collection',
        description:
          'They are read in the background, one after another. They follow: what changes is read again, and what was read of something that is deleted is gone. A page is read now, for the price of reading it, and again when it is asked for.',
        body: NewSourcesBody,
        bodyExamples: {
          file: {
            summary: 'A stored file',
            value: { sources: [{ file: 'Xd2LGSy6Hg_Yx2AaQiwqvQ' }] },
          },
          page: {
            summary: 'A web page',
            value: { sources: [{ page: 'https://example.com/manual' }] },
          },
          note: {
            summary: 'A note',
            value: {
              sources: [{ note: { title: 'Wi-Fi', text: 'The guest network is “Garden”.' } }],
            },
          },
        },
        responses: { 202: { description: 'They wait to be read', schema: AddedSources } },
        errors: [403, 404, 409],
      }),
    )
    .get(
      '/:source',
      ({ actor, params }) => {
        const row = knowledge.source(ownerOf(actor), params.id, params.source)
        if (row.kind !== 'note') return { ...sourceView(row), text: null, version: null }
        const { text } = noteOf(row.body ?? '')
        return { ...sourceView(row), text, version: noteVersion(row) }
      },
      route({
        requireApiKey: 'media',
        params: SourceParams,
        summary: 'A source, with its text where it is a note',
        responses: { 200: { description: 'The source', schema: WholeSource } },
      }),
    )
    .patch(
      '/:source',
      async ({ context, actor, params }) => {
        const change = await readJson(context, NoteChangeBody, MAX_KNOWLEDGE_BYTES)
        return sourceView(knowledge.changeNote(ownerOf(actor), params.id, params.source, change))
      },
      route({
        requireApiKey: 'media',
        params: SourceParams,
        summary: 'Change a note',
        body: NoteChangeBody,
        bodyExamples: { rename: { summary: 'Rename it', value: { title: 'Guests' } } },
        responses: { 200: { description: 'The note afterwards', schema: SourceItem } },
        errors: [403, 409],
      }),
    )
    .post(
      '/:source/read',
      ({ context, params, set }) => {
        set.status = 202
        return sourceView(knowledge.readAgain(context.caller, params.id, params.source))
      },
      route({
        requireApiKey: 'media',
        params: SourceParams,
        summary: 'Read a source again, as one that could not be read',
        responses: { 202: { description: 'It waits to be read', schema: SourceItem } },
        errors: [403],
      }),
    )
    .delete(
      '/:source',
      ({ actor, params, set }) => {
        knowledge.deleteSource(ownerOf(actor), params.id, params.source)
        set.status = 204
      },
      route({
        requireApiKey: 'media',
        params: SourceParams,
        summary: 'Take a source out of a collection; a note is deleted',
        responses: { 204: { description: 'It is found no more' } },
        errors: [403, 409],
      }),
    )
}

function newSource(source: Static<typeof NewSourcesBody>['sources'][number]): NewSource {
  if ('note' in source) return { kind: 'note', ...source.note }
  if ('file' in source) return { kind: 'file', target: source.file }
  if ('page' in source) return { kind: 'page', target: source.page }
  if ('transcript' in source) return { kind: 'transcript', target: source.transcript }
  return { kind: 'conversation', target: source.conversation }
}
