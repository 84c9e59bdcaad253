import type { Caller } from '../../core/caller.ts'
import { AppError } from '../../platform/errors.ts'
import { nearestName } from '../../platform/nearest-name.ts'

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
/** Searches the collections of whoever has given the task. */
export const KNOWLEDGE_TOOL = 'search_knowledge'
/**
 * Tools of the service that a profile may name as well: they look up what whoever has given the task
 * has, with the rights of that person. None of them changes anything, or opens an address.
 */
export const SERVICE_TOOLS = ['my_files', KNOWLEDGE_TOOL] as const
/** One of these, or `id__tool` of a server of another. */
export type WorkerToolName =
  | (typeof WORKER_TOOLS)[number]
  | (typeof SERVICE_TOOLS)[number]
  | `${string}__${string}`

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

/** Most names that a refusal lists. */
const MAX_NAMED = 20

interface WorkerProfileCheckOptions {
  profiles: WorkerProfiles
  /** The profiles that a caller may use; null for all. */
  grantsOf: (caller: Caller) => readonly string[] | null
}

/**
 * Makes the check of whether a caller may use a profile. Callers are told of profiles that are
 * theirs only: of any other name they learn no more than that it is not granted.
 *
 * @returns See {@link RequireWorkerProfile}
 */
export function workerProfileCheck({
  profiles,
  grantsOf,
}: WorkerProfileCheckOptions): RequireWorkerProfile {
  return (caller, profile) => {
    const granted = grantsOf(caller)
    if (granted?.includes(profile) === false) throw denied(caller, profile, granted)
    const found = profiles.find(profile)
    if (found !== undefined) return found
    throw new AppError('invalid', unknown(profile, profiles, granted), { param: 'profile' })
  }
}

function denied({ keyId }: Caller, profile: string, granted: readonly string[]): AppError {
  const lacks = keyId === null ? 'You have not been granted' : 'This key lacks'
  const may = granted.length === 0 ? 'no worker profile' : `only ${listed(granted)}`
  return new AppError(
    'capability_denied',
    `${lacks} the worker profile \`${profile.slice(0, 64)}\`: ${may} may be used`,
  )
}

function unknown(
  profile: string,
  { names }: WorkerProfiles,
  granted: readonly string[] | null,
): string {
  const known = granted === null ? names : names.filter((name) => granted.includes(name))
  const nearest = nearestName(profile, known)
  const hint =
    nearest !== undefined
      ? `did you mean \`${nearest}\`?`
      : known.length === 0
        ? 'there is none that you may use'
        : `there are ${listed(known)}`
  return `There is no worker profile \`${profile.slice(0, 64)}\`: ${hint}`
}

function listed(names: readonly string[]): string {
  return names.slice(0, MAX_NAMED).join(', ')
}
