import type { FileRecord } from '../../core/files/file-record.ts'
import type { StorageRoom } from '../../core/files/files.ts'
import { MAX_FILE_BYTES } from '../../core/files/limits.ts'
import { MAX_REMOTE_FILE_BYTES } from '../../guards/own-network.ts'
import { AppError } from '../../platform/errors.ts'
import { timeOrNullView, timeView } from '../kit/time-view.ts'
import type { StorageLimits, StoredFile } from './schema.ts'

/** @param origin Of the links, without a trailing slash */
export function fileView(file: FileRecord, origin: string): StoredFile {
  return {
    token: file.token,
    filename: file.name,
    url: `${origin}/nas/${file.token}/${encodeURIComponent(file.name)}`,
    bytes: file.bytes,
    sha256: file.sha256,
    media_type: file.mediaType,
    created_at: timeView(file.createdAt),
    last_read_at: timeOrNullView(file.lastReadAt),
    expires_at: timeOrNullView(file.expiresAt),
  }
}

/** @param isOwnNetwork Whether the request came directly from the owner's own network */
export function limitsView(
  { usedBytes, limitBytes, freeBytes }: StorageRoom,
  isOwnNetwork: boolean,
): StorageLimits {
  return {
    max_file_bytes: isOwnNetwork ? MAX_FILE_BYTES : MAX_REMOTE_FILE_BYTES,
    is_own_network: isOwnNetwork,
    own_network_max_file_bytes: MAX_FILE_BYTES,
    used_bytes: usedBytes,
    quota_bytes: limitBytes,
    // JSON has no infinity.
    free_bytes: Math.min(freeBytes, Number.MAX_SAFE_INTEGER),
  }
}

/**
 * The time at which a file expires, in UTC milliseconds.
 *
 * @throws {AppError} `invalid` for no time, or one that has passed
 */
export function expiryOf(text: string, now: number): number {
  const at = Date.parse(text)
  if (at > now) return at
  throw new AppError(
    'invalid',
    'expires_at must be a time in the future, as in 2099-12-31T23:59:59Z',
    {
      param: 'expires_at',
    },
  )
}
