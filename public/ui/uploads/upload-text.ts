import { bytes, duration } from '../format.ts'
import { m } from './messages/en.ts'
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
      return sent.value > 0 ? m.waitsAt(share(sent.value, file.size)) : m.waits
    case 'sending':
      return sendingText(sent.value, file.size, speed.value)
    case 'lost':
      return now.isServiceBusy
        ? m.waitsForService(share(sent.value, file.size))
        : m.noConnection(share(sent.value, file.size))
    case 'signed-out':
      return m.signInToGoOn(share(sent.value, file.size))
    case 'storing':
      return m.storing
    case 'paused':
      return m.paused(share(sent.value, file.size))
    case 'failed':
      return now.text
  }
}

function sendingText(sent: number, size: number, speed: number | undefined): string {
  if (speed === undefined || speed <= 0) return share(sent, size)
  const left = Math.max(1, Math.round((size - sent) / speed))
  return m.speed(share(sent, size), bytes(speed), duration(left))
}

function share(sent: number, size: number): string {
  return m.share(bytes(sent), bytes(size))
}

/** Whole percents; 100 only when all has come. */
export function percent(sent: number, size: number): number {
  return size === 0 ? 0 : Math.floor((sent / size) * 100)
}
