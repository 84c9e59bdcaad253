import type { components } from '../../ui/api-types.ts'
import { fullTime } from '../../ui/format.ts'

export type Key = components['schemas']['ApiKey']
export type NewKey = components['schemas']['NewApiKey']
export type Profile = components['schemas']['Profile']

/** The most that one page of a list has. */
export const PAGE_ITEMS = 200

/** Keys that are loaded at once. */
export const LIST_ITEMS = 100

/** In a list of names: all there are, and all that will be. */
export const ALL = '*'

export const EMPTY_PROFILE: Profile = {
  generate: false,
  agent_engines: [],
  agent_tasks: [],
  media: false,
  embeddings: false,
  worker_profiles: [],
  image_models: [],
  tools: [ALL],
}

/** Whether a key works at present. */
export function stateOf({ revoked, revoked_at, expires_at }: Key): { text: string; tone: string } {
  if (revoked)
    return {
      text: revoked_at === null ? 'Revoked' : `Revoked ${fullTime(revoked_at)}`,
      tone: 'bad',
    }
  if (expires_at === null) return { text: 'Works', tone: 'ok' }
  if (Date.parse(expires_at) <= Date.now())
    return { text: `Expired ${fullTime(expires_at)}`, tone: 'bad' }
  return { text: `Works until ${fullTime(expires_at)}`, tone: 'ok' }
}

/** What a profile allows, a sentence each; one that says so where it is nothing. */
export function abilities(profile: Profile | null): string[] {
  if (profile === null) return ['Everything: it was made before keys had profiles.']
  const { generate, media, embeddings, agent_engines: engines, agent_tasks: tasks } = profile
  const workers = profile.worker_profiles
  const found: string[] = []
  if (generate && engines.length > 0) found.push(`Chat and generate text ${withEngines(engines)}.`)
  if (generate && engines.length === 0)
    found.push('Chat and generate text, once you choose an engine: now every request is refused.')
  if (tasks.includes(ALL)) found.push('Run every agent task, also those to come.')
  else if (tasks.length > 0) found.push(`Run the agent tasks ${list(tasks)}.`)
  if (tasks.length > 0 && engines.length === 0)
    found.push('No engine is chosen for its tasks, so they cannot be answered.')
  if (media) found.push('Use speech, transcripts, video, web pages, files and skills.')
  if (embeddings) found.push('Make embeddings and rank documents.')
  if (workers.includes(ALL)) found.push('Start every worker, also those to come.')
  else if (workers.length > 0) found.push(`Start the workers ${list(workers)}.`)
  if (found.length > 0 && !profile.tools.includes(ALL))
    found.push(
      profile.tools.length === 0
        ? 'Call no tool.'
        : `Of the tools, call only ${list(profile.tools)}.`,
    )
  return found.length === 0 ? ['Nothing yet: every request is refused.'] : found
}

function withEngines(engines: readonly string[]): string {
  return engines.includes(ALL) ? 'with every engine, also those to come' : `with ${list(engines)}`
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
