import { abortable } from '../../platform/abortable.ts'
import type { AudioJob, AudioMessage } from './audio-worker.ts'
import { noRoom, unreadable } from './refusals.ts'

type AudioResult = Extract<AudioMessage, { seconds: number } | { pieces: unknown }>

const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Does one job in a worker thread, which ends with it.
 *
 * @throws {AppError} `invalid` for a file that is no WAV file of PCM, `storage_full`
 * @throws The signal's reason
 */
export async function runInThread(
  job: AudioJob,
  {
    signal,
    onProgress,
  }: { signal: AbortSignal; onProgress?: ((seconds: number) => void) | undefined },
): Promise<AudioResult> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./audio-worker.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<AudioResult>()
  worker.addEventListener('message', ({ data }: MessageEvent<AudioMessage>) => {
    if ('progress' in data) onProgress?.(data.progress)
    else if ('refusal' in data) reject(unreadable(data.refusal))
    else if ('failure' in data) reject(errorOf(data.failure))
    else resolve(data)
  })
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.addEventListener('close', () => reject(new Error('The thread that reads sound has ended')))
  try {
    worker.postMessage(job)
    return await abortable(promise, signal)
  } finally {
    worker.terminate()
  }
}

function errorOf({ message, code }: { message: string; code: unknown }): Error {
  return FULL_CODES.has(code) ? noRoom(message) : new Error(`Cannot read a recording: ${message}`)
}
