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

/**
 * Looks at a file before it is decoded.
 *
 * @returns The seconds that it declares, where it does
 * @throws {AppError} `invalid` when it has no sound that can be decoded
 */
export async function probe(
  source: string,
  { ffprobe, bwrap }: InstalledFfmpeg,
  signal: AbortSignal,
): Promise<number | undefined> {
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
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function answerOf(text: string): ProbeAnswer | undefined {
  const { value } = tryParseJson(text)
  return matches(ProbeAnswer, value) ? value : undefined
}
