const PAGE = /^(?:text\/html|application\/xhtml\+xml|.*\b(?:xml|json)|text\/plain)$/
/** Types that servers send where they know none. */
const UNKNOWN =
  /^(?:application|binary)\/(?:octet-stream|x-download|force-download|download|unknown)$/
/** How a page or a feed begins. */
const MARKUP = /^(?:\ufeff|\s)*<(?:!doctype html|html|head|body|title|meta|!--|\?xml|rss|feed)\b/i
/** First bytes of documents: PDF, ZIP with office documents in it, OLE, RTF, pictures. */
const DOCUMENTS = [
  '%PDF-',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '{\\rtf',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
]
/** Of an answer, by which its kind is known. */
const HEAD_BYTES = 512

/** An answer whose first bytes have been looked at. */
interface Answer {
  isPage: boolean
  /** From its first byte. */
  body: ReadableStream<Uint8Array>
}

/** Tells pages from documents by their first bytes, as servers often name another type. */
export async function answerKind(
  mediaType: string,
  body: ReadableStream<Uint8Array>,
): Promise<Answer> {
  const rest = body[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  for (let seen = 0; seen < HEAD_BYTES; ) {
    const { done, value } = await rest.next()
    if (done === true) break
    pieces.push(value)
    seen += value.byteLength
  }
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return { isPage: looksLikePage(mediaType, head), body: rejoined(pieces, rest) }
}

function looksLikePage(mediaType: string, head: Buffer): boolean {
  const text = head.toString('latin1')
  if (DOCUMENTS.some((start) => text.startsWith(start))) return false
  if (PAGE.test(mediaType) || text === '') return true
  return UNKNOWN.test(mediaType) && MARKUP.test(head.toString())
}

function rejoined(
  pieces: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const first = pieces.shift()
        if (first !== undefined) return controller.enqueue(first)
        const { done, value } = await rest.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await rest.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
