import { rmSync } from 'node:fs'
import { freePort } from './free-port.ts'
import { printedUntil, tempFolder } from './process.ts'

/** Null on a machine without it; `npm test` says how to get it. */
const REDIS = Bun.which('redis-server')
export const HAS_REDIS = REDIS !== null
if (!HAS_REDIS) console.log('Skipped: what needs redis-server, which is not installed')

interface RedisOptions {
  /** More of the command line, as `--requirepass secret`. */
  args?: readonly string[]
  /** Whether what it has survives a kill. */
  keeps?: boolean
  /** Options of TLS, for which the port is then. */
  tls?: { cert: string; key: string } | undefined
}

/** A Redis server of the test's own on a free port. */
export async function redisServer({ args = [], keeps = false, tls }: RedisOptions = {}) {
  const folder = tempFolder()
  const port = freePort()
  const listen = tls
    ? ['--port', '0', '--tls-port', String(port), '--tls-cert-file', tls.cert]
    : ['--port', String(port)]
  const key = tls ? ['--tls-key-file', tls.key, '--tls-auth-clients', 'no'] : []
  const save = ['--save', '', '--appendonly', keeps ? 'yes' : 'no', '--appendfsync', 'always']
  const command = ['redis-server', ...listen, ...key, ...save, '--dir', folder.path, ...args]
  let child: Bun.Subprocess | undefined
  const start = async () => {
    const own = Bun.spawn([...command, '--bind', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child = own
    await printedUntil(/Ready to accept connections/, own.stdout)
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  await start()
  return {
    port,
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    start,
    kill,
    /** Stops it from answering without closing a connection. */
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder.path, { recursive: true, force: true })
    },
  }
}
