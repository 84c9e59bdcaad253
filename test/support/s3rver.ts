import { join } from 'node:path'

/** A server of S3 that others have made, as a process with its objects in a folder. */
export async function startS3rver(folder: string) {
  const script = `
    const S3rver = require('s3rver')
    const directory = process.argv[1]
    new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'hearth' }] })
      .run().then(({ port }) => console.log(port))
  `
  const child = Bun.spawn([process.execPath, '-e', script, folder], {
    cwd: join(import.meta.dir, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const reader = child.stdout.getReader()
  const { value } = await reader.read()
  const port = Number(new TextDecoder().decode(value))
  return {
    // The only key that it knows; it does not compare signatures.
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'hearth', prefix: '' },
      ...{ key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' },
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
