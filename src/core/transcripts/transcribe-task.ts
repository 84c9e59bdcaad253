import { requireCapability } from '../caller.ts'
import { defineTask } from '../tasks/define-task.ts'
import { SHARED_LANE } from '../text/engine-lanes.ts'
import { joined, joinedText, languageOf, separatorOf, shifted, tailOf } from './join.ts'
import type { Recogniser, Recognisers } from './recognisers.ts'
import { pauseFor, Recognition } from './recognition.ts'
import type { Recordings, TranscribeContext } from './recordings.ts'
import {
  DOWNLOAD_LANE,
  filesOf,
  type HeardPart,
  MEDIA_LANE,
  MEDIA_MS,
  RETRY_LANE,
  TranscribeInput,
  Transcript,
  TranscriptPiece,
} from './transcript.ts'

/** Recognisers hear nothing in less. */
const MIN_PART_SECONDS = 0.1
/** How often recognisers that have failed are tried again while a client waits. */
const AWAITED_RETRIES = 1

/** A transcript with whose it is, for the history. */
export interface FinishedTranscript {
  owner: string
  jobId: string
  input: TranscribeInput
  transcript: Transcript
}

interface TranscribeTaskOptions {
  recognisers: Recognisers
  recordings: Recordings
  retryMs: readonly number[]
  /** Is told each transcript in which something is spoken. */
  onTranscript: (finished: FinishedTranscript) => void
}

/**
 * Writes down what is spoken in a recording. Only one piece of it is recognised at a time; then the
 * lane is yielded, so that others wait for one piece and not for the recording.
 */
export function transcribeTask({
  recognisers,
  recordings,
  retryMs,
  onTranscript,
}: TranscribeTaskOptions) {
  return defineTask<typeof TranscribeInput, typeof Transcript, string, typeof TranscriptPiece>({
    kind: 'transcribe',
    idPrefix: 'trs_',
    lanes: [MEDIA_LANE, DOWNLOAD_LANE, SHARED_LANE, RETRY_LANE],
    firstLane: (_, { source }) => (source.type === 'url' ? DOWNLOAD_LANE : MEDIA_LANE),
    laneDeadlineMs: { [MEDIA_LANE]: MEDIA_MS },
    admission: undefined,
    countsFailures: false,
    input: TranscribeInput,
    result: Transcript,
    piece: TranscriptPiece,
    authorize: (caller) => requireCapability(caller, 'media'),
    async check(caller, { engine, task }) {
      await recognisers.refresh()
      recognisers.select(engine, task, caller)
    },
    durationKey: ({ engine }) => engine ?? '',
    files: filesOf,
    async run(input, context) {
      const delays = input.isAwaited === true ? retryMs.slice(0, AWAITED_RETRIES) : retryMs
      const candidates = await select(input, context, delays)
      const [first] = candidates
      if (first === undefined) throw new Error('A selection without a recogniser')
      const heard = context.pieces.finished.filter((piece) => piece.type === 'heard')
      const known = context.pieces.finished.find((piece) => piece.type === 'plan')
      // With all of it heard, a crash has only kept the end from being written.
      const isHeard = known !== undefined && heard.length >= known.parts.length
      const plan = isHeard ? known : await recordings.open(input, context)
      const recognition = new Recognition({
        ...{ recognisers, candidates, retryMs: delays, signal: context.signal },
        pause: (ms) => pauseWithoutLane(context, ms),
        isOwner: context.caller.isOwner === true,
      })
      const report = (done: number) =>
        context.reportProgress({ done, total: plan.seconds, unit: 'seconds' })
      if (heard.length < plan.parts.length) await context.enterLane(SHARED_LANE)
      for (const [index, part] of plan.parts.entries()) {
        if (index < heard.length) continue
        report(part.start)
        const one = await hear(input, part, heard, recognition, context, report)
        await context.pieces.save(one)
        await context.emit([addedText(heard, one)])
        heard.push(one)
        if (index + 1 < plan.parts.length) await context.yieldLane()
      }
      report(plan.seconds)
      const spoken = joined(plan, heard, nameOf(first))
      const transcript = input.task === 'translate' ? { ...spoken, language: 'en' } : spoken
      if (transcript.text !== '')
        onTranscript({ owner: context.caller.owner, jobId: context.id, input, transcript })
      await recordings.remove(input)
      return transcript
    },
  })

  /** A job that a restart takes up may come before the servers are found. */
  async function select(
    { engine, task }: TranscribeInput,
    context: TranscribeContext,
    delays: readonly number[],
  ): Promise<Recogniser[]> {
    const { lane, caller } = context
    for (const ms of delays) {
      await recognisers.refresh()
      if (recognisers.offered.length > 0) break
      await pauseWithoutLane(context, ms, lane)
    }
    return recognisers.select(engine, task, caller)
  }

  async function hear(
    input: TranscribeInput,
    part: { start: number; end: number },
    before: readonly HeardPart[],
    recognition: Recognition,
    { signal }: TranscribeContext,
    report: (done: number) => void,
  ): Promise<HeardPart> {
    const seconds = part.end - part.start
    const { engine, model } = before.at(-1) ?? nameOf(recognition.preferred)
    if (seconds < MIN_PART_SECONDS)
      return { type: 'heard', engine, model, language: null, segments: [] }
    const { task, temperature } = input
    const language = input.language ?? languageOf(before) ?? undefined
    const prompt = [input.prompt, tailOf(before)].filter((text) => text !== undefined).join(' ')
    return await recordings.withPart(input, part, signal, async (path) => {
      const answer = await recognition.recognise(
        { path, seconds, language, task, temperature, prompt: prompt || undefined },
        (finished) => report(part.start + Math.min(Math.max(finished, 0), 1) * seconds),
      )
      return {
        type: 'heard',
        ...nameOf(answer.by),
        language: input.language ?? answer.language ?? null,
        segments: shifted(answer, part),
      }
    })
  }
}
export type TranscribeTask = ReturnType<typeof transcribeTask>

/** What a part adds to the text of those before it. */
function addedText(before: readonly HeardPart[], { segments }: HeardPart): string {
  const last = before.findLast((part) => part.segments.length > 0)?.segments.at(-1)?.text ?? ''
  const text = joinedText(segments)
  return separatorOf(last, text) + text
}

function nameOf({ engine, model }: Recogniser): { engine: string; model: string | null } {
  return { engine: engine.id, model: model ?? null }
}

/** @param lane To come back to */
async function pauseWithoutLane(
  context: TranscribeContext,
  ms: number,
  lane = SHARED_LANE,
): Promise<void> {
  await context.enterLane(RETRY_LANE)
  await pauseFor(ms, context.signal)
  await context.enterLane(lane)
}
