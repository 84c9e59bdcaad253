import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { askService } from '../../src/cli/backup.ts'
import { listenLocally } from '../../src/http/server/local-socket.ts'
import { createLog } from '../../src/platform/log.ts'
import { COMMAND_SOCKET } from '../../src/storage/command-socket.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Milliseconds; by default Bun closes a connection on which nothing was sent for 10 s, some seconds late. */
const PREPARATION_MS = 16_000

test('backup waits for a service that needs longer than 10 s until its archive begins', async () => {
  using folder = tempFolder()
  await using _ = listen(folder.path, async () => {
    await Bun.sleep(PREPARATION_MS)
    return new Response('an archive')
  })
  const sent = await askService(folder.path, new AbortController().signal)
  const chunks = await Array.fromAsync(sent ?? [])
  expect(Buffer.concat(chunks).toString()).toBe('an archive')
})

function listen(folder: string, fetch: () => Promise<Response>): AsyncDisposable {
  return listenLocally({ path: join(folder, COMMAND_SOCKET), log: createLog('silent'), fetch })
}
