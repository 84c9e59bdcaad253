import { open, readFile as readHostFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { cleanFileName } from '../../core/attachments/file-name.ts'
import { isForeignName, type Tool, ToolError } from '../../core/tools/tool.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import { Thread } from '../../platform/thread-pool.ts'
import { HEAD_BYTES, judgeMediaType } from '../files/media-type.ts'
import {
  PageParameters,
  readPageTool,
  SearchParameters,
  webSearchTool,
} from '../web-pages/tools.ts'
import {
  findJobFile,
  type JobFile,
  jobPath,
  listJobFiles,
  piecesOf,
  readJobFile,
} from './job-files.ts'
import type { ToolCall, WorkerInputFile } from './pieces.ts'
import { MAX_WORKER_IMAGE_BYTES, MAX_WORKER_PAGE_IMAGES } from './prepare-inputs.ts'
import {
  defineTool,
  type ToolContext,
  type ToolOutcome,
  type WorkerTool,
  workerOutcome,
} from './tool.ts'
import { type FoundLines, findLines, type LineSearch, MAX_MATCHES } from './tools/find-lines.ts'
import { run } from './tools/run.ts'
import { SERVICE_TOOLS, type WorkerProfile } from './worker-profile.ts'

/**
 * Links of one site that a job with attached files may follow, unless its profile says otherwise.
 * @limit worker-links-host count
 */
export const LINKS_PER_HOST = 5

/** The same tool as for everybody; its pages are in the price of the job. */
const readPage = readPageTool<ToolContext>((url, context) => context.fetchPage(url, context.signal))

export const fetchPage = defineTool({
  name: 'fetch_page',
  description:
    'Reads a web page as Markdown, with its links. Only addresses that stand in the task, in a result of a search, or as a link of a page that you have read are allowed, exactly as they stand there.',
  parameters: PageParameters,
  label: ({ url }) => `fetch_page ${url}`,
  run: (values, context) => workerOutcome(readPage, values, context),
})

/** The address that a stored call has asked for; undefined for a call of another tool. */
export function fetchedAddress(call: ToolCall | undefined): string | undefined {
  if (call?.name !== fetchPage.name) return undefined
  const { value } = tryParseJson(call.arguments)
  return matches(PageParameters, value) ? value.url : undefined
}

/** Of the answer of a job. @limit worker-answer characters */
export const MAX_ANSWER_CHARACTERS = 100_000

export const finish = defineTool({
  name: 'finish',
  description: 'Ends the work with the answer for the person who gave you the task.',
  parameters: Type.Object({
    answer: Type.String({ minLength: 1, maxLength: MAX_ANSWER_CHARACTERS }),
  }),
  label: () => 'finish',
  run: async ({ answer }) => ({ text: 'Done', answer }),
})

/** Files that one call lists. */
const MAX_LISTED = 500

const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists the files in /inputs (what was attached) and /work (what commands have made), with their sizes in bytes.',
  parameters: Type.Object({
    path: Type.Optional(
      Type.String({ maxLength: 4096, description: 'A folder, as /inputs; all without' }),
    ),
  }),
  label: ({ path }) => `list_files${path === undefined ? '' : ` ${path}`}`,
  async run({ path }, { folder, files: inputs, artifacts }) {
    const { files, isPartial } = listJobFiles(folder)
    const root = path === undefined ? '' : `${jobPath(path).replace(/\/$/, '')}/`
    const wanted = files.filter((file) => file.path.startsWith(root))
    const kinds = new Map(inputs.map((file) => [`/inputs/${file.name}`, file]))
    const lines = wanted.slice(0, MAX_LISTED).map(({ path: name, bytes }) => {
      const input = kinds.get(name)
      return `${bytes}\t${name}${input === undefined ? '' : `\t${input.kind}`}`
    })
    const left = wanted.length - lines.length
    return {
      text: [
        ...(lines.length === 0 ? ['There are no files'] : lines),
        ...(left > 0 ? [`… and ${left} more: name a folder`] : []),
        ...(isPartial ? ['There are more files than are listed'] : []),
        ...artifacts.map(({ name, bytes }) => `${bytes}\tartifact ${name}`),
      ].join('\n'),
    }
  },
})

