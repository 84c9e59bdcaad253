import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedText } from '../../platform/bounded-text.ts'
import { AppError } from '../../platform/errors.ts'
import { temporaryName } from '../../platform/process-table.ts'
import type { SafeFetch } from '../contract-fetch.ts'
import type { CaptionFile, CaptionTrack, VideoDetails, VideoRequest } from '../contract-video.ts'
import type { FoundTrack, TrackFile } from './yt-dlp-fields.ts'
import { captionArguments, detailsArguments, INFO_NAME } from './yt-dlp-options.ts'
import type { YtDlpRuns } from './yt-dlp-runs.ts'

/** One file of captions. @limit video-caption-file MiB */
export const MAX_CAPTION_BYTES = 20 * 1024 * 1024
/** Answers for which yt-dlp, with the headers that the site wants, may do better. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 429])

interface Services {
  runs: YtDlpRuns
  safeFetch: SafeFetch
}

/** Reads the track that is chosen of a video's captions. */
export async function readCaptions(
  request: VideoRequest,
  choose: (details: VideoDetails) => CaptionTrack | undefined,
  { runs, safeFetch }: Services,
): Promise<{ details: VideoDetails; file?: CaptionFile }> {
  const until = performance.now() + request.deadlineMs
  const answer = await runs.video(request, detailsArguments)
  const { details, tracks } = answer
  const chosen = choose(details)
  const found = tracks.find(
    ({ track }) => track.language === chosen?.language && track.kind === chosen.kind,
  )
  if (chosen === undefined || found === undefined) return { details }
  const left = () => ({ ...request, deadlineMs: Math.max(1, until - performance.now()) })
  const file =
    (await directly(found, left(), safeFetch)) ?? (await byYtDlp(found, answer, left(), runs))
  if (file.text.trim() === '')
    throw new AppError(
      'site_blocked',
      `Cannot read the captions: ${new URL(answer.url).hostname} lists them, but sends nothing`,
    )
  return { details, file }
}

/** @returns undefined where yt-dlp has to do it */
async function directly(
  { track, files }: FoundTrack,
  { deadlineMs, signal }: VideoRequest,
  safeFetch: SafeFetch,
): Promise<CaptionFile | undefined> {
  const inline = files.find(({ text }) => text !== undefined)
  if (inline?.text !== undefined) return { track, format: inline.format, text: inline.text }
  const plain = files.find(({ isSegmented }) => !isSegmented)
  if (plain?.url === undefined || !/^https?:\/\//i.test(plain.url)) return undefined
  const bound = { maxBytes: MAX_CAPTION_BYTES, boundOf: 'one file of captions' }
  const options = { ...bound, deadlineMs, signal }
  const { status, body } = await safeFetch.fetch(plain.url, options)
  if (status < 200 || status > 299) {
    await body.cancel()
    if (REFUSED_STATUSES.has(status)) return undefined
    throw new AppError('download_failed', `Cannot read the captions: the site answers ${status}`)
  }
  const text = (await boundedText({ body }, MAX_CAPTION_BYTES)) ?? ''
  return { track, format: plain.format, text }
}

async function byYtDlp(
  { track, key, files }: FoundTrack,
  { json, url }: { json: Uint8Array; url: string },
  request: VideoRequest,
  runs: YtDlpRuns,
): Promise<CaptionFile> {
  await using folder = await outputFolder(runs.temporaryFolder)
  const extensions = [...new Set(files.map(({ extension }) => extension))]
  const { end, failure } = await runs.run(
    { ...request, url },
    {
      toArguments: (installed, folders) =>
        captionArguments(installed, { folders, track, key, extensions }),
      inputs: { [INFO_NAME]: json },
      outputFolder: folder.path,
      maxFileBytes: MAX_CAPTION_BYTES,
    },
  )
  const written = await writtenFile(folder.path, files)
  if (end.exitCode !== 0 || end.isLate || written === undefined) throw failure()
  return { track, ...written }
}

async function writtenFile(
  folder: string,
  files: readonly TrackFile[],
): Promise<Pick<CaptionFile, 'format' | 'text'> | undefined> {
  for (const name of await readdir(folder)) {
    const file = files.find(({ extension }) => name.endsWith(`.${extension}`))
    if (file === undefined || (await stat(join(folder, name))).size > MAX_CAPTION_BYTES) continue
    return { format: file.format, text: await readFile(join(folder, name), 'utf8') }
  }
  return undefined
}

async function outputFolder(parent: string) {
  const path = await mkdtemp(join(parent, temporaryName('captions')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
