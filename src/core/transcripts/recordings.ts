import type { AudioTools, PreparedRecording } from '../../media/contract-audio.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import { AppError } from '../../platform/errors.ts'
import type { FoundFile, Spool } from '../../storage/contract.ts'
import { downloadRecording } from './download-recording.ts'
import type { TranscribeContext } from './transcribe-context.ts'
import {
  filesOf,
  MAX_PIECE_SECONDS,
  MEDIA_LANE,
  type Plan,
  TARGET_PIECE_SECONDS,
  type TranscribeInput,
} from './transcript.ts'
import type { DownloadSound } from './video-captions.ts'

interface RecordingsOptions {
  spool: Spool
  safeFetch: SafeFetch
  audio: AudioTools
  downloadSound: DownloadSound
}

/** Downloads, decodes and splits recordings: all that comes before their recognition. */
export class Recordings {
  readonly #options: RecordingsOptions

  constructor(options: RecordingsOptions) {
    this.#options = options
  }

  /**
   * The parts of a recording, whose decoded file is there afterwards. What an earlier attempt has made
   * is not made again.
   *
   * @throws {AppError} `invalid` when it has no sound; `not_installed`; `storage_full`; what a download
   * fails with
   */
  async open(input: TranscribeInput, context: TranscribeContext): Promise<Plan> {
    const { spool, audio } = this.#options
    const { pieces, signal } = context
    const plan = pieces.finished.find((piece) => piece.type === 'plan')
    if (plan !== undefined && (await spool.find(input.preparedId)) !== undefined) return plan
    const source = await this.#source(input, context)
    if (context.lane !== MEDIA_LANE) await context.enterLane(MEDIA_LANE)
    const { path, ...prepared } = await this.#prepare(source, input.preparedId, context)
    if (plan !== undefined) return plan
    const { seconds } = prepared
    const parts =
      seconds === 0
        ? []
        : await audio.split(path, {
            targetSeconds: TARGET_PIECE_SECONDS,
            maxSeconds: MAX_PIECE_SECONDS,
            signal,
          })
    const made: Plan = {
      ...{ type: 'plan', ...prepared },
      parts: parts.map((part) => ({ ...part, end: Math.min(part.end, seconds) })),
    }
    await pieces.save(made)
    return made
  }

  /**
   * Does work on one part of the decoded recording, as a file of its own.
   *
   * @throws {AppError} `storage_full`, and what the work throws
   */
  async withPart<value>(
    { preparedId }: TranscribeInput,
    part: { start: number; end: number },
    signal: AbortSignal,
    work: (path: string) => Promise<value>,
  ): Promise<value> {
    const { spool, audio } = this.#options
    const prepared = await spool.find(preparedId)
    if (prepared === undefined) throw gone()
    await using file = await spool.temporary()
    await audio.cut(prepared.path, file.path, part, signal)
    return await work(file.path)
  }

  /** Of what is heard to its end, nothing is needed any more; it may be as large as a film. */
  async remove(input: TranscribeInput): Promise<void> {
    for (const id of filesOf(input)) await this.#options.spool.remove(id)
  }

  async #source({ source }: TranscribeInput, context: TranscribeContext): Promise<FoundFile> {
    const { spool } = this.#options
    const found = await spool.find(source.id)
    if (found !== undefined) return found
    if (source.type === 'file') throw gone()
    return await downloadRecording(this.#options, source, context)
  }

  async #prepare(
    source: FoundFile,
    id: string,
    context: TranscribeContext,
  ): Promise<PreparedRecording & { path: string }> {
    const { spool, audio } = this.#options
    const onProgress = (done: number) =>
      context.reportProgress({ done, unit: 'seconds', note: 'Reading the sound' })
    let prepared: PreparedRecording = { seconds: 0 }
    const { path } = await spool.make(id, async (target) => {
      prepared = await audio.prepare(source.path, target, { signal: context.signal, onProgress })
    })
    return { ...prepared, path }
  }
}

function gone(): AppError {
  return new AppError('invalid', 'The recording is no longer there: send it again')
}
