import { type FileHandle, open, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { type PreparedRecording, SPEECH_SAMPLE_RATE } from '../contract-audio.ts'
import { noRoom, unreadable } from './bounds.ts'
import {
  type FfmpegEnd,
  formatError,
  type InstalledFfmpeg,
  OUTPUT_NAME,
  runFfmpeg,
  SAFE_INPUT,
} from './ffmpeg.ts'
import { readWavLayout, secondsOf, WAV_HEADER_BYTES, WavError, wavHeader } from './wav.ts'

/** Time limit of looking at a file. @limit recording-probe seconds */
export const PROBE_MS = 60_000
/** ffprobe's answer has one track and the format. */
const MAX_ANSWER_CHARACTERS = 100_000

const ProbeAnswer = Type.Object({
  streams: Type.Array(Type.Object({ codec_name: Type.Optional(Type.String()) })),
  format: Type.Object({
    format_name: Type.String(),
    /** In seconds, as declared. */
    duration: Type.Optional(Type.String()),
  }),
})
type ProbeAnswer = Static<typeof ProbeAnswer>

/** Containers that say when each frame is heard; elsewhere frames are counted, and the length is a guess. */
const WITH_TIMES = /^(?:mov|matroska|mpegts|mpeg|ogg|flv|asf|avi)\b/

/** What a file says of itself. */
interface Declared {
  seconds: number | undefined
  /** Whether its frames have times, by which none is heard later than the seconds. */
  hasTimes: boolean
}

/**
 * Looks at a file before it is decoded.
 *
 * @throws {AppError} `invalid` when it has no sound that can be decoded
 */
export async function probe(
  source: string,
  { ffprobe, bwrap }: InstalledFfmpeg,
  signal: AbortSignal,
): Promise<Declared> {
  let text = ''
  const { log, isLate } = await runFfmpeg({
    command: [
      ffprobe,
      ...['-v', 'error', '-select_streams', 'a:0', '-of', 'json'],
      ...['-show_entries', 'format=format_name,duration:stream=codec_name'],
      ...SAFE_INPUT,
    ],
    bwrap,
    source,
    signal,
    maxFileBytes: 0,
    limitMs: PROBE_MS,
    onLines: (lines) => {
      if (text.length < MAX_ANSWER_CHARACTERS) text += `${lines.join('\n')}\n`
    },
  })
  if (isLate) throw unreadable(`looking at it takes longer than ${PROBE_MS / 1000} seconds`)
  const answer = answerOf(text)
  if (answer === undefined) throw unreadable(formatError(log))
  const [track] = answer.streams
  if (track === undefined) throw unreadable('it has no audio track')
  if (answer.format.format_name.startsWith('mov') && (await hasEncryptedSound(source)))
    throw unreadable('its sound is encrypted')
  if (track.codec_name === undefined || track.codec_name === 'unknown')
    throw unreadable('its sound is of an unknown encoding')
  const seconds = Number(answer.format.duration)
  return {
    seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    hasTimes: WITH_TIMES.test(answer.format.format_name),
  }
}

function answerOf(text: string): ProbeAnswer | undefined {
  const { value } = tryParseJson(text)
  return matches(ProbeAnswer, value) ? value : undefined
}

const HEADER_BYTES = 16
/** Top-level boxes of a file that are looked at; one in many fragments has its `moov` first. */
const MAX_BOXES = 200
/** How much of the description of its tracks is searched. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
/** Types of sample entries of sound that cannot be decoded without a key. ISO/IEC 14496-12, 8.12 */
const ENCRYPTED = ['enca', 'drms']

/**
 * Whether the sound of an MP4 file is encrypted. ffmpeg does not tell, and decodes it to noise.
 */
async function hasEncryptedSound(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  let at = 0
  for (let count = 0; count < MAX_BOXES && at + HEADER_BYTES <= size; count += 1) {
    const header = await read(file, at, HEADER_BYTES)
    const declared = header.readUInt32BE(0)
    const bytes =
      declared === 0 ? size - at : declared === 1 ? Number(header.readBigUInt64BE(8)) : declared
    if (bytes < 8) return false
    if (header.toString('latin1', 4, 8) === 'moov') {
      const box = await read(file, at, Math.min(bytes, size - at, MAX_SEARCHED_BYTES))
      return ENCRYPTED.some((type) => box.includes(type, 0, 'latin1')) && box.includes('sinf')
    }
    at += bytes
  }
  return false
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}

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
