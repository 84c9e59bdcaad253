// Takes bodies with the service's own reader and storage, without a hash, a row or a check of anything.
// Argument: the folder.
import { readStream } from '../../src/http/body/stream.ts'
import { randomId } from '../../src/platform/ids.ts'
import { LocalStorage } from '../../src/storage/local.ts'
import { contextOf } from '../support/http-context.ts'
import { ready } from './ready.ts'

const MAX_BYTES = 5 * 1024 ** 3

const [folder = ''] = process.argv.slice(2)
const storage = new LocalStorage({ folder })
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 120,
  maxRequestBodySize: MAX_BYTES,
  async fetch(request) {
    const { key, bytes } = await storage.put(
      randomId(''),
      readStream(contextOf(request), MAX_BYTES),
    )
    await storage.delete(key)
    return Response.json({ bytes })
  },
})
ready({ url: `http://127.0.0.1:${server.port}` })
