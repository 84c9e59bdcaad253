import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { ToolMedia } from '../../core/tools/tool.ts'
import type { CallResult } from '../../core/tools/tools.ts'
import { AppError } from '../../platform/errors.ts'

/** Of the text of a result; longer ones become a file. @limit mcp-result characters */
export const MAX_RESULT_CHARACTERS = 60_000
/** Of all pictures and sounds of a result, before they are encoded. @limit mcp-media MiB */
export const MAX_MEDIA_BYTES = 4 * 1024 * 1024

/** Stores a text for the caller. @returns Its link. @throws {AppError} where there is no room */
export type StoreText = (name: string, text: string) => Promise<string>

/**
 * The result of a call as the protocol has it, within its bounds.
 *
 * @param storeText Undefined for a caller who may have no files
 */
export async function toolResult(
  name: string,
  answer: CallResult,
  storeText: StoreText | undefined,
): Promise<CallToolResult> {
  if (!answer.ok) return { content: [text(answer.text)], isError: true }
  const { outcome } = answer
  const whole = answer.text
  const shown =
    whole.length <= MAX_RESULT_CHARACTERS
      ? whole
      : await shortened(whole, (all) => storeText?.(`${name}.md`, all))
  return {
    content: [text(shown), ...mediaBlocks(outcome.media ?? [])],
    isError: outcome.hasFailed === true,
  }
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

/** The beginning of a text, with where all of it is; both have room in a result. */
async function shortened(
  whole: string,
  store: (text: string) => Promise<string> | undefined,
): Promise<string> {
  const link = await storedLink(whole, store)
  const where = link === undefined ? 'Ask for less at a time' : `All of it: ${link}`
  const note = `\n\n[The result has ${whole.length} characters and is cut here. ${where}]`
  return whole.slice(0, MAX_RESULT_CHARACTERS - note.length).toWellFormed() + note
}

async function storedLink(
  whole: string,
  store: (text: string) => Promise<string> | undefined,
): Promise<string | undefined> {
  try {
    return await store(whole)
  } catch (error) {
    // The call itself has succeeded, and was charged.
    if (error instanceof AppError) return undefined
    throw error
  }
}

function mediaBlocks(media: readonly ToolMedia[]): ContentBlock[] {
  let room = MAX_MEDIA_BYTES
  return media.flatMap(({ mediaType, bytes }): ContentBlock[] => {
    if (bytes.byteLength > room)
      return [text(`[${mediaType} of ${bytes.byteLength} bytes was left out: it is too large]`)]
    room -= bytes.byteLength
    const data = Buffer.from(bytes).toString('base64')
    if (mediaType.startsWith('image/')) return [{ type: 'image', data, mimeType: mediaType }]
    if (mediaType.startsWith('audio/')) return [{ type: 'audio', data, mimeType: mediaType }]
    return []
  })
}
