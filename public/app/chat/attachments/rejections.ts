import { bytes } from '../../../ui/format.ts'
import { type AttachmentLimits, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES } from './limits.ts'

type Judged = Pick<File, 'name' | 'type' | 'size'>

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

/**
 * Why a file is not taken, before it is sent; undefined when it may be.
 *
 * @param others Sizes of the files beside it
 */
export function rejectionOf(
  { isAnyKind }: AttachmentLimits,
  file: Judged,
  others: readonly number[],
): string | undefined {
  return sizeRejection(file, others) ?? (isAnyKind ? undefined : kindRejection(file))
}

function sizeRejection({ size }: Judged, others: readonly number[]): string | undefined {
  if (others.length >= MAX_FILES) return `at most ${MAX_FILES} files are taken`
  if (size === 0) return 'it is empty, or a folder'
  if (size > MAX_FILE_BYTES)
    return `it has ${bytes(size)}, and a file may have ${bytes(MAX_FILE_BYTES)}`
  const total = others.reduce((sum, one) => sum + one, size)
  return total > MAX_TOTAL_BYTES
    ? `all files together may have ${bytes(MAX_TOTAL_BYTES)}`
    : undefined
}

function kindRejection({ name, type }: Judged): string | undefined {
  const lower = name.toLowerCase()
  return REFUSED.find(([pattern]) => pattern.test(type) || pattern.test(lower))?.[1]
}
