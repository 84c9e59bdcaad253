import { close, read } from 'node:fs'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import { ToolError } from '../../core/tools/tool.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import { readFolder } from '../../sandbox/job-folder.ts'
import type { JobFolder } from './job-folders.ts'

/** Files of each folder that tools see. @limit worker-files count */
export const MAX_JOB_FILES = 5_000
const PIECE_BYTES = 256 * 1024

const readFrom = promisify(read)
const closeFile = promisify(close)

/** A file of a job, by the path that its commands know. */
export interface JobFile {
  path: string
  bytes: number
  /** Opens it. @returns A descriptor, to be closed by the caller */
  open(): number
}

/** The regular files of a job, inputs first. Links and the like are left out. */
export function listJobFiles({ inputs, work }: JobFolder): {
  files: JobFile[]
  isPartial: boolean
} {
  const folders = [
    { root: '/inputs', ...readFolder(inputs, { maxFiles: MAX_JOB_FILES }) },
    { root: '/work', ...readFolder(work, { maxFiles: MAX_JOB_FILES }) },
  ]
  return {
    files: folders.flatMap(({ root, files }) =>
      files
        .map((file) => ({
          path: `${root}/${file.name}`,
          bytes: file.bytes,
          open: () => file.open(),
        }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    ),
    isPartial: folders.some(({ isPartial }) => isPartial),
  }
}

/** The path as commands know it; a relative one starts in /work. */
export function jobPath(path: string): string {
  return posix.resolve('/work', path)
}

/** @throws {ToolError} where there is no such file */
export function findJobFile(folder: JobFolder, path: string): JobFile {
  const wanted = jobPath(path)
  const { files } = listJobFiles(folder)
  const found = files.find((file) => file.path === wanted)
  if (found !== undefined) return found
  if (!/^\/(?:inputs|work)(?:\/|$)/.test(wanted))
    throw new ToolError('Only files in /inputs and /work can be read')
  const paths = files.map((file) => file.path)
  // Models name an attached file as its person does.
  const nearest = paths.find((one) => one === `/inputs/${path}`) ?? nearestName(wanted, paths)
  const hint = nearest === undefined ? 'list_files shows those that there are' : `Is it ${nearest}?`
  throw new ToolError(`There is no file ${wanted}. ${hint}`)
}

/** The first bytes of a file, or all of a shorter one. */
export async function readJobFile(file: JobFile, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(file, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The bytes of a file up to a bound. */
export async function* piecesOf(file: JobFile, maxBytes: number): AsyncGenerator<Buffer> {
  let descriptor: number
  try {
    descriptor = file.open()
  } catch (error) {
    throw new ToolError(`${file.path} cannot be opened`, { cause: error })
  }
  try {
    for (let at = 0; at < maxBytes; ) {
      const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, maxBytes - at))
      const { bytesRead } = await readFrom(descriptor, buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await closeFile(descriptor)
  }
}
