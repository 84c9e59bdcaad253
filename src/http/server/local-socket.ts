import { rmSync } from 'node:fs'
import type { Log } from '../../platform/log.ts'

/** Linux has room for so many bytes, macOS for four less. */
const MAX_PATH_BYTES = 103
/** Permission bits that a new socket does not get. */
const OWNER_ONLY = 0o077

/**
 * A backup takes minutes, and Bun closes a connection that was silent for 10 s. Its types know this
 * option of TCP only, and `server.timeout` does nothing on a unix socket.
 */
const NO_IDLE_TIMEOUT: object = { idleTimeout: 0 }

interface LocalSocketOptions {
  path: string
  fetch: (request: Request) => Response | Promise<Response>
  log: Log
}

/**
 * Listens on a unix socket that only this user, and root, can open: anyone who can open it can read
 * the data folder anyway. Where a socket cannot be made, a warning says so and the service goes on.
 *
 * @param options.path In a folder that this process alone uses; what a killed process left is replaced
 */
export function listenLocally({ path, fetch, log }: LocalSocketOptions): AsyncDisposable {
  const before = process.umask(OWNER_ONLY)
  try {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new Error('its path is too long')
    rmSync(path, { force: true })
    const options = {
      unix: path,
      development: false,
      fetch,
      error: () =>
        Response.json({ detail: 'Internal server error', code: 'internal' }, { status: 500 }),
    }
    const server = Bun.serve(Object.assign(options, NO_IDLE_TIMEOUT))
    return {
      async [Symbol.asyncDispose]() {
        await server.stop(true)
        rmSync(path, { force: true })
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ path, reason }, 'Commands on this machine cannot reach the service: no socket')
    return { [Symbol.asyncDispose]: async () => undefined }
  } finally {
    process.umask(before)
  }
}
