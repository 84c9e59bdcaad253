import type { TaskContext } from '../../core/tasks/define-task.ts'
import type {
  DocumentRequest,
  Documents,
  ExtractedDocument,
} from '../../media/contract-documents.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { ByteSource, Spool } from '../../storage/contract.ts'
import { cutSpeech, cutText, type Piece } from './cut.ts'
import type { SourceRow } from './knowledge-store.ts'
import { notRead } from './reasons.ts'
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
  /** Where only the text itself has it. */
  title?: string | undefined
  pieces: Iterable<Piece>
  characters: number
  /** What was left out. */
  note: string | undefined
}

/** Reads sources of one kind. */
export interface SourceReader {
  /**
   * What its owner names: for a row.
   *
   * @throws {AppError} `not_found` for what is not the owner's; `invalid`
   */
  target(owner: string, given: string): Pick<SourceRow, 'ref' | 'title'>
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
  read(source: SourceRow, owner: string, context: ReadContext): Promise<ReadText>
}
/** For notes there is nothing to name, and files of folders are found by themselves. */
export type SourceReaders = Readonly<
  Record<NamedKind, SourceReader> &
    Record<Exclude<SourceKind, NamedKind>, Omit<SourceReader, 'target'>>
>
type NamedKind = Exclude<SourceKind, 'note' | 'local_file'>
type ReadContext = Pick<TaskContext, 'caller' | 'signal'>

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

/** Draws a page of a stored file. @throws {AppError} `invalid` where it has none that can be drawn */
export type DrawPage = (
  ref: string,
  owner: string,
  page: number,
  signal: AbortSignal,
) => Promise<Uint8Array>

/** Reads stored files: documents of any kind that is there. */
export function fileReader({
  find,
  open,
  documents,
  spool,
  now,
}: FileReaderOptions): SourceReader & { draw: DrawPage } {
  const own = (ref: string, owner: string) => {
    const file = find(ref)
    const isThere =
      file?.state === 'stored' &&
      file.owner === owner &&
      (file.expiresAt === null || file.expiresAt > now())
    return isThere ? file : undefined
  }
  const readFile = async (
    { token, name, mediaType }: Readonly<FileFacts>,
    bounds: Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages' | 'onlyPage'>,
    signal: AbortSignal,
  ) => {
    const opened = await open(token)
    const copy = opened.path === undefined ? await spool.write(await opened.stream()) : undefined
    try {
      const path = opened.path ?? copy?.path ?? ''
      return await documents.read({ path, name, mediaType, ...bounds }, signal)
    } finally {
      if (copy !== undefined) await spool.remove(copy.id)
    }
  }
  return {
    target(owner, token) {
      const ref = sha256(token)
      const file = own(ref, owner)
      if (file === undefined) throw new AppError('not_found', 'There is no such file')
      return { ref, title: file.name }
    },
    current({ ref }, owner) {
      const file = own(ref, owner)
      return file && { title: file.name, version: `${file.sha256} ${file.name}` }
    },
    async draw(ref, owner, page, signal) {
      const file = own(ref, owner)
      if (file === undefined) throw notRead('not_found', 'gone')
      const drawn = await readFile(file, { onlyPage: page, maxCharacters: 1 }, signal)
      const [picture] = drawn.images
      if (picture !== undefined) return picture
      throw new AppError('invalid', 'Only pages of a PDF are drawn')
    },
    async read({ ref }, owner, { signal }) {
      const file = own(ref, owner)
      if (file === undefined) throw notRead('not_found', 'gone')
      if (file.bytes > MAX_READ_BYTES)
        throw notRead('too_large', 'too_large', `${MAX_READ_BYTES / 1024 ** 2} MiB`)
      return await readDocument((bounds) => readFile(file, bounds, signal))
    },
  }
}

/** Cuts what a document says. @throws {AppError} `invalid` for one without text */
export async function readDocument(
  read: (
    bounds: Pick<DocumentRequest, 'maxCharacters' | 'maxPageImages'>,
  ) => Promise<ExtractedDocument>,
): Promise<ReadText> {
  const bounds = { maxCharacters: MAX_SOURCE_CHARACTERS, maxPageImages: 0 }
  const { kind, text, isCut, notes } = await read(bounds)
  if (text.trim() === '') throw notRead('invalid', 'no_text')
  return {
    pieces: cutText(text, { hasPages: kind === 'pdf' || kind === 'presentation' }),
    characters: text.length,
    note: leftOut(isCut, notes),
  }
}

function leftOut(isCut: boolean, notes: readonly string[]): string | undefined {
  const most = MAX_SOURCE_CHARACTERS.toLocaleString('en-US')
  const all = [...(isCut ? [`Only its first ${most} characters were read`] : []), ...notes]
  return all.length === 0 ? undefined : `${all.join('. ')}.`
}

/** A web page, as the reader of pages gives it. */
interface WebPage {
  status: number
  title?: string | undefined
  content: string
  note?: string | undefined
}

