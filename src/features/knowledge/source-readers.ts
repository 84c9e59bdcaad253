import type { Documents } from '../../media/contract-documents.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { ByteSource, Spool } from '../../storage/contract.ts'
import { cutText, type Piece } from './cut.ts'
import type { SourceRow } from './knowledge-store.ts'
import type { SourceKind } from './table.ts'

/** Text that is read of one source; what is beyond is left out. @limit knowledge-source characters */
export const MAX_SOURCE_CHARACTERS = 2_000_000
/** A file that is read. @limit knowledge-file MiB */
export const MAX_READ_BYTES = 200 * 1024 * 1024

/** What there is to be read of a source now; another version is read again. */
interface Current {
  title: string
  version: string
}

/** What was read of a source. */
interface ReadText {
  pieces: Iterable<Piece>
  characters: number
  /** What was left out. */
  note: string | undefined
}

/** Reads sources of one kind. */
export interface SourceReader {
  /**
   * Cheap, as it is asked for each result of a search.
   *
   * @returns undefined where it is gone, or is not its owner's any more
   */
  current(
    source: Pick<SourceRow, 'ref' | 'version' | 'title'> & { body?: string | null },
    owner: string,
  ): Current | undefined
  /** @throws {AppError} in words for its owner */
  read(source: SourceRow, owner: string, signal: AbortSignal): Promise<ReadText>
}
export type SourceReaders = Readonly<Record<SourceKind, SourceReader>>

/** A stored file, as the reader needs it. */
interface FileFacts {
  token: string
  owner: string
  state: string
  name: string
  bytes: number
  sha256: string
  mediaType: string
  expiresAt: number | null
}

interface FileReaderOptions {
  /** By its id. */
  find: (id: string) => Readonly<FileFacts> | undefined
  open: (token: string) => Promise<{ path: string | undefined; stream(): Promise<ByteSource> }>
  documents: Documents
  spool: Spool
  now: () => number
}

/** Reads stored files: documents of any kind that is there. */
export function fileReader({ find, open, documents, spool, now }: FileReaderOptions): SourceReader {
  const own = (ref: string, owner: string) => {
    const file = find(ref)
    const isThere =
      file?.state === 'stored' &&
      file.owner === owner &&
      (file.expiresAt === null || file.expiresAt > now())
    return isThere ? file : undefined
  }
  return {
    current({ ref }, owner) {
      const file = own(ref, owner)
      return file && { title: file.name, version: `${file.sha256} ${file.name}` }
    },
    async read({ ref }, owner, signal) {
      const file = own(ref, owner)
      if (file === undefined) throw new AppError('not_found', 'The file is gone')
      const { token, name, mediaType, bytes } = file
      if (bytes > MAX_READ_BYTES)
        throw new AppError(
          'too_large',
          `Only files of up to ${MAX_READ_BYTES / 1024 ** 2} MiB are read; of a recording, add its transcript`,
        )
      const opened = await open(token)
      const copy = opened.path === undefined ? await spool.write(await opened.stream()) : undefined
      try {
        const path = opened.path ?? copy?.path ?? ''
        const request = { path, name, mediaType, maxCharacters: MAX_SOURCE_CHARACTERS }
        const { kind, text, isCut, notes } = await documents.read(
          { ...request, maxPageImages: 0 },
          signal,
        )
        if (text.trim() === '')
          throw new AppError('invalid', 'It has no text that can be read, as a scan or a picture')
        return {
          pieces: cutText(text, { hasPages: kind === 'pdf' || kind === 'presentation' }),
          characters: text.length,
          note: leftOut(isCut, notes),
        }
      } finally {
        if (copy !== undefined) await spool.remove(copy.id)
      }
    },
  }
}

function leftOut(isCut: boolean, notes: readonly string[]): string | undefined {
  const most = MAX_SOURCE_CHARACTERS.toLocaleString('en-US')
  const all = [...(isCut ? [`Only its first ${most} characters were read`] : []), ...notes]
  return all.length === 0 ? undefined : `${all.join('. ')}.`
}

/** The text of a note in its source: the first line is its title. */
export function noteBody(title: string, text: string): string {
  return `${title.replace(/\s+/g, ' ').trim()}\n${text}`
}

export function noteOf(body: string): { title: string; text: string } {
  const end = body.indexOf('\n')
  return { title: body.slice(0, end), text: body.slice(end + 1) }
}

/** Notes stand in their source. */
export function noteReader(): SourceReader {
  return {
    // Who changes one has it read again, so that only the reader itself must look.
    current: ({ title, version, body }) =>
      body === undefined
        ? { title, version: version ?? '' }
        : { title: noteOf(body ?? '').title, version: sha256(body ?? '') },
    read: async ({ body }) => {
      const { text } = noteOf(body ?? '')
      return { pieces: cutText(text), characters: text.length, note: undefined }
    },
  }
}
