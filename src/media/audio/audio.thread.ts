// The worker thread of `audio-thread.ts`: reads whole recordings without holding up the service.

import { codeOf } from '../../platform/errors.ts'
import type { AudioPiece } from '../contract-audio.ts'
import { convertWav } from './convert-wav.ts'
import { levelsOf, type PieceLengths, splitAtSilence } from './split-at-silence.ts'
import { WavError } from './wav.ts'

declare const self: Worker

/** Between two reports of progress, as of ffmpeg. */
const PROGRESS_MS = 500

export type AudioJob =
  | { kind: 'convert'; source: string; target: string; maxSeconds: number }
  | { kind: 'split'; path: string; lengths: PieceLengths }

/** A message of the worker: any number of `progress`, then one of the others. */
export type AudioMessage =
  | { progress: number }
  | { seconds: number }
  | { pieces: AudioPiece[] }
  /** Why a file is refused. */
  | { refusal: string }
  | { failure: { message: string; code: unknown } }

self.addEventListener('message', ({ data }: MessageEvent<AudioJob>) => self.postMessage(run(data)))

function run(job: AudioJob): AudioMessage {
  try {
    if (job.kind === 'convert') {
      let reportedAt = Number.NEGATIVE_INFINITY
      const tell = (progress: number) => {
        if (performance.now() - reportedAt < PROGRESS_MS) return
        reportedAt = performance.now()
        self.postMessage({ progress } satisfies AudioMessage)
      }
      return { seconds: convertWav(job, tell) }
    }
    const { levels, seconds } = levelsOf(job.path)
    return { pieces: splitAtSilence(levels, seconds, job.lengths) }
  } catch (error) {
    if (error instanceof WavError) return { refusal: error.message }
    return { failure: { message: String(error), code: codeOf(error) } }
  }
}
