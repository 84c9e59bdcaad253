import { decoderOf, decodeText } from '../documents/decode-text.ts'

/** Labels that say nothing: servers send them with every page. */
const DEFAULTS = new Set(['iso-8859-1', 'us-ascii', 'latin1'])

/**
 * Decodes a page: by its byte order mark, by what the server says, as UTF-8 where it is valid, by what
 * it declares, else as windows-1252.
 *
 * @param charset A label of the Encoding Standard, as the server has said it
 */
export function decodePage(bytes: Uint8Array<ArrayBuffer>, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase()
  if (label === undefined || DEFAULTS.has(label) || hasMark(bytes)) return decodeText(bytes)
  try {
    return decoderOf(label).decode(bytes)
  } catch {
    // A label that nobody knows.
    return decodeText(bytes)
  }
}

function hasMark([first, second, third]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isUtf16 || (first === 0xef && second === 0xbb && third === 0xbf)
}
