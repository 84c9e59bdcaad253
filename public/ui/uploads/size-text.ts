import type { components } from '../api-types.ts'
import { bytes } from '../format.ts'

export type StorageLimits = components['schemas']['StorageLimits']

/** Why a file would be refused for its size, before it is sent; undefined when it would not. */
export function tooLargeText(
  { size }: Pick<File, 'size'>,
  limits: StorageLimits,
): string | undefined {
  const { max_file_bytes, own_network_max_file_bytes, free_bytes, quota_bytes, used_bytes } = limits
  if (size > own_network_max_file_bytes)
    return `Too large: ${bytes(size)}. A file may have ${bytes(own_network_max_file_bytes)}.`
  if (size > max_file_bytes) return `Too large from here: ${bytes(size)}. ${farText(limits)}`
  if (size <= free_bytes) return undefined
  if (quota_bytes !== null && quota_bytes - used_bytes <= free_bytes)
    return `No room: ${bytes(size)}, and ${bytes(free_bytes)} of your ${bytes(quota_bytes)} are free. Delete files that you do not need, or ask the owner of this service for more.`
  return `No room: ${bytes(size)}, and the disk of the service has room for ${bytes(free_bytes)}. Ask its owner to make room.`
}

/** Why larger files are not taken here, and where they are. */
export function farText({ max_file_bytes, own_network_max_file_bytes }: StorageLimits): string {
  return `From here a file may have ${bytes(max_file_bytes)}. Larger ones, up to ${bytes(own_network_max_file_bytes)}, are taken only in the own network of this service’s owner: open this page there by the local address of the service, not through a tunnel or proxy.`
}
