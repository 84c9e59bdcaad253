import { ApiError, api, read } from '../../ui/api.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import type { Clip, SpeechJob, Target, Voices, WholeClip } from './types.ts'

const PAGE_SIZE = 30

export function loadVoices(signal: AbortSignal): Promise<Voices> {
  return read(api.GET('/api/ai/tts/voices', { signal }))
}

/**
 * Starts to speak.
 *
 * @param key The same for a request that is sent again
 * @returns The id of the job
 */
export async function startSpeech(
  { text, engine, voice, speed, format }: Target,
  key: string,
): Promise<string> {
  const body = {
    text,
    speed,
    async: true,
    ...(engine === '' ? {} : { engine }),
    ...(voice === '' ? {} : { voice }),
    ...(isFormat(format) ? { format } : {}),
  }
  const header = { 'Idempotency-Key': key }
  const started = await read(api.POST('/api/ai/tts', { params: { header }, body }))
  if ('job_id' in started) return started.job_id
  throw new ApiError(0, 'unknown', 'The service has answered in another way')
}

const FORMATS = ['wav', 'mp3', 'opus', 'flac'] as const

function isFormat(text: string): text is (typeof FORMATS)[number] {
  return FORMATS.some((one) => one === text)
}

/** The requests about one clip that is being made, for what follows a job. */
export const JOB_CALLS: LiveJobCalls<SpeechJob> = {
  read: (id) => read(api.GET('/api/ai/tts/{id}', { params: { path: { id } } })),
  cancel: (id) => read(api.DELETE('/api/ai/tts/{id}', { params: { path: { id } } })),
  events: (id) => `/api/ai/tts/${encodeURIComponent(id)}/events`,
}

export interface ClipPage {
  items: readonly Clip[]
  nextCursor: string | null
}

export async function listClips(cursor: string | null, signal?: AbortSignal): Promise<ClipPage> {
  const query = {
    kind: 'speech' as const,
    limit: PAGE_SIZE,
    ...(cursor === null ? {} : { cursor }),
  }
  const page = await read(
    api.GET('/history', { params: { query }, ...(signal === undefined ? {} : { signal }) }),
  )
  return { items: page.items, nextCursor: page.next_cursor }
}

/** A clip with its text and its address. @throws {ApiError} */
export async function readClip(id: string, signal: AbortSignal): Promise<WholeClip> {
  const entry = await read(api.GET('/history/{id}', { params: { path: { id } }, signal }))
  if (entry.kind !== 'speech') throw new ApiError(404, 'not_found', 'This entry is no clip')
  return entry
}
