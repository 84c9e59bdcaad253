import { answerTooLong } from '../contract/answer-size.ts'

const MAX_LINE_CHARACTERS = 32 * 1024 * 1024
/** Only `\n` ends a line: with the flag `m` a U+2028 within JSON would as well. */
const DATA_LINE = /(?:^|\n)data:([^\n]*)/g

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
    const whole = end === -1 ? '' : rest + text.slice(0, end)
    rest = end === -1 ? rest + text : text.slice(end + 1)
    if (rest.length > MAX_LINE_CHARACTERS) throw answerTooLong()
    const batch = dataOf(whole)
    if (batch.length > 0) yield batch
  }
  const last = dataOf(rest)
  if (last.length > 0) yield last
}

/**
 * The values of the `data:` lines that are not empty. Other lines are passed over without a string for
 * each: a server may send millions of them.
 */
function dataOf(lines: string): readonly string[] {
  const values: string[] = []
  for (const [, value = ''] of lines.matchAll(DATA_LINE)) {
    const data = value.trim()
    if (data !== '') values.push(data)
  }
  return values
}
