import { open, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type PreparedRecording, SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { noRoom, unreadable } from './bounds.ts'
import {
  type FfmpegEnd,
  type InstalledFfmpeg,
  OUTPUT_NAME,
  runFfmpeg,
  SAFE_INPUT,
} from './ffmpeg.ts'
import { probe } from './probe.ts'
import { readWavLayout, secondsOf, WAV_HEADER_BYTES, WavError, wavHeader } from './wav.ts'

/** Time limit of decoding one recording. @limit recording-decode minutes */
export const DECODE_MS = 45 * 60 * 1000
const BYTES_PER_SECOND = SPEECH_SAMPLE_RATE * 2
const MICROSECONDS = 1e6
/**
 * A damaged frame may claim another sample rate or other channels than its neighbours. ffmpeg then
 * starts its filters anew, at each change, and gives the first frames wrong times: they are left out.
 */
const DECODED = `aselect='gte(n,2)+lt(t,1)',aresample=${SPEECH_SAMPLE_RATE}`
/** Sound may begin this much before the end of what came before: the rest of a damaged frame. */
const MAX_OVERLAP_SECONDS = 0.25
/** How much is decoded between two looks at the free space. */
const SPACE_CHECK_SECONDS = 600

export interface DecodeOptions {
  signal: AbortSignal
  onProgress?: ((seconds: number) => void) | undefined
  /** Bytes of the target's disk that stay free. */
  minFreeBytes: number
  limitMs: number
  /** What is read of a recording at most. */
  maxSeconds: number
}

/**
 * Decodes a file of a user with ffmpeg. A file that ends early or is damaged gives what could be
 * decoded. The caller removes the target when this fails.
 *
 * @throws {AppError} `invalid`, `storage_full`
 */
export async function decode(
  source: string,
  target: string,
  installed: InstalledFfmpeg,
  options: DecodeOptions,
): Promise<PreparedRecording> {
  const { signal, onProgress, limitMs, maxSeconds } = options
  const declared = await probe(source, installed, signal)
  const room = await roomFor(target, options.minFreeBytes)
  const expected = Math.min(declared.seconds ?? 0, maxSeconds) * BYTES_PER_SECOND
  if (expected + WAV_HEADER_BYTES > room) throw noRoom()
  await writeFile(target, '')
  const full = new AbortController()
  let checked = 0
  const watch = (seconds: number) => {
    onProgress?.(seconds)
    if (seconds - checked < SPACE_CHECK_SECONDS) return
    checked = seconds
    // A disk that cannot be looked at will say by itself that it is full.
    roomFor(target, options.minFreeBytes).then(
      (left) => left < 0 && full.abort(noRoom()),
      () => {},
    )
  }
  // More than is kept, which shows that there is more.
  const readSeconds = maxSeconds + 1
  const endSeconds = (declared.hasTimes ? declared.seconds : undefined) ?? readSeconds
  const end = await runFfmpeg({
    command: [
      installed.ffmpeg,
      ...['-v', 'error', '-nostdin', '-nostats', ...SAFE_INPUT],
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-af', DECODED, '-ac', '1', '-c:a', 'pcm_s16le', '-f', 'nut', 'pipe:1'],
    ],
    next: [
      installed.ffmpeg,
      ...['-v', 'error', '-nostats', '-y', '-progress', 'pipe:1'],
      ...['-protocol_whitelist', 'pipe', '-copyts', '-f', 'nut', '-i', 'pipe:0'],
      ...['-af', timesOf(Math.min(endSeconds, readSeconds))],
      ...['-t', String(readSeconds), '-ac', '1', '-ar', String(SPEECH_SAMPLE_RATE)],
      ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-c:a', 'pcm_s16le'],
      ...['-f', 'wav', `file:${OUTPUT_NAME}`],
    ],
    bwrap: installed.bwrap,
    source,
    target,
    limitMs,
    signal: AbortSignal.any([signal, full.signal]),
    maxFileBytes: Math.min((maxSeconds + 1) * BYTES_PER_SECOND + 4096, room),
    onLines: (lines) => {
      const seconds = lines.flatMap(progressOf).at(-1)
      if (seconds !== undefined) watch(seconds)
    },
  })
  if (end.isLate)
    throw unreadable(`decoding it takes longer than ${Math.round(limitMs / 60_000)} minutes`)
  const { seconds, ...rest } = await finish(target, maxSeconds)
  if (isFull(end) || seconds * BYTES_PER_SECOND + 4096 > room) throw noRoom()
  if (seconds === 0) throw unreadable(emptyReason(end))
  onProgress?.(seconds)
  return { seconds, ...rest }
}

/**
 * The filter that puts silence where a film's sound starts later than its pictures or has a gap, so
 * that times in the recording are those of the film. Sound whose time lies far before the end of what
 * came before would be dropped, so its time is moved up to that end; so is one behind the film's end.
 */
function timesOf(endSeconds: number): string {
  const isWrong = `isnan(PTS)+gt(PTS*TB,${endSeconds})+lt(PTS,ld(0)-${MAX_OVERLAP_SECONDS}/TB)`
  const time = `st(1,if(${isWrong},ld(0),PTS))`
  return [
    `asetpts='${time};st(0,max(ld(0),ld(1)+NB_SAMPLES/SR/TB));ld(1)'`,
    `aresample=${SPEECH_SAMPLE_RATE}:async=1:first_pts=0`,
  ].join(',')
}

/** Bytes that may be written to the disk of a file. */
export async function roomFor(target: string, minFreeBytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(target))
  return bavail * bsize - minFreeBytes
}

function progressOf(line: string): number[] {
  const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
  return micros === undefined ? [] : [Number(micros) / MICROSECONDS]
}

/** Writes the length into the header, which a cut off process has left open. */
async function finish(target: string, maxSeconds: number): Promise<PreparedRecording> {
  await using file = await open(target, 'r+')
  const { size } = await file.stat()
  const head = Buffer.alloc(Math.min(size, 4096))
  await file.read(head, 0, head.byteLength, 0)
  try {
    const whole = readWavLayout(head, size)
    const maxEnd = whole.dataStart + maxSeconds * BYTES_PER_SECOND
    const layout = { ...whole, dataEnd: Math.min(whole.dataEnd, maxEnd) }
    if (layout.dataStart === WAV_HEADER_BYTES)
      await file.write(wavHeader(layout, layout.dataEnd - layout.dataStart), 0, WAV_HEADER_BYTES, 0)
    await file.truncate(layout.dataEnd)
    return { seconds: secondsOf(layout), ...(whole.dataEnd > maxEnd ? { isCut: true } : {}) }
  } catch (error) {
    // Nothing was decoded, not even the header written.
    if (error instanceof WavError) return { seconds: 0 }
    throw error
  }
}

function isFull({ log }: FfmpegEnd): boolean {
  return /No space left on device|File too large|Disk quota exceeded/.test(log)
}

const ABOUT_PIPE = /\[nut @|\[in#0|pipe:|^Error opening input files/

function emptyReason({ log }: FfmpegEnd): string {
  if (/Decoder \(codec [^)]*\) not found|could not find codec|Unknown decoder/i.test(log))
    return 'this server cannot decode the encoding of its sound'
  // The second complains where it gets nothing of the first.
  if (log.split('\n').every((line) => line === '' || ABOUT_PIPE.test(line)))
    return 'it has no sound: it is 0 seconds long'
  return 'its sound is damaged or incomplete, so that nothing of it can be decoded'
}
