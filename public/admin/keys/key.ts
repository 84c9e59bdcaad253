import type { components } from '../../ui/api-types.ts'
import { fullTime } from '../../ui/format.ts'
import { LOCALE } from '../../ui/locale.ts'
import { m } from './messages/en.ts'

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
      text: revoked_at === null ? m.revoked : m.revokedAt(fullTime(revoked_at)),
      tone: 'bad',
    }
  if (expires_at === null) return { text: m.stateWorks, tone: 'ok' }
  const end = fullTime(expires_at)
  if (Date.parse(expires_at) <= Date.now()) return { text: m.expiredAt(end), tone: 'bad' }
  return { text: m.worksUntil(end), tone: 'ok' }
}

/** What a profile allows, a sentence each; one that says so where it is nothing. */
export function abilities(profile: Profile | null): string[] {
  const { can } = m
  if (profile === null) return [can.everythingOld]
  const { generate, media, embeddings, agent_engines: engines, agent_tasks: tasks } = profile
  const workers = profile.worker_profiles
  const found: string[] = []
  if (generate && engines.includes(ALL)) found.push(can.chatAll)
  else if (generate) found.push(engines.length > 0 ? can.chatWith(list(engines)) : can.chatNone)
  if (tasks.includes(ALL)) found.push(can.allTasks)
  else if (tasks.length > 0) found.push(can.tasks(list(tasks)))
  if (tasks.length > 0 && engines.length === 0) found.push(can.tasksNone)
  if (media) found.push(can.media)
  if (embeddings) found.push(can.embeddings)
  if (workers.includes(ALL)) found.push(can.allWorkers)
  else if (workers.length > 0) found.push(can.workers(list(workers)))
  if (found.length > 0 && !profile.tools.includes(ALL))
    found.push(profile.tools.length === 0 ? can.noTool : can.tools(list(profile.tools)))
  return found.length === 0 ? [can.nothing] : found
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(names)
}
