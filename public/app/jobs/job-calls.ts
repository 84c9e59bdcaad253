import { api, read } from '../../ui/api.ts'
import type { Job } from './types.ts'

interface JobCalls {
  read: (id: string, signal?: AbortSignal) => Promise<Job>
  cancel: (id: string) => Promise<Job>
  /** Makes a new job of the same input. @param key The same for a request that is sent again */
  again: (id: string, key: string) => Promise<Job>
  /** Address of the events of a job. */
  events: (id: string) => string
}

/** The requests about one job, by its kind. */
const CALLS: Readonly<Record<string, JobCalls>> = {
  agent: {
    read: (id, signal) => read(api.GET('/api/ai/agent/{id}', options(id, signal))),
    cancel: (id) => read(api.DELETE('/api/ai/agent/{id}', options(id))),
    again: (id, key) => read(api.POST('/api/ai/agent/{id}/again', again(id, key))),
    events: (id) => `/api/ai/agent/${encodeURIComponent(id)}/events`,
  },
  generate: {
    read: (id, signal) => read(api.GET('/api/ai/generate/{id}', options(id, signal))),
    cancel: (id) => read(api.DELETE('/api/ai/generate/{id}', options(id))),
    again: (id, key) => read(api.POST('/api/ai/generate/{id}/again', again(id, key))),
    events: (id) => `/api/ai/generate/${encodeURIComponent(id)}/events`,
  },
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
