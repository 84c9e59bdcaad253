import { bytes, duration } from '../../ui/format.ts'
import type { StorageLimits } from './types.ts'
import type { Upload } from './upload-list.ts'

/** How an upload stands, in words. */
export function uploadWords({ state, sent, speed, file }: Upload): string {
  const now = state.value
  switch (now.kind) {
    case 'waiting':
      return sent.value > 0
        ? `${share(sent.value, file.size)}, waits for its turn`
        : 'Waits for its turn'
    case 'sending':
      return sendingWords(sent.value, file.size, speed.value)
    case 'lost':
      return now.isServiceBusy
        ? `${share(sent.value, file.size)}. Waits for the service; goes on by itself`
        : `${share(sent.value, file.size)}. No connection; goes on by itself`
    case 'signed-out':
      return `${share(sent.value, file.size)}. Sign in to go on`
    case 'storing':
      return 'All sent, the service is storing it'
    case 'paused':
      return `${share(sent.value, file.size)}, paused`
    case 'failed':
      return now.words
  }
}

function sendingWords(sent: number, size: number, speed: number | undefined): string {
  if (speed === undefined || speed <= 0) return share(sent, size)
  return `${share(sent, size)} · ${bytes(speed)}/s · ${duration(Math.max(1, Math.round((size - sent) / speed)))} left`
}

function share(sent: number, size: number): string {
  return `${bytes(sent)} of ${bytes(size)}`
}

/** Whole percents; 100 only when all has come. */
export function percent(sent: number, size: number): number {
  return size === 0 ? 0 : Math.floor((sent / size) * 100)
}

/** Why a file would be refused for its size, before it is sent; undefined when it would not. */
export function tooLargeWords(
  { size }: Pick<File, 'size'>,
  limits: StorageLimits,
): string | undefined {
  const { max_file_bytes, own_network_max_file_bytes, free_bytes, quota_bytes, used_bytes } = limits
  if (size > own_network_max_file_bytes)
    return `Too large: ${bytes(size)}. A file may have ${bytes(own_network_max_file_bytes)}.`
  if (size > max_file_bytes) return `Too large from here: ${bytes(size)}. ${farWords(limits)}`
  if (size <= free_bytes) return undefined
  if (quota_bytes !== null && quota_bytes - used_bytes <= free_bytes)
    return `No room: ${bytes(size)}, and ${bytes(free_bytes)} of your ${bytes(quota_bytes)} are free. Delete files that you do not need, or ask the owner of this service for more.`
  return `No room: ${bytes(size)}, and the disk of the service has room for ${bytes(free_bytes)}. Ask its owner to make room.`
}

/** Why larger files are not taken here, and where they are. */
export function farWords({ max_file_bytes, own_network_max_file_bytes }: StorageLimits): string {
  return `From here a file may have ${bytes(max_file_bytes)}. Larger ones, up to ${bytes(own_network_max_file_bytes)}, are taken only in the own network of this service’s owner: open this page there by the local address of the service, not through a tunnel or proxy.`
}
