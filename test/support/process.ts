import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRIMARY_KEY } from './service.ts'

const MAIN = join(import.meta.dir, '../../src/main.ts')

/** A folder for one test, removed with it. */
export function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Starts the real program as a child process on a port of its own.
 *
 * @param folder Its DATA_DIR; keep it to start the service again over the same data
 * @param toml Text of its hearth.toml
 */
export async function startProcess(folder: string, toml: string, env: Record<string, string> = {}) {
  const config = join(folder, 'hearth.toml')
  await Bun.write(config, toml)
  const child = Bun.spawn([process.execPath, MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      HEARTH_CONFIG: config,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      PRIMARY_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', Bun.file(join(folder, 'log'))],
  })
  const url = await listeningUrl(child.stdout)
  return {
    url,
    pid: child.pid,
    exited: child.exited,
    kill: async (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal)
      return child.exited
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

export function localToml(upstream: string): string {
  return `[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "${upstream}"\nmodels = ["test-model"]\n`
}

async function listeningUrl(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stdout.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The service ended before it listened: ${text}`)
    text += decoder.decode(value, { stream: true })
    const url = /Hearth is listening on (\S+)/.exec(text)?.[1]
    if (url !== undefined) {
      reader.releaseLock()
      return url
    }
  }
}
