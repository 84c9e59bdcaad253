/** Largest short answer of another program, such as a health check. */
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
export async function boundedText(
  response: Pick<Response, 'body'>,
  maxBytes = MAX_SHORT_ANSWER_BYTES,
): Promise<string | undefined> {
  const bytes = await boundedBytes(response.body, maxBytes)
  // Unlike `toString`, it leaves out a byte order mark.
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
}
