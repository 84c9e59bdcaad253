import { connectionOf } from '../server/connection.ts'
import { type BodyOptions, declaredBytes, readStream, readWhole } from './stream.ts'

/** A declared body up to this size is read at one go. */
const SMALL_BODY_BYTES = 64 * 1024

/**
 * The body as text, bounded in size and in time while it arrives. Its declared length is taken from
 * the budget of all bodies before a byte is read; without one, each chunk as it arrives.
 *
 * @throws {AppError} `too_large`, `busy`, `request_timeout`, `malformed`, and what the route's guard throws
 */
export async function readText(
  request: Request,
  maxBytes: number,
  options: BodyOptions = {},
): Promise<string> {
  const declared = declaredBytes(request, maxBytes)
  const { bodyShare } = connectionOf(request)
  if (declared !== undefined) bodyShare?.take(declared)
  if (declared !== undefined && declared <= SMALL_BODY_BYTES) return readSmall(request, options)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readStream(request, maxBytes, options)) {
    if (declared === undefined) bodyShare?.take(chunk.byteLength)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function readSmall(request: Request, { hasher }: BodyOptions): Promise<string> {
  if (hasher === undefined) return readWhole(request, () => request.text())
  const bytes = await readWhole(request, () => request.bytes())
  hasher.update(bytes)
  return new TextDecoder().decode(bytes)
}
