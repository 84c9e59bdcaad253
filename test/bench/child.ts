import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const END_MS = 3000
/** Of `/proc/PID/stat`, on every Linux. */
const TICKS_PER_SECOND = 100

/** A process that this run started, and ends by its own pid. */
export interface Child extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Keys of a Hearth; empty for the others. */
  readonly keys: readonly string[]
}

/**
 * Starts a server script of this folder; its first line on stdout is JSON with its `url`.
 *
 * @param log File for its stderr
 */
export async function startScript(
  name: string,
  args: readonly string[],
  log: string,
): Promise<Child> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}-server.ts`), ...args], {
    // A server ends with its stdin, should this process be killed.
    stdio: ['pipe', 'pipe', Bun.file(log)],
  })
  const said = await firstLine(child.stdout)
  const value: unknown = said === '' ? undefined : JSON.parse(said)
  const url: unknown = Reflect.get(Object(value), 'url')
  if (typeof url !== 'string') {
    await end(child)
    throw new Error(`${name} did not start: ${readFileSync(log, 'utf8').slice(-2000)}`)
  }
  const keys: unknown = Reflect.get(Object(value), 'keys')
  return {
    pid: child.pid,
    url,
    keys: Array.isArray(keys) ? keys.map(String) : [],
    [Symbol.asyncDispose]: () => end(child),
  }
}

/** User and system time of a process. */
export function cpuSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_PER_SECOND
}

/** Terminates a process, and kills it when it ignores SIGTERM. */
export async function end(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
  await child.exited
  clearTimeout(timer)
}

async function firstLine(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stdout.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
    const line = text.indexOf('\n')
    if (line === -1) continue
    reader.releaseLock()
    return text.slice(0, line)
  }
}
