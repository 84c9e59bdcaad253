import { constants, copyFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { codeOf } from '../write-errors.ts'
import { FlushedWriter } from './flushed-writer.ts'

const PIECE_BYTES = 1024 * 1024

/**
 * Copies a file, as a clone where the file system can make one.
 *
 * @param to Must not exist; mode 0600
 */
export async function copyFile(from: string, to: string): Promise<void> {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL)
    return
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error
  }
  await using source = await open(from, 'r')
  await using target = await FlushedWriter.create(to)
  const buffer = new Uint8Array(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, null)
    if (bytesRead === 0) break
    await target.write(buffer.subarray(0, bytesRead))
  }
  await target.flush()
}
