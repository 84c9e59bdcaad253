import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../platform/errors.ts'

/** Name of the socket in the data folder on which the running service takes commands. */
export const COMMAND_SOCKET = 'commands.sock'

/** Nobody listens, as a killed service leaves its socket, or this user may not open it. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Asks the service that runs over a data folder, and waits as long as it takes.
 *
 * @param path With its query
 * @returns Undefined when no service can be reached
 * @throws {Error} when it breaks off
 */
export async function askService(
  folder: string,
  path: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const unix = join(folder, COMMAND_SOCKET)
  if (!existsSync(unix)) return undefined
  const request = { method: 'POST', unix, timeout: false, signal }
  try {
    return await fetch(`http://hearth${path}`, request)
  } catch (error) {
    if (!signal.aborted && NO_CONNECTION.has(codeOf(error))) return undefined
    throw error
  }
}