/** Of a text that is read in lines. @limit worker-read MiB */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024
/** Lines of one call. See Limits. */
const DEFAULT_LINES = 400
/** @limit worker-read-lines count */
export const MAX_LINES = 2_000

const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a text file in lines. Of a PDF or an office document in /inputs it gives the text; `page` shows one page of a scanned document. A picture (PNG, JPEG, WebP, GIF), also one that you made in /work, is shown where you can see pictures.',
  parameters: Type.Object({
    path: Type.String({ minLength: 1, maxLength: 4096 }),
    offset: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The first line, from 1; by default 1' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LINES,
        description: `How many lines; by default ${DEFAULT_LINES}`,
      }),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'A page to look at, from 1' })),
  }),
  label: ({ path, offset, page }) =>
    `read_file ${path}${page === undefined ? '' : `, page ${page}`}${offset === undefined ? '' : `, from line ${offset}`}`,
  async run({ path, offset = 1, limit = DEFAULT_LINES, page }, context) {
    const file = findJobFile(context.folder, path)
    const input = context.files.find(({ name }) => `/inputs/${name}` === file.path)
    const isPictures = input !== undefined && input.textName === undefined && input.kind !== 'text'
    if (page !== undefined || (isPictures && input.pictures.length > 0))
      return showPage(input, page ?? 1, context)
    const text =
      input?.textName === undefined
        ? file
        : findJobFile(context.folder, `/inputs/${input.textName}`)
    if (text === file && (await isPicture(file))) {
      if (input === undefined) return showPicture(file, context)
      throw new ToolError(
        `${file.path} is a picture that cannot be shown. ${input.note ?? ''}`.trim(),
      )
    }
    const note = input?.note === undefined || input.note === null ? '' : ` ${input.note}`
    return readLines(text, file.path, { offset, limit, note })
  },
})

async function showPage(
  input: WorkerInputFile | undefined,
  page: number,
  { folder, sees }: ToolContext,
): Promise<ToolOutcome> {
  if (input === undefined) throw new ToolError('Only files in /inputs have pages')
  if (!sees) throw new ToolError('This model does not see pictures: read the text of the file')
  const count = input.pictures.length
  if (count === 0) throw new ToolError(`There are no pictures of ${input.name}: read its text`)
  const name = input.pictures[page - 1]
  if (name === undefined) throw new ToolError(`There are pictures of ${count} pages, from 1`)
  const picture = await readHostFile(join(folder.inputs, name))
  return { text: `Page ${page} of ${count} of /inputs/${input.name}`, pictures: [picture] }
}

async function readLines(
  file: JobFile,
  path: string,
  { offset, limit, note }: { offset: number; limit: number; note: string },
): Promise<ToolOutcome> {
  const bytes = await readJobFile(file, MAX_TEXT_BYTES)
  if (bytes.includes(0))
    throw new ToolError(
      `${path} is no text. A command can convert it, if a program for it is there`,
    )
  const lines = bytes.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const shown = lines.slice(offset - 1, offset - 1 + limit)
  const isPartial = file.bytes > bytes.length
  if (shown.length === 0 && lines.length > 0)
    throw new ToolError(`${path} has ${lines.length} lines`)
  const last = offset - 1 + shown.length
  const head = `Lines ${shown.length === 0 ? 0 : offset} to ${last} of ${lines.length}${isPartial ? ' and more' : ''} of ${path}.${note}`
  return { text: `${head}\n${shown.join('\n')}` }
}

