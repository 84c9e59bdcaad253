import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf, ownerOfUser, userIdOf } from '../../core/identity/actor.ts'
import { findMember, readerName } from '../../core/identity/users.ts'
import { auditActorOf } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { KNOWLEDGE_TAGS, type KnowledgeServices } from './routes.ts'
import { CollectionParams, MAX_KNOWLEDGE_BYTES, SourceParams } from './schema.ts'

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
