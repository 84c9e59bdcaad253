import type { components } from '../api-types.ts'
import { bytes } from '../format.ts'
import { m } from './messages/en.ts'

export type StorageLimits = components['schemas']['StorageLimits']

/** Why a file would be refused for its size, before it is sent; undefined when it would not. */
export function tooLargeText(
  { size }: Pick<File, 'size'>,
  limits: StorageLimits,
): string | undefined {
  const { max_file_bytes, own_network_max_file_bytes, free_bytes, quota_bytes, used_bytes } = limits
  if (size > own_network_max_file_bytes)
    return m.tooLarge(bytes(size), bytes(own_network_max_file_bytes))
  if (size > max_file_bytes) return m.tooLargeHere(bytes(size), farText(limits))
  if (size <= free_bytes) return undefined
  if (quota_bytes !== null && quota_bytes - used_bytes <= free_bytes)
    return m.noRoomOfYours(bytes(size), bytes(free_bytes), bytes(quota_bytes))
  return m.noRoom(bytes(size), bytes(free_bytes))
}

/** Why larger files are not taken here, and where they are. */
export function farText({ max_file_bytes, own_network_max_file_bytes }: StorageLimits): string {
  return m.farText(bytes(max_file_bytes), bytes(own_network_max_file_bytes))
}
