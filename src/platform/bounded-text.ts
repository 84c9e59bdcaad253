/** Largest short answer of another program, such as a health check. @limit short-answer KiB */
export const MAX_SHORT_ANSWER_BYTES = 256 * 1024

/**
 * The whole of a body that comes from outside, after decompression. Every answer of another server
 * that is not read piece by piece is read here.
 *
 * @returns undefined when it is longer than the bound, which closes the connection
 */
export async function boundedBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The text of a response; undefined when it is longer than the bound, which closes the connection. */
export function boundedText(
  response: Pick<Response, 'body'> | Response,
  maxBytes = MAX_SHORT_ANSWER_BYTES,
): Promise<string | undefined> {
  return response instanceof Response && declaresLess(response.headers, maxBytes)
    ? response.text()
    : boundedPieces(response.body, maxBytes)
}

async function boundedPieces(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const bytes = await boundedBytes(body, maxBytes)
  // Unlike `toString`, it leaves out a byte order mark.
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}

/**
 * Whether a body ends by a length that its head declares, and is neither compressed nor chunked, which
 * would make that length void. Read at one go, it takes half the time of one that is read in pieces.
 */
function declaresLess(headers: Headers, maxBytes: number): boolean {
  const length = headers.get('content-length')
  if (length === null || !(Number(length) <= maxBytes)) return false
  return !headers.has('content-encoding') && !headers.has('transfer-encoding')
}

const MAX_LINE_CHARACTERS = 64 * 1024 * 1024

/** A process has written a line without an end. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError'

  constructor() {
    super('A line of the process has no end')
  }
}

/**
 * Reads the lines of a process's output, one batch for each read. A line may have up to 64 Mi
 * characters and arrive in any pieces.
 *
 * @throws {LineTooLongError}
 */
export async function* readLines(
  output: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let heldCharacters = 0
  for await (const bytes of output) {
    const lines = decoder.decode(bytes, { stream: true }).split('\n')
    const rest = lines.pop() ?? ''
    if (lines.length > 0) {
      if (heldCharacters > 0) lines[0] = parts.join('') + lines[0]
      yield lines
      parts = []
      heldCharacters = 0
    }
    if (rest === '') continue
    // The pieces of a long line are joined once, at its end.
    parts.push(rest)
    heldCharacters += rest.length
    if (heldCharacters > MAX_LINE_CHARACTERS) throw new LineTooLongError()
  }
  const last = parts.join('') + decoder.decode()
  if (last !== '') yield [last]
}
