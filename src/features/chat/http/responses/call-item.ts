import type {
  ResponseCustomToolCall,
  ResponseFunctionToolCallItem,
} from 'openai/resources/responses/responses'
import { tryParseJson } from '../../../../platform/json.ts'
import type { EventFrames } from './event-frames.ts'
import type { ItemStatus, OutputItem } from './item-ids.ts'
import type { ToolName } from './read-items.ts'

interface CallFacts {
  id: string
  index: number
  callId: string
  tool: ToolName
}

type Status = ResponseFunctionToolCallItem['status']

/** A call of a function. Its arguments arrive in pieces. */
export class FunctionCallItem implements OutputItem {
  readonly #frames: EventFrames
  readonly #facts: CallFacts
  readonly #deltaHead: string
  #arguments = ''
  #status: Status = 'in_progress'

  constructor(frames: EventFrames, facts: CallFacts) {
    this.#frames = frames
    this.#facts = facts
    const { id, index } = facts
    const place = { item_id: id, output_index: index }
    this.#deltaHead = frames.deltaHead('response.function_call_arguments.delta', place)
  }

  open(): string {
    return this.#frames.event('response.output_item.added', {
      output_index: this.#facts.index,
      item: this.value(),
    })
  }

  arguments(delta: string): string {
    this.#arguments += delta
    return delta === '' ? '' : this.#frames.delta(this.#deltaHead, delta)
  }

  end(status: ItemStatus): void {
    this.#status = status
  }

  close(status: ItemStatus): string {
    this.end(status)
    const { id, index, tool } = this.#facts
    return (
      this.#frames.event('response.function_call_arguments.done', {
        item_id: id,
        output_index: index,
        name: tool.name,
        arguments: this.#arguments,
      }) +
      this.#frames.event('response.output_item.done', { output_index: index, item: this.value() })
    )
  }

  value(): ResponseFunctionToolCallItem {
    const { id, callId, tool } = this.#facts
    return {
      id,
      type: 'function_call',
      status: this.#status,
      call_id: callId,
      name: tool.name,
      ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }),
      arguments: this.#arguments,
    }
  }
}

/**
 * A call of a tool of free text. The model writes its text as the argument of a function, so it is
 * known only at the end.
 */
export class CustomCallItem implements OutputItem {
  readonly #frames: EventFrames
  readonly #facts: CallFacts
  #arguments = ''

  constructor(frames: EventFrames, facts: CallFacts) {
    this.#frames = frames
    this.#facts = facts
  }

  open(): string {
    const item = { ...this.value(), input: '' }
    return this.#frames.event('response.output_item.added', {
      output_index: this.#facts.index,
      item,
    })
  }

  arguments(delta: string): string {
    this.#arguments += delta
    return ''
  }

  end(): void {}

  close(): string {
    const { id, index } = this.#facts
    const place = { item_id: id, output_index: index }
    const item = this.value()
    const { input } = item
    return (
      this.#frames.event('response.custom_tool_call_input.delta', { ...place, delta: input }) +
      this.#frames.event('response.custom_tool_call_input.done', { ...place, input }) +
      this.#frames.event('response.output_item.done', { output_index: index, item })
    )
  }

  value(): ResponseCustomToolCall {
    const { id, callId, tool } = this.#facts
    return {
      id,
      type: 'custom_tool_call',
      call_id: callId,
      name: tool.name,
      ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }),
      input: inputOf(this.#arguments),
    }
  }
}

/** Some models leave the object around the text away. */
function inputOf(args: string): string {
  const json = tryParseJson(args)
  if (!json.ok) return args
  const input: unknown = Reflect.get(Object(json.value), 'input')
  if (typeof input === 'string') return input
  return typeof json.value === 'string' ? json.value : args
}
