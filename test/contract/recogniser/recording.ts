import { deepEqual } from 'node:assert/strict'
import { join } from 'node:path'
import type {
  Transcription,
  TranscriptionRequest,
} from '../../../src/engines/contract/transcription.ts'
import { speechWav } from '../../support/recogniser.ts'

/** What the model says of 10 seconds; the last segment ends behind the recording. */
const SAID = [
  [0, 2, 'Weights made by hand'],
  [2.04, 4, 'always say this text'],
  [4.04, 6.04, 'Weights made by hand'],
  [6.08, 8.04, 'always say this text'],
  [8.08, 10, 'Weights made by hand'],
]

const SECONDS = 10

/** Writes a tone as a recording. */
export async function writeRecording(folder: string, seconds = SECONDS): Promise<string> {
  const path = join(folder, `${seconds}.wav`)
  await Bun.write(
    path,
    speechWav(seconds, (index) => Math.round(3_000 * Math.sin(index / 20))),
  )
  return path
}

export function requestFor(
  path: string,
  more: Partial<TranscriptionRequest> = {},
): TranscriptionRequest {
  return {
    path,
    seconds: SECONDS,
    model: undefined,
    language: undefined,
    prompt: undefined,
    task: 'transcribe',
    ...more,
  }
}

/** Checks what was heard of 10 seconds. */
export function checkSaid(heard: Transcription): void {
  deepEqual(heard.language, 'de')
  deepEqual(
    heard.segments.map(({ start, end, text }) => [start, end, text]),
    SAID,
  )
  deepEqual(
    heard.segments.map(({ words = [] }) => words.map(({ word }) => word).join(' ')),
    SAID.map(([, , text]) => text),
  )
}

/** Checks the translation of 10 seconds. */
export function checkTranslated(heard: Transcription): void {
  deepEqual(heard.segments.map(({ text }) => text).slice(0, 2), [
    'They speak English',
    'in a translation',
  ])
}
