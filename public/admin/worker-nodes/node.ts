import type { components } from '../../ui/api-types.ts'
import { duration, plural, relativeTime } from '../../ui/format.ts'
import type { Tone } from '../shared/account.ts'

export type WorkerNode = components['schemas']['WorkerNode']

/** Whether it was online and no longer is, so that it can be forgotten. */
export function isAway({ state }: WorkerNode): boolean {
  return state === 'lost' || state === 'stopped'
}

export function nodeTone(node: WorkerNode): Tone {
  const { state, engines } = node
  if (state === 'stopped') return ''
  if (state === 'lost') return 'bad'
  const hasIssue = engines.some(({ problem: issue }) => issue !== null)
  return state === 'refused' || hasIssue || node.clock_ahead_seconds !== null ? 'warn' : 'ok'
}

/** Its state as a sentence without its end. */
export function nodeState({ state, running, seen_at: seenAt }: WorkerNode): string {
  if (state === 'lost') return `Lost, last heard of ${relativeTime(seenAt)}`
  if (state === 'stopped') return `Stopped, last heard of ${relativeTime(seenAt)}`
  if (state === 'refused') return 'Of another version, so that it gets no work'
  return running === 0 ? 'Online, nothing runs' : `Online, ${plural(running, 'call')} running`
}

/** What is wrong with it and what helps, in sentences. */
export function nodeIssues(node: WorkerNode, ownVersion: string): string[] {
  const { name, state, version, clock_ahead_seconds: ahead } = node
  const issues: string[] = []
  if (state === 'lost')
    issues.push(
      `Its work was given to other machines where that is possible. Look whether ${name} is switched on, reaches the Redis server and still runs npm run worker: it joins again by itself.`,
    )
  if (state === 'refused')
    issues.push(
      `It has version ${version} of Hearth, and this service has ${ownVersion}. Update the older one, and start it again.`,
    )
  if (!isAway(node) && ahead !== null)
    issues.push(
      `Its clock is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}, so that times in its log and of its quotas are wrong. Set it by the network: sudo timedatectl set-ntp true`,
    )
  return issues
}
