// Stores and deletes files until it is killed, and says on stdout what it was told to be done.
// Arguments: the database, the folder of the bytes, a seed.
import { writeSync } from 'node:fs'
import { openFiles } from './files.ts'
import { seededRandom } from './seeded-random.ts'

/** At the same time. */
const WRITERS = 4
const MAX_BYTES = 150_000
const PIECE_BYTES = 40_000

const [database = '', folder = '', seed = '1'] = process.argv.slice(2)
const { files, fileChecks } = openFiles({ folder, database })
const random = seededRandom(Number(seed))
fileChecks.sweep()
await Promise.all(Array.from({ length: WRITERS }, write))

async function write(): Promise<void> {
  const own: string[] = []
  for (;;) {
    const oldest = own[0]
    if (oldest !== undefined && own.length > 3) {
      own.shift()
      say({ deleting: oldest })
      await files.delete('owner', oldest)
      say({ deleted: oldest })
      continue
    }
    const { token, sha256 } = await files.store('owner', source(), { filename: 'a.bin' })
    say({ stored: token, sha256 })
    own.push(token)
  }
}

async function* source(): AsyncGenerator<Uint8Array> {
  for (let left = Math.floor(random() * MAX_BYTES); left > 0; left -= PIECE_BYTES) {
    yield crypto.getRandomValues(new Uint8Array(Math.min(left, PIECE_BYTES)))
    await new Promise(setImmediate)
  }
}

/** At once: what is said has happened, should the next instruction be the last. */
function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
