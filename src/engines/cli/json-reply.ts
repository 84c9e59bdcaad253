import { Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { withoutFence } from '../../platform/subprocess.ts'
import type { EngineEvent, Message, Turn } from '../contract/text.ts'
import { type ReplyFilter, textEvents } from './tool-protocol.ts'

const SchemaFormat = Type.Object({
  type: Type.Literal('json_schema'),
  json_schema: Type.Object({ schema: Type.Object({}) }),
})
const ObjectFormat = Type.Object({ type: Type.Literal('json_object') })

/** The JSON Schema that the answer must match; undefined when the caller gave none. */
export function schemaOf({ options }: Turn): object | undefined {
  const format = options['response_format']
  return matches(SchemaFormat, format) ? format.json_schema.schema : undefined
}

/** Whether the answer must be JSON, with or without a schema. */
export function wantsJson({ options }: Turn): boolean {
  const format = options['response_format']
  return matches(ObjectFormat, format) || matches(SchemaFormat, format)
}

/** An instruction to answer with JSON, for tools without a flag for it. */
export function jsonInstruction(schema: object | undefined): string {
  const instruction =
    'Answer with one JSON document and nothing else: no words around it, no code fence.'
  return schema === undefined
    ? instruction
    : `${instruction} It must match this JSON Schema:\n${JSON.stringify(schema)}`
}

/** Puts a system message before a conversation. */
export function withInstruction(messages: readonly Message[], text: string): Message[] {
  return [{ role: 'system', content: text }, ...messages]
}

/**
 * Removes a Markdown code fence around a JSON answer. An answer that does not start with one passes
 * at once.
 */
export class JsonReplyFilter implements ReplyFilter {
  #pending = ''
  #isDecided = false
  #isFenced = false

  apply(events: readonly EngineEvent[]): readonly EngineEvent[] {
    return events.flatMap((event) => this.#filterEvent(event))
  }

  #filterEvent(event: EngineEvent): readonly EngineEvent[] {
    if (event.type === 'finish') return [...textEvents(this.#release()), event]
    if (event.type !== 'text' || (this.#isDecided && !this.#isFenced)) return [event]
    this.#pending += event.text
    if (this.#isDecided) return []
    // Leading white space is dropped at once, so that it is not scanned again with each piece.
    this.#pending = this.#pending.trimStart()
    if (this.#pending === '') return []
    this.#isDecided = true
    this.#isFenced = this.#pending.startsWith('`')
    return this.#isFenced ? [] : textEvents(this.#release())
  }

  #release(): string {
    const text = this.#pending
    this.#pending = ''
    return this.#isFenced ? withoutFence(text) : text
  }
}