/** Of one file, and of all that one call looks at. @limit worker-find-file MiB */
export const MAX_SEARCHED_FILE_BYTES = 4 * 1024 * 1024
/** @limit worker-find MiB */
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
/** One call. @limit worker-find-time seconds */
export const SEARCH_MS = 10_000
/** Up to here a plain text is searched in the main thread: a worker takes longer to start. */
const MAX_INLINE_BYTES = 256 * 1024

const searchFiles = defineTool({
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
  const thread = new Thread<LineSearch, FoundLines>(
    new URL('./tools/find-lines.thread.ts', import.meta.url),
  )
  try {
    return await thread.limit(thread.ask(search), {
      cpuMs: SEARCH_MS,
      signal,
      onTimeout: tooLong,
    })
  } finally {
    thread.end()
  }
}

function tooLong(): never {
  throw new ToolError(
    `The search took longer than ${SEARCH_MS / 1000} seconds: give a simpler pattern, or the path of one file`,
  )
}

const webSearch = defineTool({
  name: 'web_search',
  description: 'Searches the web. Gives titles, addresses and excerpts; fetch_page reads a result.',
  parameters: SearchParameters,
  label: ({ query }) => `web_search ${query}`,
  async run(values, context) {
    if (context.search === undefined) throw new ToolError('No search is set up here')
    return await workerOutcome(webSearchTool(context.search), values, context)
  },
})

/** Artifacts of one job. @limit worker-artifacts count */
export const MAX_ARTIFACTS = 20
/** Of one artifact. @limit worker-artifact MB */
export const MAX_ARTIFACT_BYTES = 25 * 1000 * 1000
/** Of one that is given as text. @limit worker-artifact-text characters */
export const MAX_ARTIFACT_CHARACTERS = 200_000
/** Behind the name of a file that is being written. No clean name ends with a dot. */
const PART = '.part.'

const writeArtifact = defineTool({
  name: 'write_artifact',
  description:
    'Hands a file to the person who gave you the task: either `text`, or a `file` of /work or /inputs. The same name again replaces it.',
  parameters: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 1000, description: 'Its name, as report.md' }),
    text: Type.Optional(Type.String({ maxLength: MAX_ARTIFACT_CHARACTERS })),
    file: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  }),
  label: ({ name }) => `write_artifact ${cleanFileName(name)}`,
  async run({ name: given, text, file }, { folder, artifacts, requireRoom }) {
    if ((text === undefined) === (file === undefined))
      throw new ToolError('Give either text or file')
    const name = cleanFileName(given)
    const others = artifacts.filter((one) => one.name !== name)
    if (others.length >= MAX_ARTIFACTS)
      throw new ToolError(`There are ${MAX_ARTIFACTS} artifacts already, which is the bound`)
    const source = file === undefined ? undefined : findJobFile(folder, file)
    await requireRoom(source?.bytes ?? Buffer.byteLength(text ?? ''))
    const path = join(folder.artifacts, name)
    const part = join(folder.artifacts, `${crypto.randomUUID()}${PART}`)
    try {
      const { bytes, head } = await copy(
        source === undefined ? [Buffer.from(text ?? '')] : piecesOf(source, MAX_ARTIFACT_BYTES + 1),
        part,
      )
      if (bytes > MAX_ARTIFACT_BYTES)
        throw new ToolError(`An artifact has at most ${MAX_ARTIFACT_BYTES} bytes`)
      const mediaType = await judgeMediaType(head, name)
      await rename(part, path)
      return {
        text: `Handed over as ${name}: ${bytes} bytes, ${mediaType}`,
        artifact: { name, bytes, mediaType },
      }
    } finally {
      await rm(part, { force: true })
    }
  },
})

async function copy(
  source: Iterable<Buffer> | AsyncIterable<Buffer>,
  path: string,
): Promise<{ bytes: number; head: Buffer }> {
  const file = await open(path, 'wx', 0o600)
  const head: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of source) {
      if (bytes < HEAD_BYTES) head.push(piece)
      await file.writeFile(piece)
      bytes += piece.length
    }
  } finally {
    await file.close()
  }
  return { bytes, head: Buffer.concat(head).subarray(0, HEAD_BYTES) }
}

