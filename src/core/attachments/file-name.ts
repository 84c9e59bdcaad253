/** Of a file's name in UTF-8: what every file system takes. @limit file-name bytes */
export const MAX_NAME_BYTES = 255
/** What stands for a name of which nothing is left. */
const UNNAMED = 'file'
/** Of an extension that a cut leaves whole; a longer one is no extension. */
const MAX_EXTENSION_BYTES = 32

/**
 * Control characters, line separators, and invisible ones, among them those that turn the direction
 * of what follows; not the joiners of emoji and of Persian.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu
/** Of Windows, beside the slashes. */
const FORBIDDEN = /[<>:"|?*]/g
/** Devices of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:\..*)?$/i

const characters = new Intl.Segmenter()

/**
 * A name that every file system takes and that looks like what it is: the last part of a path, in
 * Unicode's composed form, at most 255 bytes.
 */
export function cleanFileName(given: string): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const visible = last.toWellFormed().normalize('NFC').replace(INVISIBLE, '')
  const plain = trimmed(visible.replace(FORBIDDEN, '_').replace(/\s+/g, ' '))
  const named = DEVICE.test(plain) ? `_${plain}` : plain
  return trimmed(cut(named)) || UNNAMED
}

/** Windows drops dots and blanks at the end. */
function trimmed(name: string): string {
  return name.trimStart().replace(/[. ]+$/, '')
}

/** Shortens the name before its extension, between two characters as people see them. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION_BYTES
  const extension = isExtension ? name.slice(dot) : ''
  let room = MAX_NAME_BYTES - Buffer.byteLength(extension)
  let stem = ''
  for (const { segment } of characters.segment(name.slice(0, isExtension ? dot : undefined))) {
    room -= Buffer.byteLength(segment)
    if (room < 0) break
    stem += segment
  }
  return stem.trimEnd() + extension
}
