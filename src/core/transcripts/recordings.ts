import type { AudioTools, PreparedRecording } from '../../media/contract-audio.ts'
import type { SafeFetch } from '../../media/contract-fetch.ts'
import { AppError } from '../../platform/errors.ts'
import type { ByteSource, FoundFile, Spool } from '../../storage/contract.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import {
  DOWNLOAD_MS,
  filesOf,
  MAX_DOWNLOAD_BYTES,
  MAX_PIECE_SECONDS,
  MEDIA_LANE,
  type Plan,
  TARGET_PIECE_SECONDS,
  type TranscribeInput,
  type TranscriptPiece,
} from './transcript.ts'

const ACCEPT = 'audio/*, video/*, application/octet-stream;q=0.8, */*;q=0.5'
/** What a page or an error in place of a recording is sent as. */
const PAGE = /^(?:text\/html|application\/(?:json|xhtml\+xml|problem\+json))$/

export type TranscribeContext = TaskContext<string, TranscriptPiece>

interface RecordingsOptions {
  spool: Spool
  safeFetch: SafeFetch
  audio: AudioTools
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
      parts: parts.map(({ start, end }) => ({ start, end: Math.min(end, seconds) })),
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
    return await this.#download(source, context)
  }

  async #download(
    { url, id }: { url: string; id: string },
    context: TranscribeContext,
  ): Promise<FoundFile> {
    const { safeFetch, spool } = this.#options
    const resource = await safeFetch.fetch(url, {
      maxBytes: MAX_DOWNLOAD_BYTES,
      deadlineMs: DOWNLOAD_MS,
      accept: ACCEPT,
      signal: context.signal,
    })
    const { status, body, mediaType, headers } = resource
    if (status < 200 || status > 299 || PAGE.test(mediaType)) {
      await body.cancel()
      if (status < 200 || status > 299)
        throw new AppError('download_failed', `The server answered with the status ${status}`)
      throw new AppError(
        'invalid',
        `The address leads to a page (${mediaType}), not to a sound or video file`,
        { param: 'url' },
      )
    }
    const total = headers.has('content-encoding')
      ? undefined
      : Number(headers.get('content-length') ?? Number.NaN) || undefined
    const note = 'Downloading'
    const counted = counting(body, (done) =>
      context.reportProgress({ done, total, unit: 'bytes', note }),
    )
    return await spool.write(counted, { id })
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

async function* counting(source: ByteSource, onBytes: (bytes: number) => void): ByteSource {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    onBytes(bytes)
    yield chunk
  }
}

function gone(): AppError {
  return new AppError('invalid', 'The recording is no longer there: send it again')
}
