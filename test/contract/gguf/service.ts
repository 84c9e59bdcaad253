import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwner, startProcess, tempFolder } from '../../support/process.ts'
import { debianLlama } from './debian-llama.ts'
import { writeGguf } from './gguf-file.ts'

const POLL_MS = 50
const POLLS = 1_200

/** A process of llama-server under one folder of models. */
interface Live {
  pid: number
  /** Of a model's process. */
  port: number | undefined
}

/**
 * Starts the service without settings, over a folder with a model file, with the real llama-server on
 * its PATH.
 *
 * @param says What the first model, `hand`, answers
 */
export async function startWithFiles(says: string, options?: { isEndless?: boolean }) {
  const bin = await debianLlama()
  const folder = tempFolder()
  const models = join(folder.path, 'data/models')
  mkdirSync(models, { recursive: true })
  const path = (name: string) => join(models, `${name}.gguf`)
  writeGguf(path('hand'), says, options)
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, TMPDIR: folder.path }
  const service = await startProcess(folder.path, '', env)
  const ask = (body: object) => asOwner(service.url, 'POST', '/v1/chat/completions', body)
  return {
    service,
    /** Processes of llama-server that this service has started: the router, then its models. */
    live: () => liveUnder(models),
    add: (name: string, text: string, options?: { calls?: boolean; pooling?: number }) =>
      writeGguf(path(name), text, options),
    addBroken: (name: string, bytes: number) => {
      writeGguf(path(name), 'x')
      truncateSync(path(name), bytes)
    },
    remove: (name: string) => rm(path(name)),
    /** The names that are listed, as soon as they are these. */
    untilListed: (...names: string[]) =>
      until(async () => (await listed(service.url)).toSorted().join() === names.toSorted().join()),
    ask,
    /** Status and text of a whole answer. */
    async said(model: string, more: object = {}): Promise<[number, string]> {
      const response = await ask({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })
      const { choices, detail } = Object(await response.json())
      return [response.status, String(choices?.[0]?.message?.content ?? detail)]
    },
    left: () => readdirSync(folder.path).filter((name) => name.startsWith('hearth-run-')),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      for (const { pid } of liveUnder(models)) kill(pid)
      folder[Symbol.dispose]()
    },
  }
}

/** Waits until something holds. @throws {Error} after a minute */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let polls = 0; polls < POLLS; polls += 1) {
    if (await holds()) return
    await Bun.sleep(POLL_MS)
  }
  throw new Error(`It did not come true: ${holds}`)
}

async function listed(url: string): Promise<string[]> {
  const list = Object(await (await asOwner(url, 'GET', '/v1/models')).json())
  return list.data
    .map(({ id }: { id: string }) => id)
    .filter((id: string) => id.startsWith('gguf/'))
    .map((id: string) => id.slice('gguf/'.length))
}

function liveUnder(models: string): Live[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .flatMap((pid) => {
      const words = argumentsOf(pid)
      if (!words.some((word) => word.startsWith(models))) return []
      const port = words[words.indexOf('--port') + 1]
      return [{ pid, port: words.includes('--port') ? Number(port) : undefined }]
    })
    .toSorted((a, b) => Number(a.port !== undefined) - Number(b.port !== undefined))
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
