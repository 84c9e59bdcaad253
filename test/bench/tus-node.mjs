// @tus/server alone on Node, over files in a folder. Argument: the folder.
import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DataStore, Server, Upload } from '@tus/server'

const [folder = ''] = process.argv.slice(2)

class Folder extends DataStore {
  extensions = ['creation']
  sizes = new Map()

  async create(upload) {
    await writeFile(join(folder, upload.id), '')
    this.sizes.set(upload.id, upload.size)
    return upload
  }

  async getUpload(id) {
    const { size: offset } = await stat(join(folder, id))
    return new Upload({ id, offset, size: this.sizes.get(id) })
  }

  async write(source, id, start) {
    const target = createWriteStream(join(folder, id), { flags: 'r+', start })
    await pipeline(source, target)
    return start + target.bytesWritten
  }
}

const tus = new Server({ path: '/buffer', datastore: new Folder(), relativeLocation: true })
const server = createServer((request, response) => tus.handle(request, response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`)
})
