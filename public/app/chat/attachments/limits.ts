import { bytes } from '../../../ui/format.ts'

/** As the service bounds a message. */
const MAX_FILES = 10
const MAX_FILE_BYTES = 15 * 1024 ** 2
const MAX_TOTAL_BYTES = 40 * 1024 ** 2

const KINDS = 'pictures, PDF, office documents, text of any kind'
const SIZE_TEXT = `Up to ${MAX_FILES} files, ${bytes(MAX_FILE_BYTES)} each, ${bytes(MAX_TOTAL_BYTES)} in all`
const LIMIT_TEXT = `${SIZE_TEXT}: ${KINDS}`

/** Which files are taken. */
export interface AttachmentLimits {
  text: string
  /**
   * Why a file is not taken, before it is sent; undefined when it may be.
   *
   * @param others Sizes of the files beside it
   */
  rejectionOf: (
    file: Pick<File, 'name' | 'type' | 'size'>,
    others: readonly number[],
  ) => string | undefined
}

/** Where files are worked on as they are, and need not be read as text or a picture. */
export const ANY_KIND: AttachmentLimits = {
  text: `${SIZE_TEXT}, of any kind`,
  rejectionOf: sizeRejection,
}

/** What the service reads nothing of, by its media type or the end of its name. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^video\/|\.(mp4|mov|mkv|avi|webm)$/, 'videos are not read'],
  [/^audio\/|\.(mp3|m4a|wav|ogg|flac)$/, 'sound is not read'],
  [/\.(zip|rar|7z|t?gz|tar|bz2|xz|zst)$/, 'archives are not opened'],
  [/^image\/svg|\.svg$/, 'SVG drawings are not read'],
  [/\.(heic|heif|tiff?|bmp|psd)$/, 'pictures of this kind are not read; JPEG and PNG are'],
  [/\.(doc|xls|ppt)$/, 'this kind is too old; save it as docx, xlsx, pptx or PDF'],
  [/\.(exe|dll|dmg|iso|msi|apk|bin)$/, 'programs are not read'],
]

/** What a message to a model takes: only what can be read. */
export const READABLE_KINDS: AttachmentLimits = {
  text: LIMIT_TEXT,
  rejectionOf: (file, others) => sizeRejection(file, others) ?? kindRejection(file),
}

function sizeRejection(
  { size }: Pick<File, 'size'>,
  others: readonly number[],
): string | undefined {
  if (others.length >= MAX_FILES) return `at most ${MAX_FILES} files are taken`
  if (size === 0) return 'it is empty, or a folder'
  if (size > MAX_FILE_BYTES)
    return `it has ${bytes(size)}, and a file may have ${bytes(MAX_FILE_BYTES)}`
  const total = others.reduce((sum, one) => sum + one, size)
  return total > MAX_TOTAL_BYTES
    ? `all files together may have ${bytes(MAX_TOTAL_BYTES)}`
    : undefined
}

function kindRejection({ name, type }: Pick<File, 'name' | 'type'>): string | undefined {
  const lower = name.toLowerCase()
  return REFUSED.find(([pattern]) => pattern.test(type) || pattern.test(lower))?.[1]
}

export function isPicture({ type }: { type: string }): boolean {
  return type.startsWith('image/')
}
