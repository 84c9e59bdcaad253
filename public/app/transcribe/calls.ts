import { ApiError, api, read, send } from '../../ui/api.ts'
import { hasCapability } from '../chat/models.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import { call } from './call.ts'
import type { TranscribeOptions } from './options.tsx'
import type { HistoryItem, ShownTranscript, Transcript, TranscriptionJob } from './types.ts'

/** Of the newest jobs and transcripts, which are enough to find one by the other. */
const LIMIT = 50

/** The ids of the recognisers; none where none is installed. */
export async function loadRecognisers(signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await read(api.GET('/v1/models', { signal }))
  return data.filter((model) => hasCapability(model, 'transcription')).map(({ id }) => id)
}

export async function listJobs(signal: AbortSignal): Promise<readonly TranscriptionJob[]> {
  const { items } = await call<{ items: TranscriptionJob[] }>('GET', `/jobs?limit=${LIMIT}`, {
    signal,
  })
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

export function transcribeUpload(
  buffer: string,
  options: TranscribeOptions,
  key: string,
  signal: AbortSignal,
): Promise<TranscriptionJob> {
  return call('POST', '/transcribe', { body: { buffer, ...given(options) }, key, signal })
}

export function transcribeUrl(
  url: string,
  options: TranscribeOptions,
  key: string,
): Promise<TranscriptionJob> {
  return call('POST', '/transcribe-url', { body: { url, ...given(options) }, key })
}

function given({ language, engine }: TranscribeOptions) {
  return { ...(language === '' ? {} : { language }), ...(engine === '' ? {} : { engine }) }
}

function jobPath(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`
}

export function cancelJob(id: string): Promise<TranscriptionJob> {
  return call('DELETE', jobPath(id))
}

/** The requests about one transcription or translation, for what follows a job. */
export const JOB_CALLS: LiveJobCalls<TranscriptionJob> = {
  read: (id) => call('GET', jobPath(id)),
  cancel: cancelJob,
  events: (id) => `${jobPath(id)}/events`,
}

/** The transcript of a job that has succeeded. */
export async function readJobTranscript(id: string): Promise<ShownTranscript> {
  const { duration_seconds: seconds, ...transcript } = await call<
    Omit<Transcript, 'seconds'> & { duration_seconds: number }
  >('GET', `${jobPath(id)}/result?format=json`)
  return { ...transcript, seconds, id: null, jobId: id, title: 'Transcript' }
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
): Promise<TranscriptionJob> {
  const body = { srt, target, async: true, ...(brand === '' ? {} : { brand }) }
  return call('POST', '/translate', { body, key })
}

/** The subtitles that a translation has made. */
export async function readTranslation(id: string): Promise<{ srt: string; target: string }> {
  const { result } = await call<{ result: { srt: string; target: string } }>('GET', jobPath(id))
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
