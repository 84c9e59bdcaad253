import { existsSync } from 'node:fs'
import type { Fault, Part } from '../platform/settings.ts'
import { parseUrl, tryDecode } from '../platform/urls.ts'
import { QueueSettings } from './schema.ts'

const EXPECTED =
  'expected an address such as redis://10.0.0.2:6379 or rediss://user:password@redis.example:6379'

/**
 * Adds what the environment gives of the queue, which takes precedence: `QUEUE_URL`.
 *
 * @returns The names of the environment by the paths of what they give
 */
export function withQueueVariables(
  queue: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { queue: unknown; names: ReadonlyMap<string, string> } {
  const own: Record<string, unknown> = {}
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(QueueSettings.properties)) {
    const variable = `QUEUE_${name.toUpperCase()}`
    const text = env[variable]
    if (text === undefined || text === '') continue
    own[name] = schema.type === 'integer' && /^\d{1,16}$/.test(text) ? Number(text) : text
    names.set(`queue.${name}`, variable)
  }
  return { queue: names.size === 0 ? queue : { ...Object(queue), ...own }, names }
}

/** Faults of the address of the queue, and of the authority that its certificate is of. */
export function queueFaults({ url, ca_file: caFile }: Part<QueueSettings>): Fault[] {
  const faults: Fault[] = []
  if (url !== undefined && !isRedisUrl(url)) faults.push({ path: ['queue', 'url'], says: EXPECTED })
  if (caFile !== undefined && !existsSync(caFile))
    faults.push({ path: ['queue', 'ca_file'], says: 'there is no such file' })
  return faults
}

function isRedisUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== undefined &&
    (url.protocol === 'redis:' || url.protocol === 'rediss:') &&
    url.hostname !== '' &&
    tryDecode(url.username + url.password) !== undefined &&
    /^(?:\/\d{0,3})?$/.test(url.pathname) &&
    url.search === '' &&
    url.hash === ''
  )
}
