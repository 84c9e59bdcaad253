import { AppError } from '../../../../platform/errors.ts'
import { tryParseJson } from '../../../../platform/json.ts'
import type { StoredResponse, StoredResponses } from '../../responses/stored-responses.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import type { ChatMessages } from './chat-messages.ts'
import { responseOfItem } from './item-ids.ts'
import { readItems } from './read-items.ts'
import { refuseAt } from './schema.ts'

const FIELD = 'previous_response_id'
const MAX_ID_CHARACTERS = 200

interface StoredItem {
  item: object
  /** UTF-16 code units of its JSON. */
  length: number
}

/** The kept responses that one request quotes or continues. */
export class StoredItems {
  readonly #responses: StoredResponses
  readonly #owner: string
  /** Items of answers by the id of the answer, then by their own. */
  readonly #found = new Map<string, ReadonlyMap<string, StoredItem> | undefined>()
  #length = 0

  constructor(responses: StoredResponses, owner: string) {
    this.#responses = responses
    this.#owner = owner
  }

  /**
   * @returns undefined where no item of this id is kept
   * @throws {AppError} `too_long`
   */
  item(id: string): object | undefined {
    const responseId = responseOfItem(id)
    if (responseId === undefined) return undefined
    if (!this.#found.has(responseId)) this.#found.set(responseId, this.#read(responseId))
    const found = this.#found.get(responseId)?.get(id)
    if (found === undefined) return undefined
    this.#count(found.length)
    return found.item
  }

  /**
   * Adds a response, and what it continues, to the messages of a chat.
   *
   * @param next The items that continue it
   * @throws {AppError} `not_found`, `invalid`
   */
  readInto(messages: ChatMessages, id: string, next: readonly object[]): void {
    const earlier = this.#responses.conversation(this.#owner, id)
    if (earlier === undefined) {
      const name = id.slice(0, MAX_ID_CHARACTERS)
      throw new AppError('not_found', `Previous response with id '${name}' not found.`, {
        param: FIELD,
      })
    }
    const answered = answeredCalls([...earlier.flatMap(({ input }) => input ?? []), ...next])
    for (const response of earlier) {
      if (response.input === undefined)
        refuseAt(FIELD, `the input of ${response.id} was too long to be kept`)
      if (response.state === 'active') refuseAt(FIELD, `${response.id} is still being written`)
      readItems(response.input, `${FIELD}.input`, messages, (item) => this.item(item))
      readItems(usableOutput(response, answered), `${FIELD}.output`, messages, () => undefined)
    }
  }

  /** Keeps what was quoted for as long again. */
  extend(): void {
    const used = [...this.#found].flatMap(([id, response]) => (response === undefined ? [] : [id]))
    this.#responses.extend(used)
  }

  #read(responseId: string): ReadonlyMap<string, StoredItem> | undefined {
    const response = this.#responses.find(this.#owner, responseId)
    if (response === undefined) return undefined
    this.#count(response.jsonBytes)
    return new Map(
      outputOf(response).map((item) => [
        String(Reflect.get(item, 'id')),
        { item, length: JSON.stringify(item).length },
      ]),
    )
  }

  /** A reference of a few bytes may stand for megabytes, each time that it is repeated. */
  #count(length: number): void {
    this.#length += length
    if (this.#length <= MAX_CHAT_BYTES) return
    throw new AppError(
      'too_long',
      `The items that input refers to are too long: the bound is ${MAX_CHAT_BYTES} bytes`,
      { param: 'input' },
    )
  }
}

/** The items of a kept answer. */
function outputOf({ response }: StoredResponse): object[] {
  const output: unknown = Reflect.get(response, 'output')
  return Array.isArray(output) ? output : []
}

/** The ids of the calls whose results are among these items. */
function answeredCalls(items: readonly unknown[]): ReadonlySet<unknown> {
  const outputs = items.filter((item) => /_call_output$/.test(String(fieldOf(item, 'type'))))
  return new Set(outputs.map((item) => fieldOf(item, 'call_id')))
}

/**
 * The items of an answer that go to a model again. Of one that is not whole, a call that nobody has
 * run may be cut off, and models have to find the result of each call behind it.
 *
 * @throws {AppError} `invalid` for a call that was run and whose arguments are cut off
 */
function usableOutput(kept: StoredResponse, answered: ReadonlySet<unknown>): object[] {
  const output = outputOf(kept)
  if (fieldOf(kept.response, 'status') === 'completed') return output
  return output.filter((item) => {
    const callId = fieldOf(item, 'call_id')
    if (callId === undefined) return true
    if (!answered.has(callId)) return false
    const args = fieldOf(item, 'arguments')
    if (typeof args === 'string' && args.trim() !== '' && !tryParseJson(args).ok)
      refuseAt(
        FIELD,
        `the arguments of ${String(fieldOf(item, 'name'))} were cut off in ${kept.id}`,
      )
    return true
  })
}

function fieldOf(item: unknown, name: string): unknown {
  return Reflect.get(Object(item), name)
}
