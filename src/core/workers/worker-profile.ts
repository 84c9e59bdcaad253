import type { Caller } from '../caller.ts'

/** What a worker may be given to work with. */
export const WORKER_TOOLS = [
  'list_files',
  'read_file',
  'search_files',
  'run',
  'write_artifact',
  'fetch_page',
  'web_search',
  'finish',
] as const
export type WorkerToolName = (typeof WORKER_TOOLS)[number]

/** A kind of worker: what it may use, how long it may work, and what it is told. */
export interface WorkerProfile {
  name: string
  description: string
  /** `finish` is there in any case; `web_search` only where a search is set up. */
  tools: readonly WorkerToolName[]
  /** Answers of the model; each may call several tools. */
  maxSteps: number
  /** Of the model and its tools; waiting in line does not count. */
  maxSeconds: number
  /** Links of one host that a job with attached files may follow, its subdomains included. */
  linksPerHost: number
  /** What the model is told beside the rules of all workers. */
  instruction: string
}

/** The profiles that there are now. */
export interface WorkerProfiles {
  /** @returns undefined where there is none of this name */
  find(name: string): WorkerProfile | undefined
  readonly names: readonly string[]
}

/**
 * Finds a profile for a caller who may use it.
 *
 * @throws {AppError} `capability_denied`; `invalid` for a granted name that is no profile
 */
export type RequireWorkerProfile = (caller: Caller, profile: string) => WorkerProfile

/** What jobs may be started. */
export interface WorkerBudgets {
  /**
   * Charges one job to its owner's day and to that of the service.
   *
   * @throws {AppError} `rate_limited` with the seconds until the day's end
   */
  admit(owner: string): void
}
