import { decodeAs, decodeText, validUtf8, wideEncoding } from '../documents/decode-text.ts'

/** Labels that say nothing: servers send them with every page. */
const DEFAULTS = new Set(['iso-8859-1', 'us-ascii', 'latin1'])

/**
 * Decodes a page: by its byte order mark, by what the server says unless the bytes disprove it, as
 * UTF-8 where it is valid, by what it declares, else by the frequencies of its characters.
 *
 * @param charset A label of the Encoding Standard, as the server has said it
 */
export function decodePage(bytes: Uint8Array<ArrayBuffer>, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase()
  if (label === undefined || DEFAULTS.has(label) || hasMark(bytes)) return decodeText(bytes)
  return isDisproved(label, bytes)
    ? decodeText(bytes)
    : (decodeAs(label, bytes) ?? decodeText(bytes))
}

function isDisproved(label: string, bytes: Uint8Array): boolean {
  if (wideEncoding(bytes) !== undefined) return true
  const utf8 = validUtf8(bytes)
  // The label of UTF-16 is sent with other bytes as well. And no text of another encoding is valid
  // UTF-8 by chance from its first byte to its last.
  return utf8 !== undefined && (label.startsWith('utf-16') || /\P{ASCII}/u.test(utf8))
}

function hasMark([first, second, third]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isUtf16 || (first === 0xef && second === 0xbb && third === 0xbf)
}
