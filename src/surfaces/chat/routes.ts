import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import { callerOf } from '../../core/identity/actor.ts'
import type { Admission } from '../../core/tasks/admission.ts'
import type { Queue } from '../../core/tasks/memory-queue.ts'
import { withLease } from '../../core/tasks/with-lease.ts'
import { CHAT_KIND, chatAnswer, checkChat, submitChat } from '../../core/text/chat.ts'
import type { Models } from '../../core/text/models.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { sequentialIds } from '../../platform/ids.ts'
import { documented } from '../kit/openapi.ts'
import { modelList } from './model-list.ts'
import { ChunkWriter, completion } from './openai.ts'
import { ChatBody, chatInput, MAX_CHAT_BYTES } from './schema.ts'
import { streamChat } from './stream.ts'

export interface ChatServices {
  guards: ReturnType<typeof guards>
  models: Models
  queue: Queue
  admission: Admission
  now: () => number
}

/** POST /v1/chat/completions and GET /v1/models. */
export function chatRoutes(services: ChatServices) {
  const { guards, models, now } = services
  const nextId = sequentialIds('chatcmpl-')
  return new Elysia({ name: 'surfaces/chat' })
    .use(guards)
    .get(
      '/v1/models',
      ({ request, actor }) =>
        modelList(models, callerOf(actor, connectionOf(request).requestId), now()),
      {
        errorShape: 'openai',
        requireApiKey: true,
        detail: documented({ summary: 'Models this caller may use', tags: ['Text models'] }),
      },
    )
    .post(
      '/v1/chat/completions',
      ({ request, actor }) => {
        const caller = callerOf(actor, connectionOf(request).requestId)
        return answer(services, request, caller, nextId)
      },
      {
        errorShape: 'openai',
        requireApiKey: 'generate',
        parse: 'none',
        detail: documented({
          summary: 'Answer a conversation',
          description:
            'OpenAI-compatible, whole or streamed. One heavy task runs at a time: a slow answer is waiting.',
          tags: ['Text models'],
          body: ChatBody,
        }),
      },
    )
}

function answer(
  { models, queue, admission, now }: ChatServices,
  request: Request,
  caller: Caller,
  nextId: () => string,
): Promise<object> {
  return withLease(admission.enter(caller.owner), request.signal, async (lease) => {
    const body = await readJson(request, ChatBody, MAX_CHAT_BYTES)
    const input = chatInput(body)
    checkChat(CHAT_KIND, models, caller, input)
    const run = lease.hold(submitChat(CHAT_KIND, queue, caller, input))
    const id = nextId()
    const created = Math.floor(now() / 1000)
    if (body.stream !== true) return completion(id, created, chatAnswer(await lease.result(run)))
    const includeUsage = body.stream_options?.include_usage === true
    const writer = new ChunkWriter(id, created, body.model, includeUsage)
    const waiting = queue.position(run) !== undefined
    return streamChat({ run, waiting, writer, includeUsage, onClose: lease.keep() })
  })
}