/** Of an address. */
const MAX_ADDRESS_CHARACTERS = 2_000

/** Reads web pages when they are added, and when their owner has them read again. */
export function pageReader(
  read: (url: string, context: ReadContext) => Promise<WebPage>,
): SourceReader {
  return {
    target(_owner, given) {
      const url = URL.parse(given)
      if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
        throw new AppError('invalid', 'A page needs an http or https address', { param: 'page' })
      url.hash = ''
      return {
        ref: url.href.slice(0, MAX_ADDRESS_CHARACTERS),
        title: url.href.slice(0, MAX_ADDRESS_CHARACTERS),
      }
    },
    current: ({ title }) => ({ title, version: 'page' }),
    async read({ ref }, _owner, context) {
      const { status, title, content, note } = await read(ref, context)
      if (status >= 400) throw notRead('invalid', 'site', status)
      if (content.trim() === '') throw notRead('invalid', 'no_text')
      return {
        title: title?.replace(/\s+/g, ' ').trim().slice(0, MAX_PAGE_TITLE_CHARACTERS) || undefined,
        // Of a PDF behind an address.
        pieces: cutText(content, { hasPages: content.startsWith('[Page 1]') }),
        characters: content.length,
        note,
      }
    },
  }
}

const MAX_PAGE_TITLE_CHARACTERS = 200

/** A transcript of the history, as the reader needs it. */
interface Transcript {
  title: string
  segments: () => Iterable<{ start: number; text: string }>
}

/** Reads what was spoken, with the second of each piece. */
export function transcriptReader(
  find: (owner: string, id: string) => Transcript | undefined,
): SourceReader {
  return {
    target(owner, id) {
      const transcript = find(owner, id)
      if (transcript === undefined)
        throw new AppError('not_found', 'There is no such transcript in your history')
      return { ref: id, title: transcript.title }
    },
    current({ ref }, owner) {
      const title = find(owner, ref)?.title
      return title === undefined ? undefined : { title, version: title }
    },
    async read({ ref }, owner) {
      const segments = [...(find(owner, ref)?.segments() ?? [])]
      const characters = segments.reduce((sum, { text }) => sum + text.length, 0)
      if (characters === 0) throw notRead('invalid', 'silent')
      return { pieces: cutSpeech(segments), characters, note: undefined }
    },
  }
}

/** A conversation, as the reader needs it. */
interface Conversation {
  title: string
  /** Another one after each change. */
  version: string
  /** Of the newest branch, in their order. */
  messages: () => Iterable<{ id: string; role: 'user' | 'assistant'; content: string }>
}

const MAX_QUESTION_CHARACTERS = 100

/** Reads conversations: each question with its answer, under the beginning of the question. */
export function conversationReader(
  find: (owner: string, id: string) => Conversation | undefined,
): SourceReader {
  return {
    target(owner, id) {
      const conversation = find(owner, id)
      if (conversation === undefined)
        throw new AppError('not_found', 'There is no such conversation')
      return { ref: id, title: conversation.title }
    },
    current: ({ ref }, owner) => find(owner, ref),
    async read({ ref }, owner) {
      const messages = [...(find(owner, ref)?.messages() ?? [])]
      const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
      return { pieces: cutMessages(messages), characters, note: undefined }
    },
  }
}

function* cutMessages(
  messages: readonly { id: string; role: 'user' | 'assistant'; content: string }[],
): Generator<Piece> {
  let question = ''
  for (const [index, { id, role, content }] of messages.entries()) {
    const answer = messages[index + 1]
    if (role === 'user') {
      question = content
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MAX_QUESTION_CHARACTERS)
        .toWellFormed()
      // A short question stands with its answer.
      if (content.length < MAX_QUESTION_CHARACTERS && answer?.role === 'assistant') continue
    }
    for (const { heading, ...piece } of cutText(content)) {
      const headings = [question, ...(heading === '' ? [] : [heading])]
      yield { ...piece, heading: headings.join(' › '), anchor: id }
    }
  }
}

/** The text of a note in its source: the first line is its title. */
export function noteBody(title: string, text: string): string {
  return `${title.replace(/\s+/g, ' ').trim()}\n${text}`
}

export function noteOf(body: string): { title: string; text: string } {
  const end = body.indexOf('\n')
  return { title: body.slice(0, end), text: body.slice(end + 1) }
}

/** Another one after each change of a note. */
export function noteVersion({ body }: { body?: string | null }): string {
  return sha256(body ?? '')
}

/** Notes stand in their source. */
export function noteReader(): SourceReaders['note'] {
  return {
    // Who changes one has it read again, so that only the reader itself must look.
    current: ({ title, version, body }) =>
      body === undefined
        ? { title, version: version ?? '' }
        : { title: noteOf(body ?? '').title, version: noteVersion({ body }) },
    read: async ({ body }) => {
      const { text } = noteOf(body ?? '')
      return { pieces: cutText(text), characters: text.length, note: undefined }
    },
  }
}
