import { Type } from '@sinclair/typebox'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import {
  defineTool,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolMedia,
  type ToolOutcome,
} from '../../core/tools/tool.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from '../../platform/schemas.ts'
import { type FileRecord, fileLink } from './file-record.ts'
import type { Files } from './files.ts'

/** Files that one call lists. @limit tool-files count */
export const MAX_LISTED_FILES = 50
/** Of the text of a file that one call reads. @limit tool-file-text characters */
export const MAX_READ_CHARACTERS = 20_000
/** Of the text of a file that can be read, call by call. @limit tool-file-texts characters */
export const MAX_FILE_CHARACTERS = 400_000
/** Of a file that a tool stores. @limit tool-saved-text characters */
export const MAX_SAVED_CHARACTERS = 200_000
const LINK = /\/nas\/([A-Za-z0-9_-]{22})(?:\/|$)/

export const FileReference = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'The link of a stored file, as my_files lists it, or its token',
})

interface FileToolParts {
  files: Files
  preparation: AttachmentPreparation
}

/** What models can do with the files of their user. */
export function fileTools(parts: FileToolParts): Tool[] {
  return [myFilesTool(parts), saveFileTool(parts)]
}

/**
 * The token of a file that is the caller's own: a link from elsewhere opens nothing in its name.
 *
 * @throws {ToolError}
 */
export function ownFile(
  files: Pick<Files, 'get'>,
  { caller }: Pick<ToolContext, 'caller'>,
  reference: string,
): FileRecord {
  try {
    return files.get(caller.owner, LINK.exec(reference)?.[1] ?? reference)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw new ToolError('There is no such file among your own: my_files lists them')
  }
}

const MyFilesParameters = Type.Object({
  action: oneOf(['list', 'search', 'read'], {
    description:
      '`list`: the newest files; `search`: those with all words of `query` in their names; `read`: the text of `file`, or the picture',
  }),
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'Of a list: where the last one ended' }),
  ),
  file: Type.Optional(FileReference),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of a text: the first character, from 0' }),
  ),
})

const MyFilesResult = Type.Union([
  Type.Object({
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        link: Type.String(),
        bytes: Type.Integer(),
        media_type: Type.String(),
        created_at: Type.String(),
      }),
    ),
    next_cursor: Type.Optional(Type.String()),
  }),
  Type.Object({
    name: Type.String(),
    kind: Type.String(),
    text: Type.String(),
    offset: Type.Integer(),
    next_offset: Type.Optional(Type.Integer()),
    notes: Type.Array(Type.String()),
  }),
])
type MyFilesResult = typeof MyFilesResult.static

