import { ApiError, api, read, send } from '../../ui/api.ts'
import { hasCapability } from '../chat/models.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import { call } from './call.ts'
import type { TranscribeOptions } from './options.tsx'
import type { HistoryItem, ListedMediaJob, MediaJob, ShownTranscript } from './types.ts'

/** Of the newest jobs and transcripts, which are enough to find one by the other. */
const LIMIT = 50

/** The names of the recognisers; none where none is installed. */
export async function loadRecognisers(signal: AbortSignal): Promise<readonly string[]> {
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

export function deleteEntry(id: string): Promise<void> {
  return send(api.DELETE('/history/{id}', { params: { path: { id } } }))
}

export async function renameEntry(id: string, title: string): Promise<void> {
  await read(api.PATCH('/history/{id}', { params: { path: { id } }, body: { title } }))
}

/** Has an uploaded recording written down. @param key The same for a request that is sent again */
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
  if (result === null || !('segments' in result)) return undefined
  const { duration_seconds: seconds, ...transcript } = result
  return { ...transcript, seconds, id: null, jobId: job_id, title: 'Transcript' }
}

/** A transcript of the history. @throws {ApiError} */
export async function readEntry(id: string): Promise<ShownTranscript> {
  const entry = await read(api.GET('/history/{id}', { params: { path: { id } } }))
  if (entry.kind !== 'transcript')
    throw new ApiError(404, 'not_found', 'This entry is no transcript')
  return { ...entry, seconds: entry.seconds ?? 0, id: entry.id, jobId: entry.job_id }
}

/** The entry that a job has made; it stays when the job is gone. */
export async function findEntryOf(jobId: string): Promise<HistoryItem | undefined> {
  return (await listTranscripts()).find(({ job_id }) => job_id === jobId)
}

interface Brand {
  id: string
  name: string
}

export async function listBrands(signal: AbortSignal): Promise<readonly Brand[]> {
  return (await read(api.GET('/api/brands', { signal, params: { query: { limit: 200 } } }))).items
}

/** Begins a translation of subtitles. @param target A language's subtag */
export function beginTranslation(
  srt: string,
  target: string,
  brand: string,
  key: string,
): Promise<{ job_id: string }> {
  const body = { srt, target, async: true, ...(brand === '' ? {} : { brand }) }
  return call('POST', '/translate', { body, key })
}

/** The subtitles that a translation has made. */
export async function readTranslation(id: string): Promise<{ srt: string; target: string }> {
  const { result } = await call<{ result: { srt: string; target: string } }>(
    'GET',
    `/jobs/${encodeURIComponent(id)}`,
  )
  return result
}

export interface Tidied {
  srt: string
  /** Each with the number of its subtitle in the result; null for one that is gone. */
  changes: readonly { cue: number | null; detail: string }[]
}

export function tidySubtitles(srt: string): Promise<Tidied> {
  return call('POST', '/perfect-srt', { body: { srt } })
}
