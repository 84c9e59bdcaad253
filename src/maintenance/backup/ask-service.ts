import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { boundedText } from '../../platform/bounded-text.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { COMMAND_SOCKET } from '../../storage/command-socket.ts'
import { CommandFailure } from '../command.ts'

/** Nobody listens, as a killed service leaves its socket, or this user may not open it. */
const NO_CONNECTION = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES'])

/**
 * Asks the running service for a backup, by its socket in the data folder.
 *
 * @returns The archive; undefined when no service can be reached
 * @throws {CommandFailure} when it refuses or breaks off
 */
export async function askService(
  folder: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const unix = join(folder, COMMAND_SOCKET)
  if (!existsSync(unix)) return undefined
  let response: Response
  try {
    // Made at the lowest priority, it may take as long as it takes.
    response = await fetch('http://hearth/backup', { method: 'POST', unix, signal, timeout: false })
  } catch (cause) {
    if (signal.aborted) throw new CommandFailure('Stopped: no backup was made', { cause })
    const code = String(Reflect.get(Object(cause), 'code'))
    if (NO_CONNECTION.has(code)) return undefined
    const reason = cause instanceof Error ? cause.message : code
    throw new CommandFailure(`Hearth did not send a backup: ${reason}`, { cause })
  }
  if (response.ok && response.body !== null) return response.body
  const text = await boundedText(response).catch(() => undefined)
  const body = tryParseJson(text ?? '').value
  const detail: unknown = Reflect.get(Object(body), 'detail')
  throw new CommandFailure(
    typeof detail === 'string' ? detail : `Hearth answered with ${response.status}`,
  )
}
