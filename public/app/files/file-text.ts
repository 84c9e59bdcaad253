import { bytes, relativeTime } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'
import type { StoredFile } from './types.ts'

/** Size, age and end of a file. */
export function fileText({ bytes: size, created_at, expires_at }: StoredFile): string {
  const stored = `${bytes(size)} · ${relativeTime(created_at)}`
  return expires_at === null ? stored : `${stored} · ${expiryText(expires_at)}`
}

function expiryText(expiresAt: string): string {
  if (Date.parse(expiresAt) <= Date.now()) return m.hasExpired
  return m.expiresIn(relativeTime(expiresAt))
}

const ARCHIVE = /zip|tar|compressed|x-7z|x-rar|gzip|x-xz|zstd/

export function fileIcon({ media_type: type }: Pick<StoredFile, 'media_type'>): IconName {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('audio/')) return 'sound'
  if (ARCHIVE.test(type)) return 'archive'
  if (type.startsWith('text/') || /pdf|json|xml|document|msword|epub/.test(type)) return 'document'
  return 'file'
}

/** Its path at the service that this page is of: the link may lead to another name of it. */
export function filePath({ url }: Pick<StoredFile, 'url'>): string {
  return new URL(url).pathname
}