const ALL: readonly WorkerTool[] = [
  listFiles,
  readFile,
  searchFiles,
  run,
  writeArtifact,
  fetchPage,
  webSearch,
]

/** What there is beside the tools of workers. */
export interface MoreTools {
  hasSearch: boolean
  /** Finds one of the service, or of another server, that whoever has given the task may call. */
  find: (name: string) => Tool | undefined
}

/** What a worker of a profile may use. It can always end its work. */
export function toolsOf({ tools }: WorkerProfile, { hasSearch, find }: MoreTools): WorkerTool[] {
  const granted = ALL.filter(
    ({ name }) => tools.includes(name) && (name !== 'web_search' || hasSearch),
  )
  const ofService = SERVICE_TOOLS.filter((name) => tools.includes(name))
  const ofRegistry = [...ofService, ...tools.filter(isForeignName)].flatMap((name) => {
    const tool = find(name)
    if (tool === undefined) return []
    const run: WorkerTool['run'] = async (values, context) => {
      // The right may have been taken away while the job runs.
      const current = find(name)
      if (current === undefined) throw new ToolError(`${name} may no longer be called here`)
      return await workerOutcome(current, values, context)
    }
    return [{ ...tool, name, run }]
  })
  return [...granted, ...ofRegistry, finish]
}

/** Enough of a file to know its format. */
const SIGNATURE_BYTES = 12

/** Whether a file begins as a PNG, JPEG, WebP or GIF does. */
async function isPicture(file: JobFile): Promise<boolean> {
  for await (const bytes of piecesOf(file, SIGNATURE_BYTES)) {
    const start = bytes.toString('latin1')
    return (
      /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a)/.test(start) ||
      (start.startsWith('RIFF') && start.endsWith('WEBP'))
    )
  }
  return false
}

/**
 * Shows a picture that the job has made. It is encoded anew outside of the sandbox's folders.
 *
 * @throws {ToolError} where the model does not see pictures, a bound of the job is reached, or the
 * picture cannot be decoded
 */
async function showPicture(file: JobFile, context: ToolContext): Promise<ToolOutcome> {
  const { sees, shownPictures, readPicture, requireRoom, logPath, signal } = context
  if (!sees)
    throw new ToolError(
      `${file.path} is a picture, and this model does not see pictures. A command can measure it, if a program for it is there`,
    )
  if (shownPictures.length >= MAX_WORKER_PAGE_IMAGES)
    throw new ToolError(
      `${MAX_WORKER_PAGE_IMAGES} pictures of /work were shown, and no more are shown in this job`,
    )
  const shownBytes = shownPictures.reduce((sum, bytes) => sum + bytes, 0)
  if (shownBytes + file.bytes > MAX_WORKER_IMAGE_BYTES)
    throw new ToolError(
      `${file.path} is too large: pictures of /work that are shown may have ${MAX_WORKER_IMAGE_BYTES / 1e6} MB in all. Make it smaller`,
    )
  await requireRoom(file.bytes)
  // A copy, as commands may put something else in the place of the file.
  const copy = `${logPath}.picture`
  try {
    await writeFile(copy, await readJobFile(file, MAX_WORKER_IMAGE_BYTES), { mode: 0o600 })
    const { picture, notes } = await readPicture(copy, file.path, signal).catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error
      throw new ToolError(
        `${file.path} cannot be shown: ${error.reason ?? error.message}. Make it anew`,
      )
    })
    const text = [`The picture ${file.path}`, ...notes].join('. ')
    return { text, pictures: [picture], shownPictureBytes: file.bytes }
  } finally {
    await rm(copy, { force: true })
  }
}
