import { isUtf8 } from 'node:buffer'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachmentSource } from '../../core/attachments/attachment.ts'
import { cleanFileName } from '../../core/attachments/file-name.ts'
import type { AttachmentPreparation, ReadyFile } from '../../core/attachments/preparation.ts'
import type { TaskContext } from '../../core/tasks/define-task.ts'
import type { ExtractedDocument } from '../../media/contract-documents.ts'
import { AppError } from '../../platform/errors.ts'
import { cleanName } from '../../sandbox/job-folder.ts'
import type { JobFolder } from './job-folders.ts'
import type { WorkerInputFile } from './pieces.ts'

/** Pages of one document that are drawn, and their bytes. @limit worker-page-images count */
export const MAX_WORKER_PAGE_IMAGES = 12
/** @limit worker-images-bytes MB */
export const MAX_WORKER_IMAGE_BYTES = 50 * 1000 * 1000
/** Text that is taken of one document. @limit worker-text KB */
export const MAX_WORKER_TEXT_BYTES = 200_000
/** Leaves room for what is added to the name of a text or a page. */
const MAX_NAME_BYTES = 200

type PreparationContext = Pick<TaskContext, 'caller' | 'signal' | 'reportProgress'>

/** Puts what was attached into the folder of the inputs, with what was read of it beside it. */
export async function prepareInputs(
  preparation: AttachmentPreparation,
  sources: readonly AttachmentSource[],
  { inputs }: JobFolder,
  context: PreparationContext,
): Promise<WorkerInputFile[]> {
  const names = new InputNames()
  const files: WorkerInputFile[] = []
  await preparation.eachFile(sources, context, async (file, source) => {
    const name = names.take(file.name)
    await copyFile(file.path, join(inputs, name))
    const facts = { name, bytes: file.bytes }
    const document = await readOrNote(preparation, file, source, context.signal)
    if (typeof document === 'string') {
      files.push({ ...facts, kind: 'file', pages: null, note: document, pictures: [] })
      return
    }
    files.push({ ...facts, ...(await writeDerived(document, name, inputs, names)) })
  })
  return files
}

/** A file that nothing can be read of may still be of use to a command. */
async function readOrNote(
  preparation: AttachmentPreparation,
  file: ReadyFile,
  source: AttachmentSource,
  signal: AbortSignal,
): Promise<ExtractedDocument | string> {
  const bounds = {
    maxCharacters: MAX_WORKER_TEXT_BYTES,
    maxPageImages: MAX_WORKER_PAGE_IMAGES,
  }
  try {
    return await preparation.read(file, source, bounds, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    return `Nothing was read of it: ${error.message}.`
  }
}

async function writeDerived(
  { kind, text, isCut, pages, images, notes }: ExtractedDocument,
  name: string,
  inputs: string,
  names: InputNames,
): Promise<Omit<WorkerInputFile, 'name' | 'bytes'>> {
  const isReadable = kind === 'text' && isUtf8(await readFile(join(inputs, name)))
  const hasText = text !== '' && !isReadable
  const bytes = Buffer.from(text)
  const textName = hasText ? names.take(`${name}.txt`) : undefined
  if (textName !== undefined)
    await writeFile(join(inputs, textName), bytes.subarray(0, MAX_WORKER_TEXT_BYTES))
  const pictures: string[] = []
  let room = MAX_WORKER_IMAGE_BYTES
  for (const [index, jpeg] of images.entries()) {
    room -= jpeg.byteLength
    if (room < 0) break
    const picture = names.take(`${name}.page-${index + 1}.jpg`)
    await writeFile(join(inputs, picture), jpeg)
    pictures.push(picture)
  }
  const said = [
    ...(hasText && (isCut || bytes.length > MAX_WORKER_TEXT_BYTES)
      ? ['Only the beginning of its text was read']
      : []),
    ...notes,
    ...(pictures.length < images.length ? [`Pictures of ${pictures.length} pages were kept`] : []),
  ]
  return {
    kind,
    pages: pages ?? null,
    note: said.length === 0 ? null : `${said.join('. ')}.`,
    ...(textName === undefined ? {} : { textName }),
    pictures,
  }
}

/** Names of the files of one folder: clean, and each only once. */
class InputNames {
  readonly #taken = new Set<string>()

  take(given: string): string {
    const clean = shortened(cleanName(Buffer.from(cleanFileName(given))))
    const dot = clean.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    let name = clean
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1)
      name = `${stem}-${count}${extension}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? ''
  const stem = [...name.slice(0, name.length - extension.length)]
  while (Buffer.byteLength(stem.join('')) > MAX_NAME_BYTES - extension.length) stem.pop()
  return stem.join('') + extension
}
