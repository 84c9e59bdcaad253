import { ApiError, api, read, send } from '../../ui/api.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import { call } from '../transcribe/call.ts'
import type { Clip, SpeechJob, Voices, Wanted, WholeClip } from './types.ts'

const PAGE_SIZE = 30

export function loadVoices(signal: AbortSignal): Promise<Voices> {
  return call('GET', '/api/ai/tts/voices', { signal })
}

/** Begins to speak. @param key The same for a request that is sent again */
export function beginSpeech(
  { text, engine, voice, speed, format }: Wanted,
  key: string,
): Promise<SpeechJob> {
  const body = {
    ...{ text, speed, async: true },
    ...(engine === '' ? {} : { engine }),
    ...(voice === '' ? {} : { voice }),
    ...(format === '' ? {} : { format }),
  }
  return call('POST', '/api/ai/tts', { body, key })
}

function jobPath(id: string): string {
  return `/api/ai/tts/${encodeURIComponent(id)}`
}

/** The requests about one clip that is being made, for what follows a job. */
export const JOB_CALLS: LiveJobCalls<SpeechJob> = {
  read: (id) => call('GET', jobPath(id)),
  cancel: (id) => call('DELETE', jobPath(id)),
  events: (id) => `${jobPath(id)}/events`,
}

export interface ClipPage {
  items: readonly Clip[]
  nextCursor: string | null
}

export async function listClips(cursor: string | null, signal?: AbortSignal): Promise<ClipPage> {
  const query = {
    ...{ kind: 'speech' as const, limit: PAGE_SIZE },
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

export function keepClip(id: string, keep: boolean): Promise<Clip> {
  return read(api.PATCH('/history/{id}', { params: { path: { id } }, body: { keep } }))
}

export function deleteClip(id: string): Promise<void> {
  return send(api.DELETE('/history/{id}', { params: { path: { id } } }))
}
