import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { S3Server, type StoredInTest } from './s3-server.ts'

/** Serves the objects of a folder at a port: a write is on the disk before it is answered. */
const [folder = '', port = '0'] = process.argv.slice(2)

class StoredOnDisk extends Map<string, StoredInTest> {
  override set(key: string, stored: StoredInTest): this {
    const { bytes, etag, headers } = stored
    const path = pathOf(key)
    const temporary = `${path}.new`
    const text = JSON.stringify({ etag, headers, bytes: Buffer.from(bytes).toString('base64') })
    writeFileSync(temporary, text)
    renameSync(temporary, path)
    return super.set(key, stored)
  }

  override delete(key: string): boolean {
    rmSync(pathOf(key), { force: true })
    return super.delete(key)
  }
}

function pathOf(key: string): string {
  return join(folder, encodeURIComponent(key))
}

const objects = new StoredOnDisk()
for (const name of readdirSync(folder)) {
  if (name.endsWith('.new')) rmSync(join(folder, name))
  else {
    const { bytes, etag, headers } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const stored = { etag, headers, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }
    objects.set(decodeURIComponent(name), stored)
  }
}
new S3Server({ objects, port: Number(port) })
process.stdout.write('listening\n')
