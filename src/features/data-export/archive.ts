import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { ArchiveEntry } from '../../core/personal-data.ts'

const MODE = 0o600
/** Most of an archive are files that are compressed already. */
const GZIP_LEVEL = 3

/**
 * Packs files as they come into a tar archive, compressed by gzip on a thread of the system.
 *
 * @param files Those without bytes are left out
 * @param onMissing Is told of each of those
 */
export async function* tarGzip(
  files: AsyncIterable<ArchiveEntry>,
  onMissing: (name: string) => void,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  pack().catch((error) => controller.error(error))
  const gzip = createGzip({ level: GZIP_LEVEL })
  // A failure ends the iteration too.
  pipeline(Readable.from(readable), gzip).catch(() => {})
  yield* gzip

  async function pack(): Promise<void> {
    for await (const { name, at, bytes, open } of files) {
      signal.throwIfAborted()
      const body = await open()
      if (body === undefined) {
        onMissing(name)
        continue
      }
      const entry = controller
        .add({ name, size: bytes, mode: MODE, mtime: new Date(at) })
        .getWriter()
      for await (const piece of body) {
        signal.throwIfAborted()
        // The packer keeps it until it is read.
        await entry.write(new Uint8Array(piece))
      }
      await entry.close()
    }
    controller.finalize()
  }
}
