import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import type { Tools } from '../../core/tools/tools.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import type { AssistantRow } from './assistant-store.ts'
import { ASSISTANT_PREFIX, type Assistants, type AssistantValues } from './assistants.ts'
import { EVERYONE, mayChange } from './ownership.ts'
import {
  Assistant,
  AssistantBody,
  AssistantList,
  AssistantParams,
  MAX_ASSISTANT_BYTES,
  NewAssistantBody,
} from './schema.ts'

interface AssistantServices {
  guards: ReturnType<typeof guards>
  assistants: Assistants
  tools: Tools
}

const EXAMPLE = {
  name: 'Recipes',
  picture: '🍲',
  instructions: 'You are a patient cook. Give amounts in grams.',
  tools: ['read_page', 'web_search'],
}

/** /api/assistants: own assistants, and shared ones. */
export function assistantRoutes({ guards, assistants, tools }: AssistantServices) {
  return new Elysia({
    name: 'features/assistants',
    prefix: '/api/assistants',
    tags: ['Assistants'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ context: { caller } }) => ({
        items: assistants.list(caller).map((row) => assistantView(row, caller)),
        tools: tools.listFor(caller).map(({ name, description, effects }) => ({
          name,
          description,
          asks: effects !== 'reads',
        })),
      }),
      route({
        requireUser: true,
        summary: 'Own and shared assistants, by name',
        description: 'With the tools that the caller can give one.',
        responses: { 200: { description: 'All of them', schema: AssistantList } },
      }),
    )
    .post(
      '',
      async ({ context, set }) => {
        const { caller } = context
        const { shared = false, ...body } = await readJson(
          context,
          NewAssistantBody,
          MAX_ASSISTANT_BYTES,
        )
        const actor = auditActorOf(context)
        const row = assistants.create(caller, assistantValues(body), shared, actor)
        set.status = 201
        set.headers['location'] = `/api/assistants/${row.id}`
        return assistantView(row, caller)
      },
      route({
        requireUser: 'generate',
        summary: 'Make an assistant',
        body: NewAssistantBody,
        bodyExamples: { recipes: { summary: 'An assistant that cooks', value: EXAMPLE } },
        responses: { 201: { description: 'The assistant', schema: Assistant } },
        errors: [403, 409, 507],
      }),
    )
    .get(
      '/:id',
      ({ context: { caller }, params }) => assistantView(assistants.get(caller, params.id), caller),
      route({
        requireUser: true,
        params: AssistantParams,
        summary: 'One assistant',
        responses: { 200: { description: 'The assistant', schema: Assistant } },
      }),
    )
    .put(
      '/:id',
      async ({ context, params }) => {
        const { caller } = context
        const values = assistantValues(await readJson(context, AssistantBody, MAX_ASSISTANT_BYTES))
        return assistantView(
          assistants.replace(caller, params.id, values, auditActorOf(context)),
          caller,
        )
      },
      route({
        requireUser: 'generate',
        params: AssistantParams,
        summary: 'Change an assistant',
        description:
          'What is left out gets its default, but the slug stays. Conversations with it use the change from their next answer on.',
        body: AssistantBody,
        bodyExamples: { recipes: { summary: 'All of it', value: EXAMPLE } },
        responses: { 200: { description: 'The assistant afterwards', schema: Assistant } },
        errors: [403, 409, 507],
      }),
    )
    .delete(
      '/:id',
      ({ context, params, set }) => {
        assistants.delete(context.caller, params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: 'generate',
        params: AssistantParams,
        summary: 'Delete an assistant',
        description: 'Conversations with it stay, and go on without its instructions.',
        responses: { 204: { description: 'It is gone' } },
        errors: [403, 507],
      }),
    )
}

function assistantView(row: AssistantRow, caller: Caller): Static<typeof Assistant> {
  const { id, name, slug, picture, instructions, model, parameters, tools } = row
  return {
    id,
    name,
    slug,
    model_name: ASSISTANT_PREFIX + slug,
    picture,
    instructions,
    model,
    parameters,
    tools: [...tools],
    shared: row.owner === EVERYONE,
    can_change: mayChange(caller, row.owner),
    created_at: timeView(row.createdAt),
    updated_at: timeView(row.updatedAt),
  }
}

function assistantValues({
  name,
  slug,
  picture = null,
  instructions,
  model = null,
  parameters = {},
  tools = [],
}: AssistantBody): AssistantValues {
  return { name: name.trim(), slug, picture, instructions, model, parameters, tools }
}
