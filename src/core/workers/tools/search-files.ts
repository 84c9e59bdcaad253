import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { RE2JS } from 're2js'
import { jobPath, listJobFiles, readJobFile } from '../job-files.ts'
import { defineTool, ToolError } from '../tool.ts'

/** Of one file, and of all that one call looks at. */
const MAX_FILE_BYTES = 4 * 1024 * 1024
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
const MAX_MATCHES = 100
/** Of a line that matches. */
const MAX_LINE_CHARACTERS = 300
/** Lines after which other work of the service is let in. */
const TURN_LINES = 500
/** One call. */
const SEARCH_MS = 10_000

export const searchFiles = defineTool({
  name: 'search_files',
  description:
    'Finds lines in the text of all files in /inputs and /work, the texts of documents included. Gives the path, the number of the line and the line.',
  parameters: Type.Object({
    pattern: Type.String({ minLength: 1, maxLength: 500 }),
    is_regex: Type.Optional(
      Type.Boolean({ description: 'Whether `pattern` is a regular expression (RE2)' }),
    ),
    ignore_case: Type.Optional(Type.Boolean({ description: 'By default true' })),
    path: Type.Optional(Type.String({ maxLength: 4096, description: 'A file or a folder' })),
  }),
  label: ({ pattern, path }) => `search_files ${pattern}${path === undefined ? '' : ` in ${path}`}`,
  async run({ pattern, is_regex: isRegex = false, ignore_case: ignoreCase = true, path }, context) {
    const matches = matcher(pattern, isRegex, ignoreCase)
    const root = path === undefined ? '' : jobPath(path)
    const files = listJobFiles(context.folder).files.filter(
      (file) => file.path === root || file.path.startsWith(root === '' ? '/' : `${root}/`),
    )
    const until = performance.now() + SEARCH_MS
    const found: string[] = []
    let room = MAX_SEARCHED_BYTES
    let seen = 0
    let isWhole = true
    for (const file of files) {
      context.signal.throwIfAborted()
      if (room <= 0 || performance.now() > until || found.length >= MAX_MATCHES) {
        isWhole = false
        break
      }
      const bytes = await readJobFile(file, Math.min(MAX_FILE_BYTES, room))
      room -= bytes.length
      if (bytes.includes(0)) continue
      if (bytes.length < file.bytes) isWhole = false
      for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
        seen += 1
        if (seen % TURN_LINES === 0) {
          await setImmediate()
          if (performance.now() > until) break
        }
        if (!matches(line)) continue
        found.push(`${file.path}:${index + 1}: ${line.slice(0, MAX_LINE_CHARACTERS)}`)
        if (found.length >= MAX_MATCHES) break
      }
    }
    const note = isWhole && found.length < MAX_MATCHES ? [] : ['Not everything was searched']
    return { text: [...(found.length === 0 ? ['No line matches'] : found), ...note].join('\n') }
  },
})

/** In linear time, whatever the pattern. @throws {ToolError} */
function matcher(
  pattern: string,
  isRegex: boolean,
  ignoreCase: boolean,
): (line: string) => boolean {
  if (!isRegex) {
    const wanted = ignoreCase ? pattern.toLowerCase() : pattern
    return (line) => (ignoreCase ? line.toLowerCase() : line).includes(wanted)
  }
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return (line) => compiled.matcher(line).find()
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new ToolError(`The regular expression cannot be used: ${reason}`)
  }
}
