import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { AudioPiece } from '../../media/contract-audio.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { separatorOf } from '../../platform/subprocess.ts'
import { Recognition } from './recognition.ts'
import type { Recordings } from './recordings.ts'
import type { TranscribeContext } from './transcribe-context.ts'
import {
  type HeardPart,
  joined,
  joinedText,
  languageOf,
  shifted,
  type TranscribeInput,
  type Transcript,
  tailOf,
  WAITING_LANE,
} from './transcript.ts'
import type { TranscriptionChoice, TranscriptionEngines } from './transcription-engines.ts'

/** Recognisers hear nothing in less. */
const MIN_PART_SECONDS = 0.1
/** How often recognisers that have failed are tried again while a client waits. */
const AWAITED_RETRIES = 1

/** A transcript with whose it is, for the history. */
export interface FinishedTranscript {
  owner: string
  jobId: string
  input: TranscribeInput
  /** Of the recording, for people. */
  title: string
  transcript: Transcript
}

interface WriterOptions {
  transcriptionEngines: TranscriptionEngines
  recordings: Recordings
  retryMs: readonly number[]
  /** Is told each transcript in which something is spoken. */
  onTranscript: (finished: FinishedTranscript) => void
}

/**
 * Writes down what is spoken in a recording, within the run of a task that has the lanes of transcripts.
 * Only one piece of it is recognised at a time; then the lane is yielded, so that others wait for one
 * piece and not for the recording. After a crash it goes on after the last piece.
 *
 * @returns The title beside the transcript, where the recording has one
 */
export type TranscribeRecording = (
  input: TranscribeInput,
  context: TranscribeContext,
) => Promise<{ transcript: Transcript; title: string }>

export function recordingTranscriber({
  transcriptionEngines,
  recordings,
  retryMs,
  onTranscript,
}: WriterOptions): TranscribeRecording {
  return async (input, context) => {
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
      transcriptionEngines,
      candidates,
      retryMs: delays,
      signal: context.signal,
      pause: (ms) => pauseWithoutLane(context, ms),
      isOwner: context.caller.isOwner === true,
    })
    const report = (done: number) =>
      context.reportProgress({ done, total: plan.seconds, unit: 'seconds' })
    for (const [index, part] of plan.parts.entries()) {
      if (index < heard.length) continue
      report(part.start)
      if (part.isSilent !== true && context.lane !== SHARED_LANE)
        await context.enterLane(SHARED_LANE)
      const one = await hear(input, part, heard, recognition, context, report)
      await context.pieces.save(one)
      await context.emit([addedText(heard, one)])
      heard.push(one)
      const isLast = index + 1 === plan.parts.length
      if (part.isSilent !== true && !isLast) await context.yieldLane()
    }
    report(plan.seconds)
    const spoken = joined(plan, heard, nameOf(first))
    const transcript = input.task === 'translate' ? { ...spoken, language: 'en' } : spoken
    const title = titleOf(input, context)
    if (transcript.text !== '' && input.store !== false)
      onTranscript({ owner: context.caller.owner, jobId: context.id, input, title, transcript })
    await recordings.remove(input)
    return { transcript, title }
  }

  /** A job that a restart takes up may come before the servers are found. */
  async function select(
    { engine, task }: TranscribeInput,
    context: TranscribeContext,
    delays: readonly number[],
  ): Promise<TranscriptionChoice[]> {
    const { lane, caller } = context
    for (const ms of delays) {
      await transcriptionEngines.refresh()
      if (transcriptionEngines.offered.length > 0) break
      await pauseWithoutLane(context, ms, lane)
    }
    return transcriptionEngines.select(engine, task, caller)
  }

  async function hear(
    input: TranscribeInput,
    part: AudioPiece,
    before: readonly HeardPart[],
    recognition: Recognition,
    { signal }: TranscribeContext,
    report: (done: number) => void,
  ): Promise<HeardPart> {
    const seconds = part.end - part.start
    const { engine, model } = before.at(-1) ?? nameOf(recognition.preferred)
    // Recognisers invent words for silence.
    if (part.isSilent === true || seconds < MIN_PART_SECONDS)
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

/** What a part adds to the text of those before it. */
function addedText(before: readonly HeardPart[], { segments }: HeardPart): string {
  const last = before.findLast((part) => part.segments.length > 0)?.segments.at(-1)?.text ?? ''
  const text = joinedText(segments)
  return separatorOf(last, text) + text
}

function nameOf({ engine, model }: TranscriptionChoice): { engine: string; model: string | null } {
  return { engine: engine.id, model: model ?? null }
}

/** As the site has it, where the sound comes from one. */
function titleOf({ name }: TranscribeInput, { pieces }: TranscribeContext): string {
  return pieces.finished.find((piece) => piece.type === 'downloaded')?.title ?? name
}

/** @param lane To come back to */
async function pauseWithoutLane(
  context: TranscribeContext,
  ms: number,
  lane = SHARED_LANE,
): Promise<void> {
  await context.enterLane(WAITING_LANE)
  await pauseFor(ms, context.signal)
  await context.enterLane(lane)
}
