import { join } from 'node:path'
import { type Child, startScript } from './child.ts'

/** What every measure works with. */
export interface Bench {
  upstream: Child
  passThrough: Child
  /** Undefined when it could not be had. */
  portkey: Child | undefined
  /** For databases and logs; removed at the end. */
  folder: string
  /** Rounds of a comparison, and seconds of one contestant's round. */
  rounds: number
  seconds: number
  /** Model calls in the database of the usage reads. */
  usageRows: number
}

let started = 0

/**
 * A Hearth of its own over a new database.
 *
 * @param further Number of unused keys in its table
 */
export function startHearth(
  { upstream, folder }: Bench,
  width: number,
  further = 0,
): Promise<Child> {
  started += 1
  const name = `hearth-${started}`
  return startScript(
    'hearth',
    [upstream.url, join(folder, name), String(width), String(further)],
    join(folder, `${name}.log`),
  )
}

/** The least a gateway with keys can do, over a new database. */
export function startLeastGateway({ upstream, folder }: Bench): Promise<Child> {
  started += 1
  const name = `least-gateway-${started}`
  const args = [upstream.url, join(folder, name)]
  return startScript('least-gateway', args, join(folder, `${name}.log`))
}

/** Hearth's path for every answer. */
export function chatUrl({ url }: Child): string {
  return `${url}/v1/chat/completions`
}

export function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` }
}
