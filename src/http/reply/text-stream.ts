/** Sends a text as it is made, a piece for each turn that the client can take. */
export function textStream(
  pieces: Iterator<string>,
  contentType: string,
  filename: string,
): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel() {
      pieces.return?.()
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
    },
  })
}
