import type { Static, TSchema } from '@sinclair/typebox'
import { checkShape, invalidField } from '../../../../http/body/json.ts'
import type { TranslatedPart } from '../translated-chat.ts'
import {
  type Block,
  type Content,
  DocumentBlock,
  type FileSource,
  ImageBlock,
  SearchResultBlock,
  TextBlock,
  ToolReferenceBlock,
} from './schema.ts'

/** A block and its name in the request, as in `messages[0].content[1]`. */
export interface NamedBlock {
  block: Block
  field: string
}

/** The blocks of a content; a text is one block. */
export function blocksOf(content: Content, field: string): NamedBlock[] {
  if (typeof content === 'string') return [{ block: textBlock(content), field }]
  return content.map((block, at) => ({ block, field: `${field}[${at}]` }))
}

function textBlock(text: string): Static<typeof TextBlock> {
  return { type: 'text', text }
}

/** @throws {AppError} `invalid` with the name of the field */
export function readBlock<schema extends TSchema>(
  schema: schema,
  { block, field }: NamedBlock,
): Static<schema> {
  return checkShape(block, schema, field)
}

/** The text of a content, whose other blocks are passed over. */
export function textOf(content: Content, field: string): string {
  return blocksOf(content, field)
    .flatMap((named) => (named.block.type === 'text' ? [readBlock(TextBlock, named).text] : []))
    .join('\n\n')
}

/**
 * A block of a user or of a tool's result as parts of a message.
 *
 * @throws {AppError} `invalid` for a type that is not known
 */
export function userParts(named: NamedBlock): TranslatedPart[] {
  switch (named.block.type) {
    case 'text':
      return [textPart(readBlock(TextBlock, named).text)]
    case 'image': {
      const { source } = readBlock(ImageBlock, named)
      return [imagePart(source, `${named.field}.source`)]
    }
    case 'document':
      return documentParts(readBlock(DocumentBlock, named), named.field)
    case 'search_result': {
      const { source, title, content } = readBlock(SearchResultBlock, named)
      const texts = content.map(({ text }) => text)
      return [textPart([`${title} (${source})`, ...texts].join('\n\n'))]
    }
    case 'tool_reference':
      return [textPart(`The tool ${readBlock(ToolReferenceBlock, named).tool_name} can be called.`)]
    default:
      throw invalidField(
        `${named.field}.type`,
        'must be one of text, image, document, search_result, tool_result',
      )
  }
}

function textPart(text: string): TranslatedPart {
  return { type: 'text', text }
}

function imagePart(source: FileSource, field: string): TranslatedPart {
  if (source.type === 'file') return { field, type: 'file', file: { file_id: source.file_id } }
  return { field, type: 'image_url', image_url: { url: addressOf(source) } }
}

function addressOf(source: Exclude<FileSource, { type: 'file' }>): string {
  return source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`
}

function documentParts(
  { source, title, context }: Static<typeof DocumentBlock>,
  field: string,
): TranslatedPart[] {
  const heading = [title, context].filter((text) => typeof text === 'string' && text !== '')
  switch (source.type) {
    case 'text':
      return [textPart([...heading, source.data].join('\n\n'))]
    case 'content':
      return [
        ...heading.map((text) => textPart(String(text))),
        ...blocksOf(source.content, `${field}.source.content`).flatMap(userParts),
      ]
    case 'file':
      return [{ field: `${field}.source`, type: 'file', file: { file_id: source.file_id } }]
    default: {
      const file = {
        file_data: addressOf(source),
        ...(typeof title === 'string' && title !== '' ? { filename: title } : {}),
      }
      const part = { field: `${field}.source`, type: 'file' as const, file }
      return typeof context === 'string' && context !== '' ? [textPart(context), part] : [part]
    }
  }
}
