import { AppError } from '../../../platform/errors.ts'
import { MAX_JSON_DEPTH, tryParseJson } from '../../../platform/json.ts'

/** One conversation, as JSON. @limit import-conversation MiB */
export const MAX_ELEMENT_BYTES = 16 * 1024 ** 2
const TOO_DEEP = 'it is nested too deep'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Bytes of white space, and of the mark that some programs begin a text with. */
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** An element of the array: its value, or why it is left out. */
export type JsonElement = { value: unknown } | { error: string }

/**
 * The elements of a JSON array, one after the other, while it is read: only one of them is in memory.
 *
 * @throws {AppError} `invalid` for a text that is no array; for one that is cut off, after its elements
 */
export async function* jsonElements(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonElement> {
  let parts: Uint8Array[] = []
  let size = 0
  let depth = 0
  let [isInString, isEscaped, isEnded] = [false, false, false]
  let error: string | undefined
  const take = (bytes: Uint8Array) => {
    size += bytes.length
    if (size > MAX_ELEMENT_BYTES) error ??= `it is larger than ${MAX_ELEMENT_BYTES / 1024 ** 2} MiB`
    if (error === undefined) parts.push(bytes)
    else parts = []
  }
  const end = (): JsonElement => {
    const element = error === undefined ? parsed(Buffer.concat(parts)) : { error }
    parts = []
    size = 0
    error = undefined
    return element
  }
  for await (const chunk of source) {
    /** Where the element begins in this chunk; negative outside of one. */
    let start = size > 0 || depth > 1 || isInString ? 0 : -1
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
        continue
      }
      if (SPACES.has(byte)) continue
      if (depth === 0) {
        if (isEnded || byte !== OPEN_ARRAY) throw noExport()
        depth = 1
        continue
      }
      if (depth === 1 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        if (start >= 0) {
          take(chunk.subarray(start, at))
          yield end()
        }
        start = -1
        if (byte === CLOSE_ARRAY) {
          depth = 0
          isEnded = true
        }
        continue
      }
      if (start < 0) start = at
      if (byte === QUOTE) isInString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1
        if (depth > MAX_JSON_DEPTH) error ??= TOO_DEEP
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1
    }
    // A copy, as the reader may use its memory again.
    if (start >= 0) take(chunk.slice(start))
  }
  if (isEnded) return
  if (depth === 0) throw noExport()
  if (size > 0) yield { error: 'the file ends in the middle of it' }
  throw new AppError('invalid', 'The file is cut off: what comes before its end was imported')
}

function parsed(bytes: Buffer): JsonElement {
  const { ok, value, ...failure } = tryParseJson(bytes.toString('utf8'))
  if (ok) return { value }
  const excess = 'excess' in failure ? failure.excess : undefined
  if (excess === undefined) return { error: 'it is no JSON' }
  return { error: excess === 'depth' ? TOO_DEEP : 'it holds too many values' }
}

function noExport(): AppError {
  return new AppError(
    'invalid',
    'This is no export of conversations: choose the conversations.json or the zip of ChatGPT, or the JSON file of Open WebUI',
  )
}
