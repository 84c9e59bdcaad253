import { AppError } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/ids.ts'
import type { ChatSurface, Dialect, ReadChat } from '../dialect.ts'
import { estimatedTokens } from '../estimated-tokens.ts'
import { withoutFiles } from '../left-out-files.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { chatInput } from './chat-input.ts'
import { wantsThinking } from './forwarded-options.ts'
import { message } from './message.ts'
import { MessageWriter } from './message-writer.ts'
import { MessagesBody } from './schema.ts'

export const MESSAGES: Dialect<typeof MessagesBody> = {
  body: MessagesBody,
  maxBytes: MAX_CHAT_BYTES,
  read: (body) => read(body, 'messages'),
}

/** For code assistants, whose files are left out. */
export const CODE_MESSAGES: Dialect<typeof MessagesBody> = {
  body: MessagesBody,
  maxBytes: MAX_CODE_CHAT_BYTES,
  read: (body) => withoutFiles(read(body, 'code')),
}

/** A surface that only counts the tokens of what it is asked, within the bounds of the other. */
export function counting(
  surface: ChatSurface<typeof MessagesBody>,
): ChatSurface<typeof MessagesBody> {
  return {
    ...surface,
    answerAtOnce: (body) => ({ input_tokens: estimatedTokens(chatInput(body)) }),
  }
}

/**
 * The tool runner of Anthropic's package asks for a conversation that the server holds, and then
 * sends new messages only; refused, it sends all of them.
 */
function read(body: MessagesBody, surface: string): ReadChat {
  const thread: unknown = Reflect.get(body, 'thread')
  if (Object(thread) === thread) {
    const words = 'Cannot use thread: send the whole conversation without it'
    throw new AppError('thread_unsupported', words, { param: 'thread' })
  }
  const id = randomId('msg_')
  const hasThinking = wantsThinking(body)
  const { input, attached } = chatInput(body)
  return {
    input: { ...input, surface },
    attached,
    whole: (answer) => message(id, answer, hasThinking),
    writer: () => new MessageWriter({ id, model: body.model, hasThinking }),
  }
}
