import { api, read } from '../../ui/api.ts'
import type { AgentJob, Job } from './types.ts'

interface JobCalls<job = Job> {
  read: (id: string, signal?: AbortSignal) => Promise<job>
  cancel: (id: string) => Promise<job>
  /**
   * Makes a new job of the same input; undefined where its input is not kept.
   *
   * @param key The same for a request that is sent again
   */
  again?: (id: string, key: string) => Promise<job>
  /** Address of the events of a job. */
  events: (id: string) => string
}

/** The requests about one run of a task. */
export const AGENT_CALLS: JobCalls<AgentJob> = {
  read: (id, signal) => read(api.GET('/api/ai/agent/{id}', options(id, signal))),
  cancel: (id) => read(api.DELETE('/api/ai/agent/{id}', options(id))),
  again: (id, key) => read(api.POST('/api/ai/agent/{id}/again', again(id, key))),
  events: (id) => `/api/ai/agent/${encodeURIComponent(id)}/events`,
}

const MEDIA_CALLS: JobCalls = {
  read: (id, signal) => read(api.GET('/jobs/{id}', options(id, signal))),
  cancel: (id) => read(api.DELETE('/jobs/{id}', options(id))),
  events: (id) => `/jobs/${encodeURIComponent(id)}/events`,
}

/** The requests about one job, by its kind. */
const CALLS: Readonly<Record<string, JobCalls>> = {
  agent: AGENT_CALLS,
  generate: {
    read: (id, signal) => read(api.GET('/api/ai/generate/{id}', options(id, signal))),
    cancel: (id) => read(api.DELETE('/api/ai/generate/{id}', options(id))),
    again: (id, key) => read(api.POST('/api/ai/generate/{id}/again', again(id, key))),
    events: (id) => `/api/ai/generate/${encodeURIComponent(id)}/events`,
  },
  tts: {
    read: (id, signal) => read(api.GET('/api/ai/tts/{id}', options(id, signal))),
    cancel: (id) => read(api.DELETE('/api/ai/tts/{id}', options(id))),
    again: (id, key) => read(api.POST('/api/ai/tts/{id}/again', again(id, key))),
    events: (id) => `/api/ai/tts/${encodeURIComponent(id)}/events`,
  },
  worker: {
    read: (id, signal) => read(api.GET('/api/ai/worker/{id}', options(id, signal))),
    cancel: (id) => read(api.DELETE('/api/ai/worker/{id}', options(id))),
    events: (id) => `/api/ai/worker/${encodeURIComponent(id)}/events`,
  },
  transcribe: MEDIA_CALLS,
  translate: MEDIA_CALLS,
  perfect_srt: MEDIA_CALLS,
  video_transcript: MEDIA_CALLS,
  youtube_to_srt: MEDIA_CALLS,
}

/** @returns undefined for a kind that this page does not know */
export function jobCalls(kind: string): JobCalls | undefined {
  return CALLS[kind]
}

function options(id: string, signal?: AbortSignal) {
  return { params: { path: { id } }, ...(signal === undefined ? {} : { signal }) }
}

function again(id: string, key: string) {
  return { params: { path: { id }, header: { 'Idempotency-Key': key } } }
}
