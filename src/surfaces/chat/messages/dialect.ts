import { AppError } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/ids.ts'
import type { Dialect, ReadChat } from '../dialect.ts'
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

/** For code assistants, which send text only. */
export const CODE_MESSAGES: Dialect<typeof MessagesBody> = {
  body: MessagesBody,
  maxBytes: MAX_CODE_CHAT_BYTES,
  read(body) {
    const chat = read(body, 'code')
    const [file] = chat.attached
    if (file === undefined) return chat
    const param = file.requested.field
    throw new AppError('invalid', `Cannot use ${param}: this surface takes text only`, { param })
  },
}

function read(body: MessagesBody, surface: string): ReadChat {
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
