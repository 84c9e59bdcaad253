import { closeSync, openSync, readSync } from 'node:fs'
import { type AudioPiece, SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { wavLayoutOf } from './convert-wav.ts'

/** Levels for each second of a recording. */
const LEVELS_PER_SECOND = 50
/** Level of digital silence, in dB below full scale. */
const SILENT_DB = -80
const FRAME_SAMPLES = SPEECH_SAMPLE_RATE / LEVELS_PER_SECOND
const FRAME_BYTES = FRAME_SAMPLES * 2
const BLOCK_FRAMES = 4096
const FULL_SCALE = 32_768

/**
 * How loud a prepared recording is at each moment. Blocks its thread.
 *
 * @returns dB below full scale, {@link LEVELS_PER_SECOND}, and the exact length in seconds
 */
export function levelsOf(path: string): { levels: Float32Array; seconds: number } {
  const { dataStart, dataEnd } = wavLayoutOf(path)
  const levels = new Float32Array(Math.ceil((dataEnd - dataStart) / FRAME_BYTES))
  const block = new Int16Array(BLOCK_FRAMES * FRAME_SAMPLES)
  const bytes = new Uint8Array(block.buffer)
  const file = openSync(path, 'r')
  try {
    for (let frame = 0; frame < levels.length; frame += BLOCK_FRAMES) {
      const at = dataStart + frame * FRAME_BYTES
      const read = readSync(file, bytes, 0, Math.min(bytes.byteLength, dataEnd - at), at)
      const samples = block.subarray(0, Math.floor(read / 2))
      for (let from = 0; from < samples.length; from += FRAME_SAMPLES)
        levels[frame + from / FRAME_SAMPLES] = levelOf(samples, from)
    }
  } finally {
    closeSync(file)
  }
  return { levels, seconds: (dataEnd - dataStart) / 2 / SPEECH_SAMPLE_RATE }
}

function levelOf(samples: Int16Array, from: number): number {
  const to = Math.min(from + FRAME_SAMPLES, samples.length)
  let sum = 0
  for (let index = from; index < to; index += 1) {
    const sample = samples[index] ?? 0
    sum += sample * sample
  }
  const power = sum / (to - from) / FULL_SCALE ** 2
  return power === 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(power))
}

/** What must be quiet around a cut. */
const QUIET_SECONDS = 0.5
/** How much louder a cut may be to be nearer to the wanted length by that length. */
const DB_PER_TARGET = 20
/** Levels as near as this to the quietest belong to the same silence. */
const SAME_SILENCE_DB = 6
/** No piece but the only one is shorter than this part of the wanted length. */
const SHORTEST_PART = 0.25

/** What is quieter for long is silence: the noise of a quiet room, and no speech. */
export const MAX_SILENCE_DB = -60
/** Seconds; shorter pauses stay with the speech around them. @limit recording-silence seconds */
export const MIN_SILENCE_SECONDS = 15
/** What is left of a silence at either end of the speech beside it. */
const AROUND_SOUND_SECONDS = 0.5
/** A click is louder than silence only for a moment; a word has this many loud levels within half a second. */
const MIN_LOUD_LEVELS = 4
const LOUD_WITHIN_LEVELS = LEVELS_PER_SECOND / 2

/** The wanted and the greatest length of a piece, in seconds. */
export interface PieceLengths {
  targetSeconds: number
  maxSeconds: number
}

/**
 * Cuts a recording where it is quiet, near to the wanted length of a piece. Where nobody pauses, the
 * quietest moment is taken. A long silence is a piece of its own, of any length.
 *
 * @param levels dB below full scale, {@link LEVELS_PER_SECOND}
 */
export function splitAtSilence(
  levels: Float32Array,
  seconds: number,
  lengths: PieceLengths,
): AudioPiece[] {
  const quiet = smoothed(levels)
  const pieces: AudioPiece[] = []
  let at = 0
  for (const { start, end } of silences(levels, seconds)) {
    if (start > at) pieces.push(...piecesOf(quiet, { start: at, end: start }, lengths))
    pieces.push({ start, end, isSilent: true })
    at = end
  }
  if (seconds > at) pieces.push(...piecesOf(quiet, { start: at, end: seconds }, lengths))
  return pieces
}

