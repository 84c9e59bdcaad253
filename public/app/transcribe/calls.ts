import { ApiError, api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { hasCapability } from '../chat/models.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import { m } from './messages/en.ts'
import type { TranscribeOptions } from './options.tsx'
import type { HistoryItem, ListedMediaJob, MediaJob, ShownTranscript } from './types.ts'

/** Of the newest jobs and transcripts, which are enough to find one by the other. */
const LIMIT = 50

/** The names of the transcription engines; none where none is installed. */
export async function loadTranscriptionEngines(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await read(api.GET('/v1/models', { signal }))
  const ids = data.filter((model) => hasCapability(model, 'transcription')).map(({ id }) => id)
  // An engine with one model is named once.
  return ids.filter((id) => {
    const [engine = ''] = id.split('/', 1)
    return id === engine || ids.filter((one) => one.startsWith(`${engine}/`)).length > 1
  })
}

export async function listJobs(signal: AbortSignal): Promise<readonly ListedMediaJob[]> {
  const query = { limit: LIMIT }
  const { items } = await read(api.GET('/jobs', { params: { query }, signal }))
  return items.filter(({ kind }) => kind === 'transcribe')
}

export async function listTranscripts(signal?: AbortSignal): Promise<readonly HistoryItem[]> {
  const query = { kind: 'transcript', limit: LIMIT } as const
  const { items } = await read(
    api.GET('/history', { params: { query }, ...(signal === undefined ? {} : { signal }) }),
  )
  return items
}

/** Has an uploaded recording transcribed. @param key The same for a request that is sent again */
export async function transcribeUpload(
  buffer: string,
  options: TranscribeOptions,
  key: string,
  signal: AbortSignal,
): Promise<string> {
  const job = await read(
    api.POST('/transcribe', {
      params: { header: { 'Idempotency-Key': key } },
      headers: { 'content-type': 'application/json' },
      body: { file: '' },
      // The bytes are there already.
      bodySerializer: () => JSON.stringify({ buffer, ...given(options) }),
      signal,
    }),
  )
  return job.job_id
}

/** The same for a recording that is sent as it is, which is for small ones. */
export async function transcribeBody(
  file: File,
  options: TranscribeOptions,
  key: string,
  signal: AbortSignal,
): Promise<string> {
  const query = { filename: file.name, ...given(options) }
  const job = await read(
    api.POST('/transcribe', {
      params: { header: { 'Idempotency-Key': key }, query },
      headers: { 'content-type': file.type },
      body: { file: '' },
      bodySerializer: () => file,
      signal,
    }),
  )
  return job.job_id
}

/** The same for a recording at an address. @returns The id of the job */
export async function transcribeUrl(
  url: string,
  options: TranscribeOptions,
  key: string,
): Promise<string> {
  const header = { 'Idempotency-Key': key }
  const body = { url, ...given(options) }
  return (await read(api.POST('/transcribe-url', { params: { header }, body }))).job_id
}

function given({ language, engine }: TranscribeOptions) {
  return { ...(language === '' ? {} : { language }), ...(engine === '' ? {} : { engine }) }
}

export function cancelJob(id: string): Promise<MediaJob> {
  return read(api.DELETE('/jobs/{id}', { params: { path: { id } } }))
}

/** The requests about one transcription or translation, for what follows a job. */
export const JOB_CALLS: LiveJobCalls<MediaJob> = {
  read: (id) => read(api.GET('/jobs/{id}', { params: { path: { id } } })),
  cancel: cancelJob,
  events: (id) => `/jobs/${encodeURIComponent(id)}/events`,
}

/** The transcript of a job that has succeeded. */
export function transcriptOf({ job_id, result }: MediaJob): ShownTranscript | undefined {
  // Those of videos are shown where videos are.
  if (result === null || !('segments' in result) || 'cached' in result) return undefined
  const { duration_seconds: seconds, ...transcript } = result
  return { ...transcript, seconds, id: null, jobId: job_id, title: m.transcript }
}

/** A transcript of the history. @throws {ApiError} */
export async function readEntry(id: string): Promise<ShownTranscript> {
  const entry = await read(api.GET('/history/{id}', { params: { path: { id } } }))
  if (entry.kind !== 'transcript') throw new ApiError(404, 'not_found', m.noEntryTranscript)
  return { ...entry, seconds: entry.seconds ?? 0, id: entry.id, jobId: entry.job_id }
}

/** The entry that a job has made; it stays when the job is gone. */
export async function findEntryOf(jobId: string): Promise<HistoryItem | undefined> {
  return (await listTranscripts()).find(({ job_id }) => job_id === jobId)
}

/**
 * Starts a translation of subtitles.
 *
 * @param target A language's subtag
 * @param title Of the transcript
 * @returns The id of the job
 */
export async function startTranslation(
  { srt, target, brand, title }: { srt: string; target: string; brand: string; title: string },
  key: string,
): Promise<string> {
  const body = { srt, target, title, async: true, ...(brand === '' ? {} : { brand }) }
  const header = { 'Idempotency-Key': key }
  const started = await read(api.POST('/translate', { params: { header }, body }))
  if ('job_id' in started) return started.job_id
  throw new ApiError(0, 'unknown', m.otherAnswer)
}

/** Subtitles in another language. */
export interface CreatedTranslation {
  srt: string
  target: string
  /** What keeps its text, as no usable translation came. */
  issues: readonly { cue?: number; reason: string }[]
}

/** What a job has translated. */
export function translationOf({ result }: MediaJob): CreatedTranslation | undefined {
  if (result === null || !('target' in result) || result.srt === undefined) return undefined
  return { srt: result.srt, target: result.target, issues: result.problems ?? [] }
}

export type Tidied = components['schemas']['PerfectSrt']

/** Has subtitles broken and timed as for film; no word is dropped. */
export async function tidySubtitles(srt: string): Promise<Tidied> {
  const tidied = await read(api.POST('/perfect-srt', { body: { srt } }))
  if ('srt' in tidied) return tidied
  throw new ApiError(0, 'unknown', m.otherAnswer)
}
