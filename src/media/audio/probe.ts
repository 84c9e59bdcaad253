import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { hasEncryptedSound } from './encrypted-track.ts'
import type { InstalledFfmpeg } from './ffmpeg.ts'
import { formatRefusal, SAFE_INPUT } from './ffmpeg-input.ts'
import { runFfmpeg } from './ffmpeg-job.ts'
import { unreadable } from './refusals.ts'

/** Time limit of looking at a file. See Limits. */
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
    ...{ bwrap, source, signal },
    maxFileBytes: 0,
    limitMs: PROBE_MS,
    onLines: (lines) => {
      if (text.length < MAX_ANSWER_CHARACTERS) text += `${lines.join('\n')}\n`
    },
  })
  if (isLate) throw unreadable(`looking at it takes longer than ${PROBE_MS / 1000} seconds`)
  const answer = answerOf(text)
  if (answer === undefined) throw unreadable(formatRefusal(log))
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
