import { randomId } from '../../../platform/ids.ts'
import type { Dialect, ReadChat, ReadContext } from '../dialect.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { chatInput } from './chat-input.ts'
import { ChunkWriter, completion } from './chunk-writer.ts'
import { ChatBody, CodeChatBody } from './schema.ts'

export const CHAT_COMPLETIONS: Dialect<typeof ChatBody> = {
  body: ChatBody,
  maxBytes: MAX_CHAT_BYTES,
  read,
}

/** For code assistants, which send text only. */
export const CODE_CHAT_COMPLETIONS: Dialect<typeof CodeChatBody> = {
  body: CodeChatBody,
  maxBytes: MAX_CODE_CHAT_BYTES,
  read,
}

function read(body: ChatBody, { now }: ReadContext): ReadChat {
  const id = randomId('chatcmpl-')
  const created = Math.floor(now / 1000)
  const includeUsage = body.stream_options?.include_usage === true
  return {
    ...chatInput(body),
    whole: (answer) => completion(id, created, answer),
    writer: () => new ChunkWriter(id, created, body.model, includeUsage),
  }
}