function myFilesTool({ files, preparation }: FileToolParts): Tool {
  function list(
    { query, cursor }: typeof MyFilesParameters.static,
    { caller, origin }: ToolContext,
  ): MyFilesResult {
    const page = files.list(caller.owner, MAX_LISTED_FILES, cursor, query)
    const { items, nextCursor } = page
    return {
      files: items.map((file) => ({
        name: file.name,
        link: fileLink(file, origin),
        bytes: file.bytes,
        media_type: file.mediaType,
        created_at: new Date(file.createdAt).toISOString(),
      })),
      ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    }
  }

  async function read(
    reference: string,
    offset: number,
    context: ToolContext,
  ): Promise<ToolOutcome<MyFilesResult>> {
    const { token } = ownFile(files, context, reference)
    const { caller, signal } = context
    const source = { type: 'file' as const, token, field: 'file' }
    let outcome: ToolOutcome<MyFilesResult> | undefined
    const quiet = { caller, signal, reportProgress: () => {} }
    await preparation.eachFile([source], quiet, async (file) => {
      const bounds = { maxCharacters: MAX_FILE_CHARACTERS, maxPageImages: 1 }
      const document = await preparation.read(file, source, bounds, signal)
      const { kind, text, isCut, images, notes } = document
      const part = text.slice(offset, offset + MAX_READ_CHARACTERS).toWellFormed()
      const next = offset + part.length
      const isLast = next >= text.length
      outcome = {
        result: {
          name: file.name,
          kind,
          text: part,
          offset,
          ...(isLast ? {} : { next_offset: next }),
          notes: [...notes, ...(isCut && isLast ? ['The rest of the file cannot be read'] : [])],
        },
        media: images.map((bytes): ToolMedia => ({ mediaType: 'image/jpeg', bytes })),
      }
    })
    if (outcome === undefined) throw new Error('A file was passed over')
    return outcome
  }

  return defineTool({
    name: 'my_files',
    description:
      'Lists, searches and reads the files that the user has stored here: text, PDF, office documents and pictures. It changes nothing.',
    parameters: MyFilesParameters,
    result: MyFilesResult,
    capability: 'media',
    effects: 'reads',
    readsOwnData: true,
    label: ({ action, query, file = '' }) =>
      action === 'read'
        ? `Read the file ${file.slice(file.lastIndexOf('/') + 1)}`
        : query === undefined
          ? 'List my files'
          : `Search my files for ${query}`,
    text: filesText,
    async run(values, context) {
      const { action, query, file, offset = 0 } = values
      if (action === 'read') {
        if (file === undefined) throw new ToolError('Say which file: give its link as `file`')
        return await read(file, offset, context)
      }
      if (action === 'search' && query === undefined)
        throw new ToolError('Say what to search for: give words of its name as `query`')
      return { result: list(values, context) }
    },
  })
}

function filesText(result: MyFilesResult): string {
  if ('files' in result) {
    const { files, next_cursor: cursor } = result
    const lines = files.map(
      ({ name, link, bytes, created_at: at }) => `${name}\t${bytes} bytes\t${at}\t${link}`,
    )
    if (lines.length === 0) return 'There are no such files'
    return [...lines, ...(cursor === undefined ? [] : [`More with the cursor ${cursor}`])].join(
      '\n',
    )
  }
  const { name, kind, text, notes, next_offset: next } = result
  return [
    `${name} (${kind})`,
    ...notes,
    ...(text === '' ? [] : ['', text]),
    ...(next === undefined ? [] : ['', `The text goes on: read it with the offset ${next}`]),
  ].join('\n')
}

const SavedFile = Type.Object({
  name: Type.String(),
  link: Type.String(),
  bytes: Type.Integer(),
  media_type: Type.String(),
})

function saveFileTool({ files }: Pick<FileToolParts, 'files'>): Tool {
  return defineTool({
    name: 'save_file',
    description:
      'Stores a text as a file of the user, and gives its link, which opens it for anyone who has it.',
    parameters: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 255, description: 'As notes.md' }),
      text: Type.String({ minLength: 1, maxLength: MAX_SAVED_CHARACTERS }),
    }),
    result: SavedFile,
    capability: 'media',
    effects: 'changes',
    label: ({ name }) => `Save the file ${name}`,
    text: ({ name, link, bytes }) => `Stored ${name}, ${bytes} bytes: ${link}`,
    run: async ({ name, text }, { caller, origin }) => ({
      result: savedView(await saveText(files, caller.owner, name, text), origin),
    }),
  })
}

/** Stores a text as a file of an owner. @throws {AppError} `storage_full`, `quota_exceeded` */
export async function saveText(
  files: Pick<Files, 'store'>,
  owner: string,
  filename: string,
  text: string,
): Promise<FileRecord> {
  const content = Buffer.from(text)
  return await files.store(owner, new Blob([content]).stream(), {
    filename,
    bytes: content.byteLength,
    mediaType: 'text/plain',
  })
}

function savedView(file: FileRecord, origin: string): typeof SavedFile.static {
  return {
    name: file.name,
    link: fileLink(file, origin),
    bytes: file.bytes,
    media_type: file.mediaType,
  }
}
