import { bytes } from '../../../ui/format.ts'
import { m } from '../messages/en.ts'

/** As the service bounds a message. */
export const MAX_FILES = 10
export const MAX_FILE_BYTES = 15 * 1024 ** 2
export const MAX_TOTAL_BYTES = 40 * 1024 ** 2

const SIZE_TEXT = m.sizes(MAX_FILES, bytes(MAX_FILE_BYTES), bytes(MAX_TOTAL_BYTES))

/** Which files are taken; `rejections.ts` has why one is not. */
export interface AttachmentLimits {
  text: string
  isAnyKind: boolean
}

/** Where files are worked on as they are, and need not be read as text or a picture. */
export const ANY_KIND: AttachmentLimits = { text: m.anyKind(SIZE_TEXT), isAnyKind: true }

/** What a message to a model takes: only what can be read. */
export const READABLE_KINDS: AttachmentLimits = {
  text: m.readableKinds(SIZE_TEXT),
  isAnyKind: false,
}

export function isPicture({ type }: { type: string }): boolean {
  return type.startsWith('image/')
}
