import { bytes, duration } from '../format.ts'
import type { Upload } from './upload.ts'

/** Control and format characters, among them those that turn the direction of what follows. */
const INVISIBLE = /\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu

/** A name of this device as it is shown: what cannot be seen is left out. */
export function shownName(name: string): string {
  return name.replace(INVISIBLE, '')
}

/** How an upload stands, in words. */
export function uploadText({ state, sent, speed, file }: Upload): string {
  const now = state.value
  switch (now.kind) {
    case 'waiting':
      return sent.value > 0
        ? `${share(sent.value, file.size)}, waits for its turn`
        : 'Waits for its turn'
    case 'sending':
      return sendingText(sent.value, file.size, speed.value)
    case 'lost':
      return now.isServiceBusy
        ? `${share(sent.value, file.size)}. Waits for the service, then resumes`
        : `${share(sent.value, file.size)}. No connection; resumes by itself`
    case 'signed-out':
      return `${share(sent.value, file.size)}. Sign in to go on`
    case 'storing':
      return 'All sent, the service is storing it'
    case 'paused':
      return `${share(sent.value, file.size)}, paused`
    case 'failed':
      return now.text
  }
}

function sendingText(sent: number, size: number, speed: number | undefined): string {
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
