import { type Actor, ownerOf } from '../../core/identity/actor.ts'
import type { CaptionRules } from '../../core/subtitles/caption-rules.ts'
import { AppError } from '../../platform/errors.ts'
import { jsonBody } from '../kit/job-body.ts'
import { MAX_PERFECT_BYTES, MAX_TRANSLATE_BYTES, PerfectBody, TranslateBody } from './schema.ts'

/**
 * The subtitles of a finished transcription job.
 *
 * @throws {AppError} `not_found`, also for a job of another owner; `conflict`
 */
export type SubtitlesOf = (owner: string, jobId: string) => Promise<string>

export function perfectBody(subtitlesOf: SubtitlesOf) {
  return jsonBody({
    schema: PerfectBody,
    maxBytes: MAX_PERFECT_BYTES,
    async read(actor: Actor, { srt, job_id: jobId, brand, script, async = false, ...rules }) {
      requireOne({ srt, job_id: jobId })
      return {
        input: {
          srt: srt ?? (await subtitlesOf(ownerOf(actor), jobId ?? '')),
          rules: rulesOf(rules),
          ...(brand === undefined ? {} : { brand }),
          ...(script === undefined ? {} : { script }),
        },
        async,
      }
    },
  })
}

export function translateBody(subtitlesOf: SubtitlesOf) {
  return jsonBody({
    schema: TranslateBody,
    maxBytes: MAX_TRANSLATE_BYTES,
    async read(actor: Actor, body) {
      const { text, srt, job_id: jobId, target, source, brand, engine, title } = body
      requireOne({ text, srt, job_id: jobId })
      const subtitles = jobId === undefined ? srt : await subtitlesOf(ownerOf(actor), jobId)
      return {
        input: {
          target,
          ...(text === undefined ? {} : { text }),
          ...(subtitles === undefined ? {} : { srt: subtitles }),
          ...(source === undefined ? {} : { source }),
          ...(brand === undefined ? {} : { brand }),
          ...(engine === undefined ? {} : { engine }),
          ...(title === undefined ? {} : { title }),
        },
        async: body.async === true,
      }
    },
  })
}

function rulesOf(body: Partial<PerfectBody>): CaptionRules {
  const rules: CaptionRules = {}
  const { max_line_characters: characters, max_lines: lines, min_gap_ms: gap } = body
  const { max_characters_per_second: speed, min_cue_seconds: seconds } = body
  if (characters !== undefined) rules.maxLineCharacters = characters
  if (lines !== undefined) rules.maxLines = lines
  if (speed !== undefined) rules.maxCharactersPerSecond = speed
  if (seconds !== undefined) rules.minCueSeconds = seconds
  if (gap !== undefined) rules.minGapMs = gap
  return rules
}

/** @throws {AppError} `invalid` unless exactly one field is given */
function requireOne(fields: Readonly<Record<string, string | undefined>>): void {
  const given = Object.values(fields).filter((value) => value !== undefined)
  if (given.length === 1) return
  const names = Object.keys(fields)
  const last = names.pop() ?? ''
  throw new AppError(
    'invalid',
    `Request body is invalid: give exactly one of ${names.join(', ')} and ${last}`,
  )
}
