import { bytes } from '../../../ui/format.ts'
import { m } from '../parts/messages/en.ts'
import { type AttachmentLimits, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES } from './limits.ts'

type Judged = Pick<File, 'name' | 'type' | 'size'>

/** What the service reads nothing of, by its media type or the end of its name. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^video\/|\.(mp4|mov|mkv|avi|webm)$/, m.rejections.video],
  [/^audio\/|\.(mp3|m4a|wav|ogg|flac)$/, m.rejections.sound],
  [/\.(zip|rar|7z|t?gz|tar|bz2|xz|zst)$/, m.rejections.archive],
  [/^image\/svg|\.svg$/, m.rejections.drawing],
  [/\.(heic|heif|tiff?|bmp|psd)$/, m.rejections.picture],
  [/\.(doc|xls|ppt)$/, m.rejections.old],
  [/\.(exe|dll|dmg|iso|msi|apk|bin)$/, m.rejections.program],
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
  if (others.length >= MAX_FILES) return m.tooMany(MAX_FILES)
  if (size === 0) return m.emptyOrFolder
  if (size > MAX_FILE_BYTES) return m.rejections.tooLarge(bytes(size), bytes(MAX_FILE_BYTES))
  const total = others.reduce((sum, one) => sum + one, size)
  return total > MAX_TOTAL_BYTES ? m.rejections.allTogether(bytes(MAX_TOTAL_BYTES)) : undefined
}

function kindRejection({ name, type }: Judged): string | undefined {
  const lower = name.toLowerCase()
  return REFUSED.find(([pattern]) => pattern.test(type) || pattern.test(lower))?.[1]
}
