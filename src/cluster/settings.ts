import { existsSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../platform/schemas.ts'
import { type Issue, issue, PATH, type Part, patternString } from '../platform/settings.ts'
import { parseUrl, tryDecode } from '../platform/urls.ts'

/** The way to other machines that take a part of the work: a Redis or Valkey server. */
export const QueueSettings = closedObject(
  {
    /** `redis://` or `rediss://`, with user and password. Without it all work is done here. */
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    /** Of this machine as a worker node; by default its host name. */
    name: Type.Optional(
      patternString('^[A-Za-z0-9_.-]{1,32}$', '1 to 32 letters, digits, _, . or -'),
    ),
    /** Heavy tasks at a time on this machine. */
    width: Type.Integer({ minimum: 1, maximum: 64, default: 1 }),
    /** Of every key there; services that share a server need different ones. */
    prefix: patternString('^[A-Za-z0-9_.-]{1,32}$', '1 to 32 letters, digits, _, . or -', {
      default: 'hearth',
    }),
    /** A PEM file of the certificate authority of `rediss://`. */
    ca_file: Type.Optional(Type.String({ ...PATH, minLength: 1 })),
  },
  { default: {} },
)
export type QueueSettings = Static<typeof QueueSettings>

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

/** Issues of the address of the queue, and of the authority that its certificate is of. */
export function queueIssues({ url, ca_file: caFile }: Part<QueueSettings>): Issue[] {
  const issues: Issue[] = []
  if (url !== undefined && !isRedisUrl(url)) issues.push(issue(['queue', 'url'], EXPECTED))
  if (caFile !== undefined && !existsSync(caFile))
    issues.push(issue(['queue', 'ca_file'], 'there is no such file'))
  return issues
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
