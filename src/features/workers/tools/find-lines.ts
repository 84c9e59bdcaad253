import { RE2JS } from 're2js'

/** Lines of one search. @limit worker-find-lines count */
export const MAX_MATCHES = 100
/** Of a line that matches. */
const MAX_LINE_CHARACTERS = 300

/** What is searched for, and where. */
export interface LineSearch {
  pattern: string
  isRegex: boolean
  ignoreCase: boolean
  files: readonly { path: string; bytes: Uint8Array }[]
}

/** Lines as `path:number: text`, or why the pattern cannot be used. */
export type FoundLines = { lines: string[] } | { refusal: string }

/** Searches the lines of files for a pattern. */
export function findLines({ files, ...search }: LineSearch): FoundLines {
  const matcher = matcherOf(search)
  if (typeof matcher === 'string') return { refusal: matcher }
  const lines: string[] = []
  for (const { path, bytes } of files)
    for (const [index, line] of Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('utf8')
      .split('\n')
      .entries()) {
      if (!matcher(line)) continue
      lines.push(`${path}:${index + 1}: ${line.slice(0, MAX_LINE_CHARACTERS)}`)
      if (lines.length >= MAX_MATCHES) return { lines }
    }
  return { lines }
}

/** @returns Why the pattern cannot be used, as a text */
function matcherOf({
  pattern,
  isRegex,
  ignoreCase,
}: Omit<LineSearch, 'files'>): ((line: string) => boolean) | string {
  if (!isRegex) {
    const wanted = ignoreCase ? pattern.toLowerCase() : pattern
    return (line) => (ignoreCase ? line.toLowerCase() : line).includes(wanted)
  }
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return (line) => compiled.matcher(line).find()
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown fault'
  }
}
