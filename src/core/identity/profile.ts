import type { ProfileRow } from '../../db/profile-json.ts'
import { AppError } from '../../platform/errors.ts'
import { nearestName } from '../../platform/nearest-name.ts'

/** What a custom key may do. */
export type Profile = ProfileRow

/** The names that a profile may be given. */
export interface KnownNames {
  /** Also of engines that do not answer at the moment. */
  engines: readonly string[]
  /** Engines that were not found yet, and may be. */
  laterEngines?: readonly string[]
  agentTasks: readonly string[]
  workerProfiles: readonly string[]
  /** Of this service; none where it is absent. */
  tools?: readonly string[]
}

const CAPABILITIES = ['generate', 'media', 'embeddings'] as const

/** Capabilities that a guard can require. */
export type Capability = (typeof CAPABILITIES)[number]

/**
 * Keys made from this moment on start without capabilities; older ones without a profile keep full
 * access.
 */
export const PROFILES_SINCE = Date.UTC(2026, 6, 22)

/** In a list of names: all there are, and all that will be. */
const ALL = '*'

export const EMPTY_PROFILE: Profile = {
  generate: false,
  agentEngines: [],
  agentTasks: [],
  media: false,
  embeddings: false,
  workerProfiles: [],
  imageModels: [],
  // Without the abilities that they need, none can be called.
  tools: [ALL],
}

/** What a key without a profile may do. */
const FULL_PROFILE: Profile = {
  generate: true,
  agentEngines: [ALL],
  agentTasks: [ALL],
  media: true,
  embeddings: true,
  workerProfiles: [ALL],
  imageModels: [],
  tools: [ALL],
}

/** The capabilities that a profile grants. */
export function capabilitiesOf(profile: Profile): Capability[] {
  return CAPABILITIES.filter((capability) => profile[capability])
}

/** The names that a list allows; null for all. */
export function limitOf(names: readonly string[]): string[] | null {
  return names.includes(ALL) ? null : [...names]
}

/**
 * What a profile allows at the moment, by name.
 *
 * @param profile Undefined for a caller without a profile, who may do everything
 * @param known What there is now
 */
export function effectiveProfile(
  { agentEngines, agentTasks, workerProfiles, tools, ...rest }: Profile = FULL_PROFILE,
  known: KnownNames,
): Profile {
  return {
    ...rest,
    agentEngines: limitOf(agentEngines) ?? [...known.engines],
    agentTasks: limitOf(agentTasks) ?? [...known.agentTasks],
    workerProfiles: limitOf(workerProfiles) ?? [...known.workerProfiles],
    tools: limitOf(tools) ?? [...(known.tools ?? [])],
  }
}

/**
 * A profile after a change: what is absent stays.
 *
 * @param before Undefined for a key without a profile, which may do everything
 * @throws {AppError} `invalid` with the nearest right names, for engines, agent tasks, worker
 * profiles and tools that are not known and that the key did not have before
 */
export function changedProfile(
  before: Profile = FULL_PROFILE,
  change: Partial<Profile>,
  { engines, laterEngines = [], agentTasks, workerProfiles, tools = [] }: KnownNames,
): Profile {
  const allEngines = [...engines, ...laterEngines]
  const faults = [
    ...unknownNames(change.agentEngines, [...allEngines, ...before.agentEngines]).map((name) =>
      noSuch('engine', name, engines, allEngines),
    ),
    ...unknownNames(change.agentTasks, [...agentTasks, ...before.agentTasks]).map((name) =>
      noSuch('agent task', name, agentTasks),
    ),
    ...workerProfileErrors(change.workerProfiles, before.workerProfiles, workerProfiles),
    ...unknownNames(change.tools, [...tools, ...before.tools]).map((name) =>
      noSuch('tool', name, tools),
    ),
  ]
  if (faults.length > 0) throw new AppError('invalid', faults.join(' '))
  const after = { ...before, ...change }
  return {
    ...after,
    agentEngines: withoutRest(after.agentEngines),
    agentTasks: withoutRest(after.agentTasks),
    workerProfiles: withoutRest(after.workerProfiles),
    tools: withoutRest(after.tools),
  }
}

/**
 * @throws {AppError} `invalid` with the nearest right name, for profiles that are not known and that
 * were not granted before
 */
export function requireWorkerProfiles(
  names: readonly string[],
  before: readonly string[],
  known: readonly string[],
): void {
  const faults = workerProfileErrors(names, before, known)
  if (faults.length > 0)
    throw new AppError('invalid', faults.join(' '), { param: 'extras.worker_profiles' })
}

function workerProfileErrors(
  names: readonly string[] | undefined,
  before: readonly string[],
  known: readonly string[],
): string[] {
  return unknownNames(names, [...known, ...before]).map((name) =>
    noSuch('worker profile', name, known),
  )
}

function unknownNames(names: readonly string[] = [], known: readonly string[]): string[] {
  return names.filter((name) => name !== ALL && !known.includes(name))
}

/** @param all Names beside those that there are now */
function noSuch(kind: string, name: string, known: readonly string[], all = known): string {
  const nearest = nearestName(name, all)
  if (nearest !== undefined) return `There is no ${kind} \`${name}\`: did you mean \`${nearest}\`?`
  const names = known.length === 0 ? 'there is none yet' : `there are ${known.join(', ')}`
  return `There is no ${kind} \`${name}\`: ${names}, and \`${ALL}\` for all.`
}

/** Beside the name for all, others say nothing. */
export function withoutRest(names: readonly string[]): string[] {
  const all = names.filter((name) => name === ALL)
  return all.length > 0 ? all.slice(0, 1) : [...names]
}
