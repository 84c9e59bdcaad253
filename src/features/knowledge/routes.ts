import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { mayUsePaths, ownerOf, ownerOfUser, userIdOf } from '../../core/identity/actor.ts'
import type { UserStore } from '../../core/identity/user-store.ts'
import { findMember, readerName } from '../../core/identity/users.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { AppError } from '../../platform/errors.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import type { Knowledge } from './knowledge.ts'
import {
  CollectionChangeBody,
  CollectionList,
  CollectionParams,
  CollectionView,
  FoundPassages,
  MAX_KNOWLEDGE_BYTES,
  NewCollectionBody,
  PassageInContext,
  PassageParams,
  SearchQuery,
  SourceParams,
} from './schema.ts'
import { collectionView, originalOf, passageView, pictureOf } from './view.ts'

export interface KnowledgeServices {
  guards: ReturnType<typeof guards>
  knowledge: Knowledge
  ownerName: (owner: string) => string
  stores: { users: Pick<UserStore, 'byId' | 'named'> }
}

export const KNOWLEDGE_TAGS = ['Knowledge']

/** /api/knowledge: collections, and the search in them. */
export function knowledgeRoutes({ guards, knowledge, stores, ...names }: KnowledgeServices) {
  // As in the list of members: everybody reads it, and an address is not theirs to know.
  const ownerName = (owner: string) => {
    const user = stores.users.byId(userIdOf(owner) ?? '')
    return user === undefined ? names.ownerName(owner) : user.name
  }
  return new Elysia({ name: 'features/knowledge', prefix: '/api/knowledge', tags: KNOWLEDGE_TAGS })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor }) => ({
        items: knowledge
          .collections(ownerOf(actor))
          .map((collection) => collectionView(collection, ownerName)),
      }),
      route({
        requireApiKey: 'media',
        summary: 'Own collections, and those that others share',
        responses: {
          200: { description: 'The own ones first, by name', schema: CollectionList },
        },
      }),
    )
    .post(
      '',
      async ({ context, actor, set }) => {
        const body = await readJson(context, NewCollectionBody, MAX_KNOWLEDGE_BYTES)
        const { name, shared: isShared = false, folder } = body
        if (folder !== undefined && !(actor.kind === 'user' && mayUsePaths(actor)))
          throw new AppError(
            'forbidden',
            'Folders of this machine can only be followed by admins who have signed in',
            { param: 'folder' },
          )
        const made = await knowledge.create(
          context.caller,
          { name, isShared, folder },
          auditActorOf(context),
        )
        set.status = 201
        return collectionView(made, ownerName)
      },
      route({
        requireApiKey: 'media',
        summary: 'Make a collection',
        body: NewCollectionBody,
        bodyExamples: {
          house: { summary: 'For everybody here', value: { name: 'House', shared: true } },
          folder: {
            summary: 'Of a folder of the machine',
            value: { name: 'Papers', folder: '/srv/papers' },
          },
        },
        responses: { 201: { description: 'It is empty', schema: CollectionView } },
        errors: [403, 409],
      }),
    )
    .get(
      '/search',
      async ({ request, context, query: { q, collection, typed, limit } }) => {
        const collectionIds = collection === undefined ? undefined : [collection]
        const wanted = { collectionIds, limit, isTyped: typed === 'true', signal: request.signal }
        const found = await knowledge.search(context.caller, q, wanted)
        return { items: found.map(passageView) }
      },
      route({
        requireApiKey: 'media',
        query: SearchQuery,
        summary: 'Passages that fit a question or words',
        description:
          'In one collection, or in all that the caller may read. Forms of a word count as the word, in English, German and French; more and rarer words rank higher. Where there is a model for embeddings, passages are also found by their meaning.',
        responses: { 200: { description: 'The best first', schema: FoundPassages } },
        errors: [404],
      }),
    )
    .get(
      '/:id/passages/:number',
      ({ actor, params: { id, number } }) => {
        const { passage, around } = knowledge.passage(ownerOf(actor), id, Number(number))
        const textAt = (position: number) =>
          around.find((piece) => piece.position === position)?.text ?? null
        return {
          ...passageView(passage),
          before: textAt(passage.position - 1),
          after: textAt(passage.position + 1),
          original: originalOf(passage),
          picture: pictureOf(passage),
        }
      },
      route({
        requireApiKey: 'media',
        params: PassageParams,
        summary: 'A passage, with those around it',
        responses: { 200: { description: 'The passage', schema: PassageInContext } },
      }),
    )
    .get(
      '/:id',
      ({ actor, params }) =>
        collectionView(knowledge.collection(ownerOf(actor), params.id), ownerName),
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'A collection',
        responses: { 200: { description: 'The collection', schema: CollectionView } },
      }),
    )
    .patch(
      '/:id',
      async ({ context, actor, params }) => {
        const body = await readJson(context, CollectionChangeBody, MAX_KNOWLEDGE_BYTES)
        const { name, shared: isShared } = body
        const change = {
          ...(name === undefined ? {} : { name }),
          ...(isShared === undefined ? {} : { isShared }),
        }
        const changed = knowledge.change(ownerOf(actor), params.id, change, auditActorOf(context))
        return collectionView(changed, ownerName)
      },
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'Rename a collection, or say whether it is shared',
        body: CollectionChangeBody,
        bodyExamples: { share: { summary: 'Share it', value: { shared: true } } },
        responses: { 200: { description: 'The collection afterwards', schema: CollectionView } },
        errors: [403],
      }),
    )
    .delete(
      '/:id',
      ({ actor, params, set }) => {
        knowledge.delete(ownerOf(actor), params.id)
        set.status = 204
      },
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'Delete a collection with its notes; files and recordings stay where they are',
        responses: { 204: { description: 'It is gone' } },
        errors: [403],
      }),
    )
}

