import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { COMMAND_SOCKET } from '../../src/cli/ask-service.ts'
import { holdDeletions } from '../../src/cli/backup.ts'
import { listenLocally } from '../../src/http/server/local-socket.ts'
import { createLog } from '../../src/platform/log.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Milliseconds; by default Bun closes a connection on which nothing was sent for 10 s, some seconds late. */
const BACKUP_MS = 16_000

test('the service keeps what is deleted as long as a backup takes, and no longer', async () => {
  using folder = tempFolder()
  const ended = Promise.withResolvers<void>()
  let isHeld = true
  await using _ = listenLocally({
    path: join(folder.path, COMMAND_SOCKET),
    log: createLog('silent'),
    fetch: (request) => {
      request.signal.addEventListener('abort', () => {
        isHeld = false
        ended.resolve()
      })
      return new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('held')) }),
      )
    },
  })
  {
    await using hold = await holdDeletions(folder.path, new AbortController().signal)
    await Bun.sleep(BACKUP_MS)
    expect([hold !== undefined, isHeld]).toEqual([true, true])
  }
  await ended.promise
  expect(isHeld).toBe(false)
})
