import { writeFile } from 'node:fs/promises'
import type { AudioTools, PreparedRecording } from '../../media/contract-audio.ts'
import type { FetchedResource, SafeFetch } from '../../media/contract-fetch.ts'
import { AppError } from '../../platform/errors.ts'
import type { ByteSource, FoundFile, Spool } from '../../storage/contract.ts'
import type { TranscribeContext } from './transcript.ts'
import {
  DOWNLOAD_MS,
  filesOf,
  MAX_DOWNLOAD_BYTES,
  MAX_PIECE_SECONDS,
  MEDIA_LANE,
  type Plan,
  TARGET_PIECE_SECONDS,
  type TranscribeInput,
} from './transcript.ts'
import type { DownloadSound } from './video-transcript.ts'

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
      type: 'plan',
      ...prepared,
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

const ACCEPT = 'audio/*, video/*, application/octet-stream;q=0.8, */*;q=0.5'
/** What a page or an error in place of a recording is sent as. */
const PAGE = /^(?:text\/html|application\/(?:json|xhtml\+xml|problem\+json))$/
/** Lists of the pieces of a recording. */
const PLAYLIST = /^(?:application|audio)\/(?:(?:vnd\.apple\.|x-)?mpegurl|dash\+xml)$/i
/** How sites refuse programs, which a reader of the site may get past. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 503])
const NOTE = 'Downloading'

interface DownloadOptions {
  spool: Spool
  safeFetch: SafeFetch
  downloadSound: DownloadSound
}

/**
 * Downloads a recording: the file at an address, or the sound of the page that is there.
 *
 * @throws {AppError} as `SafeFetch` and {@link DownloadSound}; `storage_full`
 */
async function downloadRecording(
  options: DownloadOptions,
  { url, id }: { url: string; id: string },
  context: TranscribeContext,
): Promise<FoundFile> {
  const { spool, safeFetch } = options
  const resource = await safeFetch.fetch(url, {
    maxBytes: MAX_DOWNLOAD_BYTES,
    boundOf: 'one recording',
    deadlineMs: DOWNLOAD_MS,
    accept: ACCEPT,
    signal: context.signal,
  })
  const { status, body, headers } = resource
  if (hasPlayer(resource)) {
    await body.cancel()
    return await soundOf(options, { url, id, status }, context)
  }
  if (!isGiven(status)) {
    await body.cancel()
    throw failed(status)
  }
  const total = headers.has('content-encoding')
    ? undefined
    : Number(headers.get('content-length') ?? Number.NaN) || undefined
  const counted = counting(body, (done) =>
    context.reportProgress({ done, total, unit: 'bytes', note: NOTE }),
  )
  return await spool.write(counted, { id })
}

/** Whether it is nothing that could be decoded, and may lead to something that can. */
function hasPlayer({ status, mediaType }: FetchedResource): boolean {
  if (PLAYLIST.test(mediaType)) return isGiven(status)
  return PAGE.test(mediaType) && (isGiven(status) || REFUSALS.has(status))
}

function isGiven(status: number): boolean {
  return status >= 200 && status <= 299
}

function failed(status: number): AppError {
  return new AppError('download_failed', `The server answered with the status ${status}`)
}

async function soundOf(
  { spool, downloadSound }: DownloadOptions,
  { url, id, status }: { url: string; id: string; status: number },
  context: TranscribeContext,
): Promise<FoundFile> {
  let title: string | undefined
  const file = await spool.make(id, async (target) => {
    await writeFile(target, '', { mode: 0o600 })
    const sound = await downloadSound(url, {
      target,
      maxBytes: MAX_DOWNLOAD_BYTES,
      deadlineMs: DOWNLOAD_MS,
      signal: context.signal,
      onProgress: (done, total) =>
        context.reportProgress({ done, total, unit: 'bytes', note: NOTE }),
    }).catch((error: unknown) => {
      throw withWhy(error, status)
    })
    title = sound.title
  })
  if (title !== undefined) await context.pieces.save({ type: 'downloaded', title })
  return file
}

/** Without a reader of sites, says what is there instead of a recording. */
function withWhy(error: unknown, status: number): unknown {
  if (!(error instanceof AppError) || error.code !== 'not_installed') return error
  if (!isGiven(status)) return failed(status)
  return new AppError(
    'not_installed',
    `The address leads to a page, not to a sound or video file. ${error.message}`,
    { cause: error },
  )
}

async function* counting(source: ByteSource, onBytes: (bytes: number) => void): ByteSource {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    onBytes(bytes)
    yield chunk
  }
}
