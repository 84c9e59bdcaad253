import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { JobRecord } from '../../../core/tasks/job-record.ts'
import type { guards } from '../../../guards/index.ts'
import { readJson } from '../../../http/body/json.ts'
import { matches } from '../../../platform/check.ts'
import { component } from '../../../platform/schemas.ts'
import { nullable, UploadId } from '../../shared/fields.ts'
import { route } from '../../shared/openapi.ts'
import { MAX_CONVERSATION_BYTES } from '../schema.ts'
import type { ConversationImports } from './conversation-imports.ts'
import { ImportResult } from './conversation-imports.ts'

interface ImportServices {
  guards: ReturnType<typeof guards>
  conversationImports: ConversationImports
}

const PATH = '/api/conversation-imports'
const ImportBody = Type.Object({
  buffer: Type.String({ ...UploadId, description: 'Id of a finished resumable upload' }),
})
const Status = ['none', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
const ConversationImport = component('ConversationImport', {
  status: Type.Union(
    Status.map((one) => Type.Literal(one)),
    { description: 'Of the latest import of the last hour' },
  ),
  conversations_read: Type.Integer({ minimum: 0, description: 'So far' }),
  error: nullable(Type.String()),
  result: nullable(
    Type.Object({
      conversations: Type.Integer({ description: 'New ones, and those with new messages' }),
      messages: Type.Integer({ description: 'That were added' }),
      unchanged: Type.Integer({ description: 'Conversations that were there already' }),
      missing_files: Type.Integer({
        description: 'Pictures and files that the export only names; messages say where',
      }),
      left_out: Type.Integer({ description: 'Conversations that could not be imported' }),
      reasons: Type.Array(Type.Object({ title: Type.String(), reason: Type.String() }), {
        description: 'Of the first 100 of them',
      }),
    }),
  ),
})

/** Conversations from exports of other programs. */
export function conversationImportRoutes({ guards, conversationImports }: ImportServices) {
  return new Elysia({
    name: 'features/conversation-imports',
    prefix: PATH,
    tags: ['Conversations'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ context }) => view(conversationImports.job(context.caller.owner)),
      route({
        requireUser: true,
        summary: 'The latest import of conversations',
        responses: { 200: { description: 'Where it stands', schema: ConversationImport } },
      }),
    )
    .post(
      '',
      async ({ context, set }) => {
        const { buffer } = await readJson(context, ImportBody, MAX_CONVERSATION_BYTES)
        set.status = 202
        return view(await conversationImports.start(context.caller, buffer))
      },
      route({
        requireUser: true,
        summary: 'Import conversations from an export of ChatGPT or Open WebUI',
        description:
          'A `conversations.json` or the zip of ChatGPT, or the JSON of Open WebUI. It is read in the background, one at a time. Imported again, an export adds only what is new in it.',
        body: ImportBody,
        responses: { 202: { description: 'It is queued', schema: ConversationImport } },
        errors: [409, 413, 507],
      }),
    )
    .delete(
      '',
      async ({ context, set }) => {
        await conversationImports.cancel(context.caller.owner)
        set.status = 204
      },
      route({
        requireUser: true,
        summary: 'Cancel the import that is running; what it has imported stays',
        responses: { 204: { description: 'None is running' } },
        errors: [507],
      }),
    )
}

function view(job: JobRecord | undefined): Static<typeof ConversationImport> {
  const result = matches(ImportResult, job?.result) ? job.result : undefined
  return {
    status: job?.status ?? 'none',
    conversations_read: job?.progress?.done ?? 0,
    error: job?.status === 'failed' ? (job.error?.detail ?? null) : null,
    result:
      result === undefined
        ? null
        : {
            conversations: result.conversations,
            messages: result.messages,
            unchanged: result.unchanged,
            missing_files: result.missingFiles,
            left_out: result.leftOut,
            reasons: result.reasons,
          },
  }
}
