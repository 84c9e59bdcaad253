import { Type } from '@sinclair/typebox'
import { deadline } from '../../../platform/deadline.ts'
import { WorkerThread } from '../../../platform/worker-thread.ts'
import { jobPath, listJobFiles, readJobFile } from '../job-files.ts'
import { defineTool, type ToolContext, ToolError } from '../tool.ts'
import { type FoundLines, findLines, type LineSearch, MAX_MATCHES } from './find-lines.ts'

/** Of one file, and of all that one call looks at. See Limits. */
export const MAX_SEARCHED_FILE_BYTES = 4 * 1024 * 1024
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
/** One call. See Limits. */
export const SEARCH_MS = 10_000
/** Up to here a plain text is searched in the main thread: a worker takes longer to start. */
const MAX_INLINE_BYTES = 256 * 1024

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
    const { files, isWhole } = await searchedFiles(path, context)
    const found = await linesOf({ pattern, isRegex, ignoreCase, files }, context.signal)
    if ('refusal' in found)
      throw new ToolError(`The regular expression cannot be used: ${found.refusal}`)
    const { lines } = found
    const note = isWhole && lines.length < MAX_MATCHES ? [] : ['Not everything was searched']
    return { text: [...(lines.length === 0 ? ['No line matches'] : lines), ...note].join('\n') }
  },
})

/** The texts that are searched, up to the bounds. */
async function searchedFiles(
  path: string | undefined,
  { folder, signal }: ToolContext,
): Promise<{ files: LineSearch['files']; isWhole: boolean }> {
  const root = path === undefined ? '/' : jobPath(path)
  const within = root.endsWith('/') ? root : `${root}/`
  const { files, isPartial } = listJobFiles(folder)
  const texts: { path: string; bytes: Uint8Array }[] = []
  let room = MAX_SEARCHED_BYTES
  let isWhole = !isPartial
  for (const file of files) {
    if (file.path !== root && !file.path.startsWith(within)) continue
    signal.throwIfAborted()
    if (room <= 0) return { files: texts, isWhole: false }
    const bytes = await readJobFile(file, Math.min(MAX_SEARCHED_FILE_BYTES, room))
    room -= bytes.length
    if (bytes.includes(0)) continue
    if (bytes.length < file.bytes) isWhole = false
    texts.push({ path: file.path, bytes })
  }
  return { files: texts, isWhole }
}

/**
 * A regular expression takes linear time, but by a factor that depends on it: a short one can take
 * minutes for a few megabytes.
 */
async function linesOf(search: LineSearch, signal: AbortSignal): Promise<FoundLines> {
  const total = search.files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (!search.isRegex && total <= MAX_INLINE_BYTES) return findLines(search)
  const thread = new WorkerThread<LineSearch, FoundLines>(
    new URL('./find-lines-worker.ts', import.meta.url),
  )
  try {
    return await deadline(thread.ask(search), SEARCH_MS, { signal, onTimeout: tooLong })
  } finally {
    thread.end()
  }
}

function tooLong(): never {
  throw new ToolError(
    `The search took longer than ${SEARCH_MS / 1000} seconds: give a simpler pattern, or the path of one file`,
  )
}
