import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { EVERYONE, mayChange } from './ownership.ts'
import type { SavedTextRow } from './saved-text-store.ts'
import type { OwnInstructions as Instructions, SavedTexts } from './saved-texts.ts'
import { MAX_ASSISTANT_BYTES, MAX_INSTRUCTION_CHARACTERS, MAX_NAME_CHARACTERS } from './schema.ts'

/** Own instructions for all chats. @limit own-instructions characters */
export const MAX_OWN_INSTRUCTION_CHARACTERS = 8_000

interface SavedTextServices {
  guards: ReturnType<typeof guards>
  savedTexts: SavedTexts
}

const PromptBody = closedObject({
  name: Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS, pattern: '\\S' }),
  text: Type.String({
    minLength: 1,
    maxLength: MAX_INSTRUCTION_CHARACTERS,
    description: 'With variables as {{topic}}, which the web app asks for',
    examples: ['Explain {{topic}} in three sentences.'],
  }),
})
const NewPromptBody = closedObject({
  ...PromptBody.properties,
  shared: Type.Optional(Type.Boolean({ description: 'Whether all may use it; for admins' })),
})
const PromptParams = Type.Object({ id: Type.String({ pattern: '^prm_[\\w-]{1,60}$' }) })
const Prompt = component('SavedPrompt', {
  id: Type.String(),
  ...PromptBody.properties,
  shared: Type.Boolean({ description: 'Whether all may use it' }),
  can_change: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
})
const InstructionsBody = closedObject({
  text: Type.String({ maxLength: MAX_OWN_INSTRUCTION_CHARACTERS }),
  on: Type.Boolean({ description: 'Whether the model gets them in all own conversations' }),
})
const OwnInstructions = component('OwnInstructions', InstructionsBody.properties)

/** /api/prompts: saved prompts; /api/me/instructions: what the model is told in all own chats. */
export function savedTextRoutes({ guards, savedTexts }: SavedTextServices) {
  return new Elysia({ name: 'features/saved-texts', prefix: '/api', tags: ['Assistants'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '/prompts',
      ({ context: { caller } }) => ({
        items: savedTexts.prompts(caller).map((row) => promptView(row, caller)),
      }),
      route({
        requireUser: true,
        summary: 'Own and shared prompts, by name',
        responses: {
          200: { description: 'All of them', schema: Type.Object({ items: Type.Array(Prompt) }) },
        },
      }),
    )
    .post(
      '/prompts',
      async ({ context, set }) => {
        const { caller } = context
        const { shared = false, ...body } = await readJson(
          context,
          NewPromptBody,
          MAX_ASSISTANT_BYTES,
        )
        set.status = 201
        return promptView(savedTexts.create(caller, body, shared, auditActorOf(context)), caller)
      },
      route({
        requireUser: 'generate',
        summary: 'Save a prompt',
        body: NewPromptBody,
        responses: { 201: { description: 'The prompt', schema: Prompt } },
        errors: [403, 409, 507],
      }),
    )
    .put(
      '/prompts/:id',
      async ({ context, params }) => {
        const { caller } = context
        const body = await readJson(context, PromptBody, MAX_ASSISTANT_BYTES)
        const row = savedTexts.replace(caller, params.id, body, auditActorOf(context))
        return promptView(row, caller)
      },
      route({
        requireUser: 'generate',
        params: PromptParams,
        summary: 'Change a saved prompt',
        body: PromptBody,
        responses: { 200: { description: 'The prompt afterwards', schema: Prompt } },
        errors: [403, 507],
      }),
    )
    .delete(
      '/prompts/:id',
      ({ context, params, set }) => {
        savedTexts.delete(context.caller, params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: 'generate',
        params: PromptParams,
        summary: 'Delete a saved prompt',
        responses: { 204: { description: 'It is gone' } },
        errors: [403, 507],
      }),
    )
    .get(
      '/me/instructions',
      ({ context: { caller } }) => instructionsView(savedTexts.instructions(caller)),
      route({
        requireUser: true,
        summary: 'Own instructions for all conversations',
        responses: { 200: { description: 'Off at first', schema: OwnInstructions } },
      }),
    )
    .put(
      '/me/instructions',
      async ({ context }) => {
        const { text, on } = await readJson(context, InstructionsBody, MAX_ASSISTANT_BYTES)
        return instructionsView(savedTexts.setInstructions(context.caller, { text, isOn: on }))
      },
      route({
        requireUser: 'generate',
        summary: 'Change the own instructions',
        description:
          'They come before those of an assistant, in the conversations of the web app. Requests of other forms of chat do not get them.',
        body: InstructionsBody,
        responses: { 200: { description: 'Afterwards', schema: OwnInstructions } },
        errors: [507],
      }),
    )
}

function promptView(row: SavedTextRow, caller: Caller): Static<typeof Prompt> {
  const { id, name, text, owner, createdAt, updatedAt } = row
  return {
    id,
    name,
    text,
    shared: owner === EVERYONE,
    can_change: mayChange(caller, owner),
    created_at: timeView(createdAt),
    updated_at: timeView(updatedAt),
  }
}

function instructionsView({ text, isOn }: Instructions): Static<typeof OwnInstructions> {
  return { text, on: isOn }
}
