import { join } from 'node:path'

/** A server of S3 that others have made, as a process with its objects in a folder. */
export async function startS3rver(folder: string) {
  const script = join(import.meta.dir, 's3rver-process.ts')
  const child = Bun.spawn([process.execPath, script, folder], {
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
