import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineFailure } from '../contract/failure.ts'
import { MAX_TRANSCRIPT_BYTES } from '../transcription/read-transcript.ts'

/**
 * The text of the file that a command has written to its folder, whatever name it gave it.
 *
 * @returns undefined where there is none of the extension
 * @throws {EngineFailure} `transient` when it is too large
 */
export async function findOutput(folder: string, extension: string): Promise<string | undefined> {
  const names = await readdir(folder)
  const name = names.toSorted().find((one) => one.endsWith(`.${extension}`))
  if (name === undefined) return undefined
  const path = join(folder, name)
  const found = await lstat(path)
  if (!found.isFile()) return undefined
  if (found.size > MAX_TRANSCRIPT_BYTES)
    throw new EngineFailure('transient', 'The engine wrote a transcript without an end')
  return await Bun.file(path).text()
}