const { id, source } = SourceParams.properties
const ShareParams = Type.Object({ id, share: source })
const NewMember = closedObject({
  member: Type.String({
    minLength: 1,
    maxLength: 320,
    description: 'E-mail address or name of a member',
  }),
})
const Members = component('KnowledgeMembers', {
  items: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), since: Time }), {
    description: 'The first first',
  }),
})

/** /api/knowledge/{id}/members: the single members with whom a collection is shared. */
export function knowledgeMemberRoutes({ guards, knowledge, ownerName, stores }: KnowledgeServices) {
  const nameOf = (reader: string) => {
    const user = stores.users.byId(userIdOf(reader) ?? '')
    return user === undefined ? ownerName(reader) : readerName(user)
  }
  const listOf = (owner: string, collection: string) => ({
    items: knowledge.members(owner, collection).map((row) => ({
      id: row.id,
      name: nameOf(row.reader),
      since: timeView(row.createdAt),
    })),
  })
  return new Elysia({
    name: 'features/knowledge/members',
    prefix: '/api/knowledge/:id/members',
    tags: KNOWLEDGE_TAGS,
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor, params }) => listOf(ownerOf(actor), params.id),
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'Single members with whom an own collection is shared',
        responses: { 200: { description: 'All of them', schema: Members } },
        errors: [403],
      }),
    )
    .post(
      '',
      async ({ context, actor, params, set }) => {
        const owner = ownerOf(actor)
        const { member } = await readJson(context, NewMember, MAX_KNOWLEDGE_BYTES)
        // Whose the collection is comes first: nobody else learns who is a member.
        knowledge.members(owner, params.id)
        const found = findMember(stores.users, member.trim(), owner)
        knowledge.share(owner, params.id, ownerOfUser(found.id), auditActorOf(context))
        set.status = 201
        return listOf(owner, params.id)
      },
      route({
        requireApiKey: 'media',
        params: CollectionParams,
        summary: 'Share a collection with a member, who may search and read it from then on',
        body: NewMember,
        bodyExamples: { ann: { summary: 'With Ann', value: { member: 'Ann' } } },
        responses: { 201: { description: 'All of them afterwards', schema: Members } },
        errors: [403, 409],
      }),
    )
    .delete(
      '/:share',
      ({ context, actor, params, set }) => {
        knowledge.unshare(ownerOf(actor), params.id, params.share, auditActorOf(context))
        set.status = 204
      },
      route({
        requireApiKey: 'media',
        params: ShareParams,
        summary: 'End the share of a collection with a member; acts at once',
        responses: { 204: { description: 'The member finds nothing of it any more' } },
        errors: [403],
      }),
    )
}
