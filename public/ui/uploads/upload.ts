import type { Signal } from '@preact/signals'

type UploadState =
  /** For its turn. */
  | { kind: 'waiting' }
  | { kind: 'sending' }
  /** No answer came, or one that says "later"; it is tried again by itself. */
  | { kind: 'lost'; isServiceBusy: boolean }
  | { kind: 'signed-out' }
  /** All bytes have come; the service does with them what they were sent for. */
  | { kind: 'storing' }
  | { kind: 'paused' }
  | { kind: 'failed'; text: string; canRetry: boolean }

/** A file that is being uploaded by this page. */
export interface Upload {
  readonly id: number
  readonly file: File
  readonly state: Signal<UploadState>
  /** Bytes that have come, as far as this page knows. */
  readonly sent: Signal<number>
  /** Bytes in a second; undefined until there is something to tell. */
  readonly speed: Signal<number | undefined>
}

export function isGoingOn({ state }: Upload): boolean {
  return state.value.kind !== 'failed' && state.value.kind !== 'paused'
}

/** How many go on or wait for their turn. */
export function countGoingOn(uploads: readonly Upload[]): number {
  return uploads.filter(isGoingOn).length
}
