import type { ProfileRow } from '../../db/profile-json.ts'
import { AppError } from '../../platform/errors.ts'

/** What a custom key may do. */
export type Profile = ProfileRow

/** The names that a profile may hold now. */
export interface KnownNames {
  engines: readonly string[]
  agentTasks: readonly string[]
}

const CAPABILITIES = ['generate', 'media'] as const

/** Capabilities that a guard can require. */
export type Capability = (typeof CAPABILITIES)[number]

/**
 * Keys made from this moment on start without capabilities; older ones without a profile keep full
 * access.
 */
export const PROFILES_SINCE = Date.UTC(2026, 6, 22)

export const EMPTY_PROFILE: Profile = {
  generate: false,
  agentEngines: [],
  agentTasks: [],
  media: false,
  workerProfiles: [],
  imageModels: [],
}

/** The capabilities that a profile grants. */
export function capabilitiesOf(profile: Profile): Capability[] {
  return CAPABILITIES.filter((capability) => profile[capability])
}

/** @throws {AppError} `invalid` naming the engines and agent tasks that do not exist */
export function requireKnownNames(profile: Profile, known: KnownNames): void {
  const engines = profile.agentEngines.filter((name) => !known.engines.includes(name))
  const tasks = profile.agentTasks.filter((name) => !known.agentTasks.includes(name))
  if (engines.length === 0 && tasks.length === 0) return
  const faults = [
    ...(engines.length === 0 ? [] : [`no engine is called ${engines.join(', ')}`]),
    ...(tasks.length === 0 ? [] : [`no agent task is called ${tasks.join(', ')}`]),
  ]
  throw new AppError('invalid', `Cannot grant what does not exist: ${faults.join('; ')}`, {
    param: engines.length === 0 ? 'agentTasks' : 'agentEngines',
  })
}
