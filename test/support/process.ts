import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobView as Job } from '../../src/features/shared/job-view.ts'
import { outputOf } from './output-of.ts'
import { jsonInit, PRIMARY_KEY } from './service.ts'

export { tempFolder } from './temp-folder.ts'

const SRC = join(import.meta.dir, '../../src')
const HEARTH = [process.execPath, join(SRC, 'main.ts')]
/** Optimising takes a fifth of a start, which a process that ends after some seconds does not win back. */
export const SHORT_LIFE = { BUN_JSC_useDFGJIT: '0' }

/**
 * Starts the service as a child process on a free port.
 *
 * @param folder Its DATA_DIR; keep it to start the service again over the same data
 * @param toml Text of its hearth.toml
 * @param options.descriptors How many file descriptors it may have; by default as many as this process
 */
export async function startProcess(
  folder: string,
  toml: string,
  env: Record<string, string> = {},
  { descriptors }: { descriptors?: number } = {},
) {
  const bounded =
    descriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh']
  const settings = await environment(folder, toml, env)
  const pattern = /Hearth is listening on (\S+)/
  const child = await spawnUntil(pattern, folder, [...bounded, ...HEARTH], settings)
  const [, url = ''] = child.match
  return {
    ...child,
    url,
    /** Resolves when new work is refused. */
    terminate: async (signal: NodeJS.Signals = 'SIGTERM') => {
      process.kill(child.pid, signal)
      while (await takesWork(url));
    },
  }
}
export type Process = Awaited<ReturnType<typeof startProcess>>

/** A refused or closed connection counts as no: without open work the listeners close at once. */
async function takesWork(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).status === 200
  } catch {
    return false
  }
}

/**
 * Starts a worker node as a child process, with its engines and its QUEUE_URL.
 *
 * @returns Once it has announced itself
 */
export async function startWorkerNode(
  folder: string,
  toml: string,
  env: Record<string, string> = {},
) {
  const command = [process.execPath, join(SRC, 'worker-node.ts')]
  return spawnUntil(/\n/, folder, command, await environment(folder, toml, env))
}

/** Starts a command with its log in a folder, and waits until it has printed something. */
async function spawnUntil(
  pattern: RegExp,
  folder: string,
  command: string[],
  env: Record<string, string>,
) {
  const log = join(folder, 'log')
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'pipe', Bun.file(log)] })
  const logText = () => readFileSync(log, 'utf8')
  const { printed, match } = await printedUntil(pattern, child.stdout, logText)
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return await child.exited
  }
  return {
    pid: child.pid,
    exited: child.exited,
    /** Its stdout until it was ready. */
    printed,
    match,
    logText,
    /** The lines of its log so far. */
    logLines: () => logText().trim().split('\n'),
    kill,
    [Symbol.asyncDispose]: async () => void (await kill()),
  }
}

/** Reads what a process prints until a pattern. @throws {Error} when it ends without */
export async function printedUntil(
  pattern: RegExp,
  stdout: ReadableStream<Uint8Array>,
  logText = () => '',
) {
  const decoder = new TextDecoder()
  const reader = stdout.getReader()
  for (let printed = ''; ; ) {
    const match = pattern.exec(printed)
    if (match !== null) {
      reader.releaseLock()
      return { printed, match }
    }
    const { done, value } = await reader.read()
    if (done) throw new Error(`It ended before it listened: ${printed}${logText()}`)
    printed += decoder.decode(value, { stream: true })
  }
}

/** Starts the service and waits for its exit, for starts that fail. */
export async function runToExit(folder: string, toml: string, env: Record<string, string> = {}) {
  return outputOf(HEARTH, { env: await environment(folder, toml, env) })
}

export function localToml(upstream: string): string {
  return `[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "${upstream}"\nmodels = ["test-model"]\n`
}

/** Makes a key over the admin API that may use the local engine. */
export async function keyAt(
  url: string,
  label: string = `tester ${crypto.randomUUID()}`,
): Promise<string> {
  const response = await asOwner(url, 'POST', '/admin/api-keys', { label })
  const made: unknown = await response.json()
  if (!response.ok) throw new Error(`Cannot make a key: ${JSON.stringify(made)}`)
  const profile = {
    generate: true,
    agent_engines: ['local'],
    agent_tasks: [],
    media: false,
    embeddings: false,
    worker_profiles: [],
    image_models: [],
  }
  const id = String(Reflect.get(Object(made), 'id'))
  await asOwner(url, 'PUT', `/admin/api-access/${id}`, profile)
  return String(Reflect.get(Object(made), 'key'))
}

export function asOwner(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return requestAs(url, PRIMARY_KEY, method, path, body)
}

export function requestAs(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, jsonInit(method, body, { authorization: `Bearer ${key}`, ...headers }))
}

/** Submits a `generate` job. */
export function postJob(
  url: string,
  key: string,
  prompt: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return requestAs(url, key, 'POST', '/api/ai/generate', { prompt, async: true }, headers)
}

/** The job in the body of a response. */
export async function jobOf(response: Response): Promise<Job> {
  return (await response.json()) as Job
}

/** The records of a job's event stream as they arrive, until the service ends it. */
export async function* jobEvents(url: string, key: string, id: string): AsyncGenerator<Job> {
  const response = await requestAs(url, key, 'GET', `/api/ai/generate/${id}/events`)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events)
      if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length))
  }
}

/** The job's final record, as soon as there is one. */
export async function endOfJob(url: string, key: string, id: string): Promise<Job> {
  const last = (await Array.fromAsync(jobEvents(url, key, id))).at(-1)
  if (last === undefined) throw new Error(`The events of ${id} ended without a record`)
  return last
}

async function environment(folder: string, toml: string, env: Record<string, string>) {
  const config = join(folder, 'hearth.toml')
  await Bun.write(config, toml)
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    HEARTH_CONFIG: config,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    PRIMARY_KEY,
    // The bench measures what users have.
    ...(process.env['NODE_ENV'] === 'test' ? SHORT_LIFE : {}),
    ...env,
  }
}