/** The long silences, and the whole where nothing is heard in it. */
function silences(levels: Float32Array, seconds: number): AudioPiece[] {
  const found: AudioPiece[] = []
  const end = levels.length
  for (let from = 0; from < end; ) {
    const sound = nextSound(levels, from)
    const isWhole = from === 0 && sound.from === end
    const start = from === 0 ? 0 : from / LEVELS_PER_SECOND + AROUND_SOUND_SECONDS
    const stop =
      sound.from === end ? seconds : sound.from / LEVELS_PER_SECOND - AROUND_SOUND_SECONDS
    if (isWhole || stop - start >= MIN_SILENCE_SECONDS) found.push({ start, end: stop })
    from = sound.to
  }
  return found
}

/** The next stretch with enough loud levels to be more than a click; empty at the end. */
function nextSound(levels: Float32Array, from: number): { from: number; to: number } {
  const isLoud = (index: number) => (levels[index] ?? SILENT_DB) > MAX_SILENCE_DB
  const loud: number[] = []
  for (let index = from; index < levels.length; index += 1) {
    if (!isLoud(index)) continue
    loud.push(index)
    const first = loud.at(-MIN_LOUD_LEVELS)
    if (first === undefined || index - first >= LOUD_WITHIN_LEVELS) continue
    let to = index + 1
    while (isLoud(to)) to += 1
    return { from: first, to }
  }
  return { from: levels.length, to: levels.length }
}

function piecesOf(
  quiet: Float32Array,
  { start: from, end: seconds }: AudioPiece,
  { targetSeconds, maxSeconds }: PieceLengths,
): AudioPiece[] {
  const target = Math.min(targetSeconds, maxSeconds)
  const shortest = target * SHORTEST_PART
  const pieces: AudioPiece[] = []
  let start = from
  while (seconds - start > maxSeconds) {
    // Enough is left over for a last piece that can be understood.
    const last = Math.max(start + shortest, Math.min(start + maxSeconds, seconds - shortest))
    const end = quietest(quiet, { start, first: start + shortest, last, target })
    pieces.push({ start, end })
    start = end
  }
  pieces.push({ start, end: seconds })
  return pieces
}

interface Range {
  start: number
  first: number
  last: number
  target: number
}

/** The middle of the best silence, in seconds. */
function quietest(quiet: Float32Array, { start, first, last, target }: Range): number {
  const from = Math.ceil(first * LEVELS_PER_SECOND)
  const to = Math.max(from, Math.floor(last * LEVELS_PER_SECOND))
  let best = from
  let bestCost = Number.POSITIVE_INFINITY
  for (let index = from; index <= to; index += 1) {
    const distance = Math.abs(index / LEVELS_PER_SECOND - start - target) / target
    const cost = (quiet[index] ?? SILENT_DB) + distance * DB_PER_TARGET
    if (cost >= bestCost) continue
    best = index
    bestCost = cost
  }
  const limit = (quiet[best] ?? SILENT_DB) + SAME_SILENCE_DB
  const reach = QUIET_SECONDS * LEVELS_PER_SECOND
  const isSame = (index: number) => (quiet[index] ?? SILENT_DB) <= limit
  let left = best
  while (left > from && left > best - reach && isSame(left - 1)) left -= 1
  let right = best
  while (right < to && right < best + reach && isSame(right + 1)) right += 1
  return Math.floor((left + right) / 2) / LEVELS_PER_SECOND
}

/** The mean level around each moment. */
function smoothed(levels: Float32Array): Float32Array {
  const half = Math.round((QUIET_SECONDS * LEVELS_PER_SECOND) / 2)
  const means = new Float32Array(levels.length)
  // Silence before the start and behind the end.
  let sum = 2 * half * SILENT_DB
  for (let index = -half; index < levels.length; index += 1) {
    sum += levels[index + half] ?? SILENT_DB
    sum -= levels[index - half] ?? SILENT_DB
    if (index >= 0) means[index] = sum / (2 * half)
  }
  return means
}
