import { S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3Storage } from '../../src/storage/s3/s3-storage.ts'

/** Puts an object of so many MiB into the bucket of the settings given, and prints what it has taken. */
const [settings = '', mebibytes = ''] = process.argv.slice(2)
const connection = new S3Connection(JSON.parse(settings))
const storage = new S3Storage({ connection, prefix: 'files/' })
const before = process.memoryUsage.rss()
let most = before

async function* source() {
  for (let at = 0; at < Number(mebibytes) * 4; at += 1) {
    yield new Uint8Array(256 * 1024).fill(at)
    if (at % 64 === 0) most = Math.max(most, process.memoryUsage.rss())
  }
}

const startedAt = performance.now()
await storage.put('large', source())
const seconds = (performance.now() - startedAt) / 1000
process.stdout.write(`${JSON.stringify({ grownMiB: (most - before) / 1024 ** 2, seconds })}\n`)
