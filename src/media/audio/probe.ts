import { type FileHandle, open } from 'node:fs/promises'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { unreadable } from './bounds.ts'
import { formatError, type InstalledFfmpeg, runFfmpeg, SAFE_INPUT } from './ffmpeg.ts'

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
