import { EngineFailure } from '../contract/failure.ts'

const SPACE = 32
const CARRIAGE_RETURN = 13
const MAX_LINE_CHARACTERS = 32 * 1024 * 1024

/**
 * Reads the `data:` lines of a server-sent event stream, all those of one network read together.
 * OpenAI-compatible servers put one JSON document on one line; other fields and comments are skipped.
 *
 * @throws {EngineFailure} `transient` when a line never ends
 */
export async function* eventLines(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const text = rest + decoder.decode(bytes, { stream: true })
    const lines: string[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const data = dataOf(text, start, end)
      if (data !== undefined) lines.push(data)
      start = end + 1
    }
    rest = text.slice(start)
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new EngineFailure('transient', 'The engine sent a line without an end')
    }
    if (lines.length > 0) yield lines
  }
  const last = dataOf(rest, 0, rest.length)
  if (last !== undefined) yield [last]
}

function dataOf(text: string, start: number, end: number): string | undefined {
  if (!text.startsWith('data:', start)) return undefined
  const from = text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5
  const to = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end
  return from < to ? text.slice(from, to) : undefined
}
