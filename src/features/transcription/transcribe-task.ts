import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { requireCapability } from '../../core/caller.ts'
import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { failurePhrase } from '../../core/engines/no-engine-error.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { asFailure, EngineFailure, FAILURES } from '../../engines/contract/failure.ts'
import type { Transcription, TranscriptionRequest } from '../../engines/contract/transcription.ts'
import type { AudioPiece } from '../../media/contract-audio.ts'
import { pauseFor } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { separatorOf } from '../../platform/subprocess.ts'
import type { Recordings } from './recordings.ts'
import {
  DOWNLOAD_LANE,
  filesOf,
  type HeardPart,
  joined,
  joinedText,
  languageOf,
  MEDIA_LANE,
  MEDIA_MS,
  shifted,
  TRANSCRIPT_ID_PREFIX,
  type TranscribeContext,
  TranscribeInput,
  Transcript,
  TranscriptPiece,
  tailOf,
  WAITING_LANE,
} from './transcript.ts'
import type { TranscriptionChoice, TranscriptionEngines } from './transcription-engines.ts'

interface TranscribeTaskOptions {
  transcriptionEngines: TranscriptionEngines
  transcribeRecording: TranscribeRecording
}

/** Writes down what is spoken in a recording. */
export function transcribeTask({
  transcriptionEngines,
  transcribeRecording,
}: TranscribeTaskOptions) {
  return defineTask<typeof TranscribeInput, typeof Transcript, string, typeof TranscriptPiece>({
    kind: 'transcribe',
    idPrefix: TRANSCRIPT_ID_PREFIX,
    lanes: [MEDIA_LANE, DOWNLOAD_LANE, SHARED_LANE, WAITING_LANE],
    firstLane: (_, { source }) => (source.type === 'url' ? DOWNLOAD_LANE : MEDIA_LANE),
    laneDeadlineMs: { [MEDIA_LANE]: MEDIA_MS },
    admission: undefined,
    countsFailures: false,
    input: TranscribeInput,
    result: Transcript,
    piece: TranscriptPiece,
    authorize: (caller) => requireCapability(caller, 'media'),
    async check(caller, { engine, task }) {
      await transcriptionEngines.refresh()
      transcriptionEngines.select(engine, task, caller)
    },
    textOf: ({ name }) => name,
    durationKey: ({ engine }) => engine ?? '',
    files: filesOf,
    run: async (input, context) => (await transcribeRecording(input, context)).transcript,
  })
}
export type TranscribeTask = ReturnType<typeof transcribeTask>

const MAX_REASON_CHARACTERS = 200

interface RecognitionOptions {
  transcriptionEngines: TranscriptionEngines
  candidates: readonly TranscriptionChoice[]
  /** Waits between two rounds of all candidates, in milliseconds; their number bounds the rounds. */
  retryMs: readonly number[]
  /** Pauses a run without a lane, and comes back. */
  pause: (ms: number) => Promise<void>
  /** Whether the caller is told the engines' own reasons. */
  isOwner: boolean
  signal: AbortSignal
}

/** What all pieces have in common. */
type PieceRequest = Omit<TranscriptionRequest, 'model'>

/**
 * Has the pieces of one recording recognised. Another engine takes a piece over where one fails, and
 * keeps the pieces behind it.
 */
export class Recognition {
  readonly #options: RecognitionOptions
  #candidates: readonly TranscriptionChoice[]

  constructor(options: RecognitionOptions) {
    this.#options = options
    this.#candidates = options.candidates
  }

  /** Who is asked first. */
  get preferred(): TranscriptionChoice {
    const [first] = this.#candidates
    if (first === undefined) throw new Error('A recognition without a recogniser')
    return first
  }

  /**
   * @param onProgress Is told the finished part of the piece, 0 to 1
   * @throws {AppError} `no_engine` when all have failed; `engine_refused`
   * @throws {Error} with a `code` where the file cannot be read, which no engine is blamed for
   */
  async recognise(
    piece: PieceRequest,
    onProgress: (finished: number) => void,
  ): Promise<Transcription & { by: TranscriptionChoice }> {
    const { retryMs, pause } = this.#options
    for (let round = 0; ; round += 1) {
      const failures: { by: TranscriptionChoice; failure: EngineFailure }[] = []
      for (const by of this.#candidates) {
        const answer = await this.#ask(by, piece, onProgress)
        if (!(answer instanceof EngineFailure)) {
          this.#candidates = [by, ...this.#candidates.filter((one) => one !== by)]
          return { ...answer, by }
        }
        failures.push({ by, failure: answer })
      }
      const waitMs = retryMs[round]
      const isWorthWaiting = failures.some(({ failure }) => mayPass(failure))
      if (waitMs === undefined || !isWorthWaiting) throw this.#failed(failures)
      await pause(waitMs)
    }
  }

  async #ask(
    { engine, model }: TranscriptionChoice,
    piece: PieceRequest,
    onProgress: (finished: number) => void,
  ): Promise<Transcription | EngineFailure> {
    const { transcriptionEngines, signal } = this.#options
    const { seconds } = piece
    try {
      const answer = await engine.transcribe({ ...piece, model }, signal, onProgress)
      transcriptionEngines.note({ engine, failure: undefined, seconds })
      return answer
    } catch (error) {
      signal.throwIfAborted()
      await access(piece.path, constants.R_OK)
      const failure = asFailure(error)
      transcriptionEngines.note({ engine, failure, seconds })
      return failure
    }
  }

  #failed(failures: readonly { by: TranscriptionChoice; failure: EngineFailure }[]): AppError {
    const sentences = failures.map(({ by, failure }) => {
      const words = failurePhrase(by.engine, failure)
      const reason = this.#options.isOwner || failure.isPublic ? ` (${reasonOf(failure)})` : ''
      return `${by.engine.id} ${words}${reason}`
    })
    const isRefusal = failures.every(({ failure }) => failure.verdict === 'request')
    const said = sentences.join('; ')
    if (isRefusal)
      return new AppError('engine_refused', `No transcription engine took the recording: ${said}`)
    const later = failures.some(({ failure }) => mayPass(failure))
    return new AppError(
      'no_engine',
      `No transcription engine could answer: ${said}`,
      later ? { retryAfterSeconds: 20 } : {},
    )
  }
}

/** A model that could not be loaded may be at the next try. */
function mayPass({ kind }: EngineFailure): boolean {
  return FAILURES[kind].passes || kind === 'model_missing'
}

function reasonOf({ message }: EngineFailure): string {
  const line = redact(message).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)}…` : line
}

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
