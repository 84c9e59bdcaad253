import type { components } from '../../ui/api-types.ts'

/** A job in the list of all jobs, without its result. */
export type ListedJob = components['schemas']['ListedJob']

/** A run of a task, with its result. */
export type AgentJob = components['schemas']['AgentJob']
type GenerateJob = components['schemas']['GenerateJob']
type SpeechJob = components['schemas']['SpeechJob']
type MediaJob = components['schemas']['MediaJob']
type WorkerJob = components['schemas']['WorkerJob']
/** A job with its result. */
export type Job = AgentJob | GenerateJob | SpeechJob | MediaJob | WorkerJob

/** What both have. */
export type JobState = Omit<AgentJob, 'result'>

export function hasEnded({ status }: Pick<JobState, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}
