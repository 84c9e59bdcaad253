import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { withoutFence } from '../../platform/code-fence.ts'
import type { EngineEvent, Message, Turn } from '../contract/text.ts'
import type { ReplyFilter } from './reply-filter.ts'

const SchemaFormat = Type.Object({
  type: Type.Literal('json_schema'),
  json_schema: Type.Object({ schema: Type.Object({}) }),
})
const ObjectFormat = Type.Object({ type: Type.Literal('json_object') })

/** The JSON Schema that an answer must keep to, where the caller gave one. */
export function schemaOf({ options }: Turn): object | undefined {
  const format = options['response_format']
  return matches(SchemaFormat, format) ? format.json_schema.schema : undefined
}

/** Whether the answer must be JSON, with or without a schema. */
export function wantsJson({ options }: Turn): boolean {
  const format = options['response_format']
  return matches(ObjectFormat, format) || matches(SchemaFormat, format)
}

/** Asks for JSON in words, for tools without a flag for it. */
export function jsonInstruction(schema: object | undefined): string {
  const what = 'Answer with one JSON document and nothing else: no words around it, no code fence.'
  return schema === undefined
    ? what
    : `${what} It must match this JSON Schema:\n${JSON.stringify(schema)}`
}

/** Puts a message of the service's before a conversation. */
export function withInstruction(messages: readonly Message[], text: string): Message[] {
  return [{ role: 'system', content: text }, ...messages]
}

/** Takes away the Markdown fence that models like to put around JSON; what has none passes at once. */
export class JsonReplyFilter implements ReplyFilter {
  #held = ''
  #decided = false
  #fenced = false

  pass(events: readonly EngineEvent[]): readonly EngineEvent[] {
    return events.flatMap((event) => this.#one(event))
  }

  #one(event: EngineEvent): readonly EngineEvent[] {
    if (event.type === 'finish') return [...said(this.#rest()), event]
    if (event.type !== 'text' || (this.#decided && !this.#fenced)) return [event]
    this.#held += event.text
    if (this.#decided) return []
    // White space before JSON is nothing: it is not looked at again with each piece.
    this.#held = this.#held.trimStart()
    if (this.#held === '') return []
    this.#decided = true
    this.#fenced = this.#held.startsWith('`')
    return this.#fenced ? [] : said(this.#rest())
  }

  #rest(): string {
    const text = this.#held
    this.#held = ''
    return this.#fenced ? withoutFence(text) : text
  }
}

function said(text: string): EngineEvent[] {
  return text === '' ? [] : [{ type: 'text', text }]
}
