import type { ChatInput } from '../../chat.ts'
import { type AttachedPart, attachedPart } from '../attached-part.ts'
import type { ChatPart } from '../chat-completions/schema.ts'
import { lateInstructions } from '../translated-chat.ts'

type Message = ChatInput['messages'][number]
type Attachment = Exclude<ChatPart, { type: 'text' }>

/** A part of a message; of an attachment, with where it is in the body, as errors name it. */
export type DraftPart =
  | { type: 'text'; text: string }
  | { type: 'attachment'; part: Attachment; field: string }

/** A call of a function, as chat completions has it. */
interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

interface Draft {
  role: Message['role']
  parts: DraftPart[]
  calls: ToolCall[]
  /** Of a tool: the call that it answers. */
  callId?: string
  /** Of an assistant: the thoughts before it. */
  reasoning?: string
}

/**
 * Collects the messages of a chat from the items of a Responses request, which has the calls of
 * functions and the thoughts of a model apart from its messages.
 */
export class ChatMessages {
  readonly #drafts: Draft[] = []
  /** Of the tools whose answers were last; most model servers take only text in an answer. */
  readonly #pictures: DraftPart[] = []
  #reasoning = ''

  add(role: Draft['role'], parts: DraftPart[]): void {
    this.#flushPictures()
    const reasoning = role === 'assistant' ? this.#takeReasoning() : ''
    this.#drafts.push({ role, parts, calls: [], ...(reasoning === '' ? {} : { reasoning }) })
  }

  /** Calls belong to the message of the assistant before them. */
  addCall(id: string, name: string, args: string): void {
    this.#flushPictures()
    const last = this.#drafts.at(-1)
    const owner = last?.role === 'assistant' ? last : this.#newCaller()
    const reasoning = this.#takeReasoning()
    if (reasoning !== '') owner.reasoning = reasoning
    owner.calls.push({ id, type: 'function', function: { name, arguments: args } })
  }

  addCallOutput(callId: string, parts: readonly DraftPart[]): void {
    const texts = parts.filter(({ type }) => type === 'text')
    const attachments = parts.filter(({ type }) => type === 'attachment')
    this.#pictures.push(...attachments)
    const own: DraftPart[] =
      texts.length > 0 || attachments.length === 0
        ? texts
        : [{ type: 'text', text: 'The result is attached to the next message.' }]
    this.#drafts.push({ role: 'tool', parts: own, calls: [], callId })
  }

  addReasoning(text: string): void {
    this.#reasoning = this.#reasoning === '' ? text : `${this.#reasoning}\n\n${text}`
  }

  /** The messages without their attachments, which are to be taken in first. */
  finish(): { messages: Message[]; attached: AttachedPart[] } {
    this.#flushPictures()
    const drafts = withLeadingSystem(this.#drafts)
    const lastUser = drafts.findLastIndex(({ role }) => role === 'user')
    const attached: AttachedPart[] = []
    const messages = drafts.map((draft, index): Message => {
      const { role, calls, callId, reasoning } = draft
      const message: Message = { role, content: contentOf(draft, index, attached) }
      return Object.assign(message, {
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
        ...(callId === undefined ? {} : { tool_call_id: callId }),
        // Models with tools need their own thoughts until they have answered, and not after.
        ...(reasoning !== undefined && calls.length > 0 && index > lastUser
          ? { reasoning_content: reasoning }
          : {}),
      })
    })
    return { messages, attached }
  }

  #newCaller(): Draft {
    const draft: Draft = { role: 'assistant', parts: [], calls: [] }
    this.#drafts.push(draft)
    return draft
  }

  #takeReasoning(): string {
    const reasoning = this.#reasoning
    this.#reasoning = ''
    return reasoning
  }

  #flushPictures(): void {
    const parts = this.#pictures.splice(0)
    if (parts.length > 0) this.#drafts.push({ role: 'user', parts, calls: [] })
  }
}

/**
 * The instructions before the first message as one message, and later ones in messages of the user,
 * joined with those beside them: templates that refuse the one refuse two of a user in a row too.
 */
function withLeadingSystem(drafts: readonly Draft[]): Draft[] {
  const first = drafts.findIndex((draft) => !isSystem(draft))
  const leading = first === -1 ? drafts : drafts.slice(0, first)
  const texts = leading.flatMap(textsOf).filter((text) => text.trim() !== '')
  const others: Draft[] = []
  const addUser = (parts: DraftPart[]) => {
    if (parts.length > 0) others.push({ role: 'user', parts, calls: [] })
  }
  addUser(leading.flatMap(attachmentsOf))
  let isJoining = false
  for (const draft of first === -1 ? [] : drafts.slice(first)) {
    const last = others.at(-1)
    const isLate = isSystem(draft)
    const parts = isLate ? [...reminderOf(draft), ...attachmentsOf(draft)] : draft.parts
    if (last?.role === 'user' && (isLate || (isJoining && draft.role === 'user')))
      last.parts = [...last.parts, ...parts]
    else if (isLate) addUser(parts)
    else others.push(draft)
    isJoining = isLate && parts.length > 0
  }
  if (texts.length === 0) return others
  const parts: DraftPart[] = [{ type: 'text', text: texts.join('\n\n') }]
  return [{ role: 'system', parts, calls: [] }, ...others]
}

function isSystem({ role }: Draft): boolean {
  return role === 'system' || role === 'developer'
}

function textsOf({ parts }: Draft): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

function attachmentsOf({ parts }: Draft): DraftPart[] {
  return parts.filter(({ type }) => type === 'attachment')
}

function reminderOf(draft: Draft): DraftPart[] {
  const text = textsOf(draft).join('\n\n')
  return text.trim() === '' ? [] : [{ type: 'text', text: lateInstructions(text) }]
}

function contentOf(
  { parts, calls }: Draft,
  message: number,
  attached: AttachedPart[],
): NonNullable<Message['content']> | null {
  const [first] = parts
  if (first === undefined) return calls.length > 0 ? null : ''
  // One text is what every model server takes.
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (texts.length === parts.length) return texts.join('\n\n')
  return parts.map((part, at) => {
    if (part.type === 'text') return part
    attached.push(
      attachedPart(part.part, {
        field: part.field,
        place: { message, part: at },
        number: attached.length + 1,
      }),
    )
    return { type: 'text' as const, text: '' }
  })
}
