import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { codeOf } from '../platform/error-code.ts'
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
export async function redisError(address: RedisAddress): Promise<string | undefined> {
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
