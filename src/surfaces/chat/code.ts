import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import { callerOf } from '../../core/identity/actor.ts'
import { withLease } from '../../core/tasks/with-lease.ts'
import { CODE_KIND, chatAnswer, checkChat, submitChat } from '../../core/text/chat.ts'
import { readJson } from '../../http/body/json.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { sequentialIds } from '../../platform/ids.ts'
import { documented } from '../kit/openapi.ts'
import { modelList } from './model-list.ts'
import { ChunkWriter, completion } from './openai.ts'
import type { ChatServices } from './routes.ts'
import { CodeChatBody, chatInput, MAX_CODE_CHAT_BYTES } from './schema.ts'
import { streamChat, streamLate } from './stream.ts'

/** How long a third window waits for a place. See Limits. */
const WAIT_MS = 180_000
const TAGS = ['Code assistants']

/** POST /api/code/v1/chat/completions and GET /api/code/v1/models. */
export function codeChatRoutes(services: ChatServices) {
  const { guards, models, now } = services
  const nextId = sequentialIds('chatcmpl-')
  return new Elysia({ name: 'surfaces/chat/code', prefix: '/api/code/v1' })
    .use(guards)
    .get(
      '/models',
      ({ request, actor }) =>
        modelList(models, callerOf(actor, connectionOf(request).requestId), now()),
      {
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        detail: documented({ summary: 'Models for code assistants', tags: TAGS }),
      },
    )
    .post(
      '/chat/completions',
      ({ request, actor }) => {
        const caller = callerOf(actor, connectionOf(request).requestId)
        return answer(services, request, caller, nextId())
      },
      {
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        parse: 'none',
        detail: documented({
          summary: 'Answer a conversation of text',
          description:
            'OpenAI-compatible. Two requests of an account run at a time; a third waits up to three minutes for its place.',
          tags: TAGS,
          body: CodeChatBody,
        }),
      },
    )
}

/** A client that must wait is read first: whether it streams, and so hears signs of life, is in the body. */
function answer(
  { models, queue, admission, now }: ChatServices,
  request: Request,
  caller: Caller,
  id: string,
): Promise<object> {
  const pendingLease = admission.line(caller)
  return withLease(pendingLease, request.signal, async (lease) => {
    const body = await readJson(request, CodeChatBody, MAX_CODE_CHAT_BYTES)
    const input = chatInput(body)
    checkChat(CODE_KIND, models, caller, input)
    const begin = async () => {
      await pendingLease.entered({ signal: request.signal, waitMs: WAIT_MS })
      return lease.hold(submitChat(CODE_KIND, queue, caller, input))
    }
    const created = Math.floor(now() / 1000)
    if (body.stream !== true) {
      return completion(id, created, chatAnswer(await lease.result(await begin())))
    }
    const includeUsage = body.stream_options?.include_usage === true
    const stream = {
      writer: new ChunkWriter(id, created, body.model, includeUsage),
      includeUsage,
      onClose: lease.keep(),
    }
    if (!pendingLease.ready) return streamLate({ ...stream, begin })
    const run = await begin()
    return streamChat({ ...stream, run, waiting: queue.position(run) !== undefined })
  })
}
