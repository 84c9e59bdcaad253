import { answerTooLong } from '../contract/answer-size.ts'

const MAX_LINE_CHARACTERS = 32 * 1024 * 1024

/**
 * Reads the `data:` lines of a server-sent event stream, one batch for each network read. An
 * OpenAI-compatible server sends one JSON document on one line; other fields and comments are skipped.
 *
 * @throws {EngineFailure} `request` when a line is longer than 32 Mi characters
 */
export async function* eventLines(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true })
    const end = text.lastIndexOf('\n')
    // Only new text is searched: a long line in small pieces would take quadratic time.
    const lines = end === -1 ? [] : (rest + text.slice(0, end)).split('\n')
    rest = end === -1 ? rest + text : text.slice(end + 1)
    if (rest.length > MAX_LINE_CHARACTERS) throw answerTooLong()
    const batch = lines.map(dataOf).filter((data) => data !== '')
    if (batch.length > 0) yield batch
  }
  const last = dataOf(rest)
  if (last !== '') yield [last]
}

/** The value of a `data:` line; empty for any other line. */
function dataOf(line: string): string {
  return line.startsWith('data:') ? line.slice('data:'.length).trim() : ''
}
