import type { HttpContext } from '../server/connection.ts'

/** What is handed over at a time: a larger chunk would wait in the server without a bound. */
const CHUNK_BYTES = 64 * 1024

interface TextStreamOptions {
  contentType: string
  /** Makes it a download. */
  filename?: string
  /** Of the largest piece, which is taken from the memory for all bodies; 0 for small ones. */
  pieceBytes?: number
}

/**
 * Sends a text as it is made, some pieces each time that the client can take them.
 *
 * @throws {AppError} `busy` when too many large ones are being sent
 */
export function textStream(
  { request, connection }: HttpContext,
  pieces: AsyncIterable<string> | Iterable<string>,
  { contentType, filename, pieceBytes = 0 }: TextStreamOptions,
): Response {
  const isSmall = pieceBytes === 0 || connection.isHead === true
  const memory = isSmall ? undefined : connection.holdMemory?.(pieceBytes)
  const release = () => memory?.[Symbol.dispose]()
  // A client may leave before the first piece, and then nothing is cancelled.
  request.signal.addEventListener('abort', release, { once: true })
  const iterator =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  let unsent = new Uint8Array()
  let hasLeft = false
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (unsent.byteLength === 0) {
          await connection.nextTurn?.(true)
          unsent = encoder.encode(await nextText(iterator))
        }
        // The answer to a HEAD is cancelled before the first piece is made.
        if (hasLeft) return
        if (unsent.byteLength > 0) {
          controller.enqueue(unsent.subarray(0, CHUNK_BYTES))
          unsent = unsent.subarray(CHUNK_BYTES)
          return
        }
        release()
        controller.close()
      } catch (error) {
        release()
        connection.failed?.(error)
        throw error
      }
    },
    async cancel() {
      hasLeft = true
      release()
      await iterator.return?.()
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': contentType,
      'cache-control': 'private, no-store',
      ...(filename === undefined
        ? {}
        : { 'content-disposition': `attachment; filename="${filename}"` }),
    },
  })
}

/** An answer that is longer than this is sent as a stream and counts as memory. */
const SMALL_CHARACTERS = 64 * 1024

/**
 * A value that may be large as JSON. A large one takes of the memory for all bodies until it is sent.
 *
 * @throws {AppError} `busy` when too many large ones are being sent; what making it throws
 */
export async function jsonAnswer(
  context: HttpContext,
  make: () => object | Promise<object>,
): Promise<Response> {
  const turn = context.connection.nextTurn?.(false)
  if (turn !== undefined) await turn
  return textAnswer(context, JSON.stringify(await make()), 'application/json')
}

/**
 * A text that may be large. A large one takes of the memory for all bodies until it is sent.
 *
 * @throws {AppError} `busy` when too many large ones are being sent
 */
export function textAnswer(context: HttpContext, text: string, contentType: string): Response {
  if (text.length > SMALL_CHARACTERS)
    return textStream(context, [text], { contentType, pieceBytes: text.length })
  return new Response(text, { headers: { 'content-type': contentType } })
}

/** One piece, or several small ones; empty at the end. */
async function nextText(pieces: Iterator<string> | AsyncIterator<string>): Promise<string> {
  let text = ''
  while (text.length < CHUNK_BYTES) {
    const next = await pieces.next()
    if (next.done === true) break
    text += next.value
  }
  return text
}

/**
 * An object as JSON in pieces, whose list is made item by item.
 *
 * @param name Of the field with the list
 * @param rest The other fields
 */
export function* jsonWithList(
  name: string,
  items: Iterable<object>,
  rest: object,
): Generator<string> {
  const fields = JSON.stringify(rest).slice(0, -1)
  yield `${fields}${fields === '{' ? '' : ','}${JSON.stringify(name)}:[`
  let isFirst = true
  for (const item of items) {
    yield `${isFirst ? '' : ','}${JSON.stringify(item)}`
    isFirst = false
  }
  yield ']}'
}
