import { AppError } from '../../platform/errors.ts'
import { nearestName } from '../../platform/nearest-name.ts'
import type { Caller } from '../caller.ts'
import type { RequireWorkerProfile, WorkerProfiles } from './worker-profile.ts'

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
