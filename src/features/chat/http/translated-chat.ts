import { AppError } from '../../../platform/errors.ts'
import type { ChatInput } from '../chat.ts'
import { type AttachedPart, attachedPart } from './attached-part.ts'
import type { ChatPart } from './chat-completions/schema.ts'

type ChatMessage = ChatInput['messages'][number]
type FilePart = Exclude<ChatPart, { type: 'text' }>

/** A part of a user's message; `field` is its name in the request, for errors. */
export type TranslatedPart = { type: 'text'; text: string } | (FilePart & { field: string })

/** A function call of an assistant in the form of chat completions. */
export interface TranslatedCall {
  id: string
  name: string
  /** JSON. */
  arguments: string
}

/**
 * Collects the messages of another dialect as those of chat completions, in the order that chat
 * templates accept: the system prompt first, the results of tools directly after their calls, and no
 * two messages of the user in a row.
 */
export class TranslatedChat {
  readonly #messages: ChatMessage[] = []
  readonly #system: string[] = []
  readonly #attached: AttachedPart[] = []
  /** Parts of the user's message that is not yet ended. */
  #user: TranslatedPart[] = []

  /** Instructions; see {@link lateInstructions} for those after the first message. */
  system(text: string): void {
    if (text.trim() === '') return
    if (this.#messages.length === 0 && this.#user.length === 0) this.#system.push(text)
    else this.user([{ type: 'text', text: lateInstructions(text) }])
  }

  user(parts: readonly TranslatedPart[]): void {
    this.#user.push(...parts)
  }

  /** @param fields Further fields of the message, such as `reasoning_content` */
  assistant(
    text: string,
    calls: readonly TranslatedCall[],
    fields: Readonly<Record<string, unknown>> = {},
  ): void {
    // Templates refuse an empty message, and it says nothing.
    if (text === '' && calls.length === 0) return
    this.#endUser()
    const toolCalls = calls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: given },
    }))
    this.#messages.push({
      ...fields,
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
    })
  }

  /** The result of a call. Parts of the user that were added before it come after it. */
  tool(callId: string, text: string): void {
    const message: ChatMessage & { tool_call_id: string } = {
      role: 'tool',
      content: text,
      tool_call_id: callId,
    }
    this.#messages.push(message)
  }

  /**
   * All messages, and what is attached to them.
   *
   * @throws {AppError} `invalid` when they are all empty
   */
  end(): { messages: ChatMessage[]; attached: AttachedPart[] } {
    this.#endUser()
    if (this.#messages.length === 0 && this.#system.length === 0)
      throw new AppError('invalid', 'Cannot use messages: none of them says anything', {
        param: 'messages',
      })
    const system: ChatMessage[] =
      this.#system.length === 0 ? [] : [{ role: 'system', content: this.#system.join('\n\n') }]
    return { messages: [...system, ...this.#messages], attached: this.#attached }
  }

  #endUser(): void {
    const parts = this.#user
    if (parts.length === 0) return
    this.#user = []
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    // One text is what every model server takes.
    if (texts.length === parts.length) {
      this.#messages.push({ role: 'user', content: texts.join('\n\n') })
      return
    }
    const message = this.#messages.length + (this.#system.length === 0 ? 0 : 1)
    const content = parts.map((part, at) => {
      if (part.type === 'text') return part
      const { field, ...rest } = part
      const number = this.#attached.length + 1
      this.#attached.push(attachedPart(rest, { field, place: { message, part: at }, number }))
      return { type: 'text' as const, text: '' }
    })
    this.#messages.push({ role: 'user', content })
  }
}

/**
 * Instructions that come after the first message, as a text of the user. Many chat templates refuse
 * a second system message. Moved to the first one they would lose their place, and the server would
 * read the whole conversation again, as its start has changed.
 */
export function lateInstructions(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`
}
