import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, end } from './child.ts'
import { npmInstall } from './npm-install.ts'

const PACKAGE = '@portkey-ai/gateway'
const VERSION = '1.15.2'
/** Outside the repository; kept for the next run. */
const FOLDER = join(tmpdir(), `hearth-bench-portkey-${VERSION}`)
const SERVER = join(FOLDER, 'node_modules', PACKAGE, 'build/start-server.js')
const START_MS = 15_000

/**
 * Portkey's gateway under Node, installed by npm into a cache folder when it is missing.
 *
 * @throws when it cannot be installed or does not start; the run goes on without it
 */
export async function startPortkey(folder: string): Promise<Child> {
  if (!existsSync(SERVER)) await npmInstall(FOLDER, [`${PACKAGE}@${VERSION}`])
  // It takes no port 0.
  const port = await freePort()
  const child = Bun.spawn(['node', SERVER, `--port=${port}`, '--headless'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', Bun.file(join(folder, 'portkey.log'))],
  })
  const url = `http://127.0.0.1:${port}`
  if (!(await answers(url))) {
    await end(child)
    throw new Error('Portkey does not answer')
  }
  return { pid: child.pid, url, keys: [], [Symbol.asyncDispose]: () => end(child) }
}

export async function nodeVersion(): Promise<string> {
  return Bun.spawnSync(['node', '--version']).stdout.toString().trim()
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port = 0 } = server
  await server.stop(true)
  return port
}

async function answers(url: string): Promise<boolean> {
  const until = performance.now() + START_MS
  while (performance.now() < until) {
    try {
      await fetch(url)
      return true
    } catch {
      await Bun.sleep(50)
    }
  }
  return false
}
