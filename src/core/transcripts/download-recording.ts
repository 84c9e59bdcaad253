import { writeFile } from 'node:fs/promises'
import type { FetchedResource, SafeFetch } from '../../media/contract-fetch.ts'
import { AppError } from '../../platform/errors.ts'
import type { ByteSource, FoundFile, Spool } from '../../storage/contract.ts'
import type { TranscribeContext } from './transcribe-context.ts'
import { DOWNLOAD_MS, MAX_DOWNLOAD_BYTES } from './transcript.ts'
import type { DownloadSound } from './video-captions.ts'

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
export async function downloadRecording(
  options: DownloadOptions,
  { url, id }: { url: string; id: string },
  context: TranscribeContext,
): Promise<FoundFile> {
  const { spool, safeFetch } = options
  const resource = await safeFetch.fetch(url, {
    ...{ maxBytes: MAX_DOWNLOAD_BYTES, boundOf: 'one recording' },
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
