import { rm, writeFile } from 'node:fs/promises'
import { AppError } from '../../platform/errors.ts'
import { type JobFile, piecesOf, readJobFile } from './job-files.ts'
import { MAX_WORKER_IMAGE_BYTES, MAX_WORKER_PAGE_IMAGES } from './prepare-inputs.ts'
import { type ToolContext, ToolError, type ToolOutcome } from './tool.ts'

/** Enough of a file to know its format. */
const SIGNATURE_BYTES = 12

/** Whether a file begins as a PNG, JPEG, WebP or GIF does. */
export async function isPicture(file: JobFile): Promise<boolean> {
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
export async function showPicture(file: JobFile, context: ToolContext): Promise<ToolOutcome> {
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
