import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createBunRedisClient, type IRedisClient } from 'bullmq'
import { pauseFor } from '../platform/deadline.ts'
import { codeOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { redact } from '../platform/redact.ts'

/** Where Redis is, and what is needed to trust it. */
export interface RedisAddress {
  /** `redis://` or `rediss://`, with user and password. A secret. */
  url: string
  /** A PEM file of the certificate authority, for `rediss://`. */
  caFile?: string | undefined
}

const TIMEOUT_MS = 3_000
const DEFAULT_PORT = 6_379
/** A reply is a line; a server that is not Redis may send anything. */
const MAX_REPLY_CHARACTERS = 500

/** Host and port without user and password, for people. */
export function shownAddress({ url }: RedisAddress): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname}:${port || DEFAULT_PORT}`
}

/**
 * Finds out why there is no connection, which the client of Bun does not say.
 *
 * @returns One sentence without the password; undefined where nothing is wrong
 */
async function redisError(address: RedisAddress): Promise<string | undefined> {
  const shown = shownAddress(address)
  try {
    const reply = await firstReply(address)
    if (reply.startsWith('+')) return undefined
    if (/^-(?:WRONGPASS|ERR (?:AUTH|invalid password))/i.test(reply))
      return `Redis at ${shown} refuses the password or the user`
    if (reply.startsWith('-NOAUTH')) return `Redis at ${shown} wants a password`
    if (reply.startsWith('-LOADING')) return `Redis at ${shown} is still loading its data`
    if (reply.startsWith('-')) return `Redis at ${shown} answers: ${redact(reply.slice(1))}`
    return `What answers at ${shown} is not Redis`
  } catch (error) {
    return `Cannot reach Redis at ${shown}: ${reasonOf(error)}`
  }
}

/** The reply to a login and a PING: an error of the login, else that of the PING. */
async function firstReply({ url, caFile }: RedisAddress): Promise<string> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || DEFAULT_PORT }
  const ca = caFile === undefined ? undefined : await readFile(caFile)
  const login = [username || 'default', password].map(decodeURIComponent)
  const hasLogin = username !== '' || password !== ''
  const question = `${hasLogin ? command('AUTH', ...login) : ''}${command('PING')}`
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const send = () => socket.write(question)
  const socket =
    protocol === 'rediss:'
      ? connectTls({ ...target, ca, ...(isName(host) && { servername: host }) }, send)
      : connect(target, send)
  let reply = ''
  socket.setTimeout(TIMEOUT_MS, () => reject(new Error('no answer')))
  socket.on('data', (chunk) => {
    reply = (reply + chunk.toString('latin1')).slice(0, MAX_REPLY_CHARACTERS)
    const [first, second] = reply.split('\r\n')
    const isComplete = reply.split('\r\n').length > (hasLogin ? 2 : 1)
    if (first === undefined || (first.startsWith('+') && !isComplete)) return
    resolve(first.startsWith('+') && hasLogin ? (second ?? '') : first)
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the connection was closed')))
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}

function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(':')
}

function command(...words: string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  return `*${words.length}\r\n${parts.join('')}`
}

function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'there is no way to that network'
    case 'ENOENT':
      return 'there is no such file of a certificate authority'
    default:
      return /cert|self.signed|issuer|altname/i.test(`${code} ${message}`)
        ? `its certificate is not trusted (${redact(message)})`
        : redact(message)
  }
}

/** Pause before the next attempt to connect. */
const RETRY_MS = 500
const CONNECT_MS = 5_000
/** A connection on which a PING is not answered for so long is broken. */
const PING_MS = 2_000
const PING_LIMIT_MS = 4_000

/** Connections to Redis that live and end together, so that nothing has to be mended. */
export interface Session {
  /** For commands that do not block. */
  readonly redis: Bun.RedisClient
  /** Aborted as soon as one of the connections is lost, or the end is wanted. */
  readonly lost: AbortSignal
  /** Another connection, for what blocks. */
  open(): Promise<Bun.RedisClient>
  /** The same in the form that BullMQ takes. */
  openForQueue(): Promise<IRedisClient>
}

interface ConnectionOptions {
  address: RedisAddress
  log: Log
  /** Uses a session until it is lost; then it must free what it has made. */
  use: (session: Session) => Promise<void>
}

/**
 * Keeps a session with Redis: makes another as soon as Redis answers again. Says once in the log that
 * Redis is away, and once that it is back.
 */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #isAway = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('The service is stopping'))
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      await this.#session(signal)
      await pauseFor(RETRY_MS, signal).catch(() => undefined)
    }
  }

  async #session(stop: AbortSignal): Promise<void> {
    const { address, log, use } = this.#options
    const session = new OpenSession(address, stop)
    try {
      const warnings = await session.connect()
      if (this.#isAway) log.info({}, `Redis at ${shownAddress(address)} is back`)
      else for (const warning of warnings) log.warn({}, warning)
      this.#isAway = false
      await use(session)
    } catch (err) {
      if (!stop.aborted && !session.lost.aborted && !isConnectionError(err))
        log.error({ err }, 'The work with Redis has failed')
    } finally {
      session.close()
    }
    if (stop.aborted || this.#isAway) return
    this.#isAway = true
    const fault = await redisError(address).catch(() => undefined)
    if (!stop.aborted)
      log.warn({}, fault ?? `The connection to Redis at ${shownAddress(address)} is lost`)
  }
}

class OpenSession implements Session {
  readonly lost: AbortSignal
  readonly redis: Bun.RedisClient
  readonly #address: RedisAddress
  readonly #broken = new AbortController()
  readonly #clients: Bun.RedisClient[] = []
  readonly #adapters: IRedisClient[] = []
  #pinging: Timer | undefined

  constructor(address: RedisAddress, stop: AbortSignal) {
    this.#address = address
    this.lost = AbortSignal.any([this.#broken.signal, stop])
    this.redis = this.#create()
  }

  /** @returns What Redis should have been told, in sentences */
  async connect(): Promise<string[]> {
    await this.redis.connect()
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    return redisWarnings(String(await this.redis.send('INFO', [])))
  }

  async open(): Promise<Bun.RedisClient> {
    const client = this.#create()
    // Ends what blocks.
    this.lost.addEventListener('abort', () => client.close(), { once: true })
    await client.connect()
    return client
  }

  async openForQueue(): Promise<IRedisClient> {
    const adapter = createBunRedisClient(asRawClient(await this.open()))
    this.#adapters.push(adapter)
    // BullMQ would connect again by itself, and a session ends as a whole.
    adapter.on('close', () => this.#break())
    adapter.on('error', () => this.#break())
    adapter.on('ready', () => {
      if (this.lost.aborted) adapter.disconnect()
    })
    return adapter
  }

  close(): void {
    clearInterval(this.#pinging)
    this.#break()
    for (const adapter of this.#adapters) {
      adapter.disconnect()
      // Without this an adapter that has lost its connection goes on trying.
      adapter.status = 'end'
    }
    for (const client of this.#clients) client.close()
  }

  #create(): Bun.RedisClient {
    const { url, caFile } = this.#address
    const client = new Bun.RedisClient(url, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: CONNECT_MS,
      ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
    })
    client.onclose = () => this.#break()
    this.#clients.push(client)
    return client
  }

  #break(): void {
    this.#broken.abort(new Error('The connection to Redis is lost'))
  }

  /** Finds a connection that is dead although nobody has closed it. */
  #ping(): void {
    const timer = setTimeout(() => this.#break(), PING_LIMIT_MS)
    this.redis
      .send('PING', [])
      .catch(() => this.#break())
      .finally(() => clearTimeout(timer))
  }
}

/** What of the settings of Redis loses work, in sentences; from the text of `INFO`. */
export function redisWarnings(info: string): string[] {
  const setting = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const policy = setting('maxmemory_policy') ?? 'noeviction'
  return [
    ...(policy === 'noeviction'
      ? []
      : [
          `Redis forgets calls when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction`,
        ]),
    ...(setting('aof_enabled') === '0'
      ? ['Redis loses running calls when it is restarted: set appendonly yes']
      : []),
  ]
}

function isConnectionError(error: unknown): boolean {
  return (codeOf(error) ?? '').startsWith('ERR_REDIS_CONNECTION')
}

/** BullMQ's type of a client differs from Bun's in optional callbacks only. */
function asRawClient(client: Bun.RedisClient): Parameters<typeof createBunRedisClient>[0] {
  return client as unknown as Parameters<typeof createBunRedisClient>[0]
}
