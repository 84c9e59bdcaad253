import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { boundedText } from '../../platform/bounded-text.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { COMMAND_SOCKET } from '../../storage/command-socket.ts'
import { CommandFailure } from '../command.ts'

/**
 * Asks the running service for a backup, by its socket in the data folder.
 *
 * @returns The archive; undefined when no service answers
 * @throws {CommandFailure} when it refuses
 */
export async function askService(
  folder: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const unix = join(folder, COMMAND_SOCKET)
  if (!existsSync(unix)) return undefined
  let response: Response
  try {
    response = await fetch('http://hearth/backup', { method: 'POST', unix, signal })
  } catch (cause) {
    if (signal.aborted) throw new CommandFailure('Stopped: no backup was made', { cause })
    // A killed service leaves its socket.
    return undefined
  }
  if (response.ok && response.body !== null) return response.body
  const text = await boundedText(response).catch(() => undefined)
  const body = tryParseJson(text ?? '').value
  const detail: unknown = Reflect.get(Object(body), 'detail')
  throw new CommandFailure(
    typeof detail === 'string' ? detail : `Hearth answered with ${response.status}`,
  )
}
