import type { FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openLocalFile } from '../../core/attachments/local-file.ts'
import type { DocumentRequest, Documents } from '../../media/contract-documents.ts'
import { AppError } from '../../platform/errors.ts'
import type { Spool } from '../../storage/contract.ts'
import { HEAD_BYTES, judgeMediaType } from '../files/media-type.ts'
import {
  type DrawPage,
  MAX_READ_BYTES,
  readDocument,
  type SourceReaders,
} from './source-readers.ts'

const PIECE_BYTES = 256 * 1024

interface LocalFileReaderOptions {
  /**
   * The folder of a collection, where its owner may still have it read.
   *
   * @throws {AppError} `not_found`
   */
  folderOf: (collectionId: string) => string
  /** Files and folders of the service itself. */
  denied: readonly string[]
  documents: Documents
  spool: Spool
}

/** A file of a folder, ready to be sent. */
interface OpenedLocalFile {
  name: string
  bytes: number
  mediaType: string
  stream(range: { from: number; to: number }): Promise<ReadableStream<Uint8Array>>
}

export type LocalFiles = SourceReaders['local_file'] & {
  draw(collectionId: string, ...rest: Parameters<DrawPage>): Promise<Uint8Array>
  /** @throws {AppError} `not_found` */
  open(collectionId: string, ref: string): Promise<OpenedLocalFile>
}

/** Reads the files of folders of this machine. Each is named by its path below the folder. */
export function localFileReader(options: LocalFileReaderOptions): LocalFiles {
  const { folderOf, denied, documents, spool } = options
  const opened = async (collectionId: string, ref: string) => {
    const root = folderOf(collectionId)
    const path = join(root, ref)
    if (!path.startsWith(`${root}/`)) throw new AppError('not_found', 'There is no such file')
    try {
      return await openLocalFile(path, denied)
    } catch (error) {
      // Who reads a shared collection is not told where on the machine it is.
      if (!(error instanceof AppError)) throw error
      const { reason = 'it is gone', reasonFacts } = error
      throw new AppError('not_found', `The file cannot be read: ${reason}`, { reasonFacts })
    }
  }
  const readCopy = async (
    collectionId: string,
    ref: string,
    bounds: Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages' | 'onlyPage'>,
    signal: AbortSignal,
  ) => {
    // A copy, as the file may change while it is read.
    const copy = await spool.write(piecesOf(() => opened(collectionId, ref)))
    try {
      return await documents.read({ path: copy.path, name: basename(ref), ...bounds }, signal)
    } finally {
      await spool.remove(copy.id)
    }
  }
  return {
    // The walk through the folder notes in the row what it has seen.
    current: ({ title, version, body }) => ({ title, version: body ?? version ?? '' }),
    read: ({ collectionId, ref }, _owner, { signal }) =>
      readDocument((bounds) => readCopy(collectionId, ref, bounds, signal)),
    async draw(collectionId, ref, _owner, page, signal) {
      const bounds = { onlyPage: page, maxCharacters: 1 }
      const [picture] = (await readCopy(collectionId, ref, bounds, signal)).images
      if (picture !== undefined) return picture
      throw new AppError('invalid', 'Only pages of a PDF are drawn')
    },
    async open(collectionId, ref) {
      const { file, bytes } = await opened(collectionId, ref)
      try {
        const head = Buffer.alloc(Math.min(HEAD_BYTES, bytes))
        const { bytesRead } = await file.read(head, 0, head.length, 0)
        const name = basename(ref)
        return {
          name,
          bytes,
          mediaType: await judgeMediaType(head.subarray(0, bytesRead), name),
          stream: async (range) => streamOf(piecesOf(() => opened(collectionId, ref), range)),
        }
      } finally {
        await file.close()
      }
    },
  }
}

/** The bytes of a file, opened by the first read of them and closed behind the last. */
async function* piecesOf(
  open: () => Promise<{ file: FileHandle; bytes: number }>,
  { from, to }: { from: number; to: number } = { from: 0, to: MAX_READ_BYTES - 1 },
): AsyncGenerator<Uint8Array> {
  const { file } = await open()
  try {
    for (let at = from; at <= to; ) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, to + 1 - at))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
