import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import {
  type BackupJob,
  type BackupMaker,
  CopiedBackup,
  type CopyJob,
  type DrillJob,
  DrillResult,
  MadeBackup,
  type OpenedBackup,
} from '../contract-backup.ts'
import { OpenFile } from '../open-file.ts'

/** The program that makes and tests backups; a path, as this room knows no database. */
const BACKUP_WORKER = join(import.meta.dir, '../../cli/backup-worker.ts')

/** What the process that makes a backup says at its end. */
export const WorkerLine = Type.Union([
  Type.Object({
    state: Type.Literal('done'),
    result: Type.Union([MadeBackup, DrillResult, CopiedBackup]),
  }),
  Type.Object({
    state: Type.Literal('failed'),
    message: Type.String(),
    code: Type.Optional(Type.String()),
  }),
])
export type WorkerLine = Static<typeof WorkerLine>

/** Makes and tests backups in a child process. */
export class BackupProcess implements BackupMaker {
  readonly #worker: string

  /** @param worker Path of its program */
  constructor(worker = BACKUP_WORKER) {
    this.#worker = worker
  }

  make(job: BackupJob, signal?: AbortSignal): Promise<MadeBackup> {
    return this.#run('watched', job, MadeBackup, signal)
  }

  drill(job: DrillJob, signal?: AbortSignal): Promise<DrillResult> {
    return this.#run('drill', job, DrillResult, signal)
  }

  copyDatabase(job: CopyJob, signal?: AbortSignal): Promise<CopiedBackup> {
    return this.#run('copy', job, CopiedBackup, signal)
  }

  /** The same while nothing else is to happen, as before the service listens. */
  makeSync(job: BackupJob): MadeBackup {
    try {
      const child = Bun.spawnSync(this.#command(job, 'alone'), {
        ...this.#surroundings,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return resultOf(MadeBackup, child.stdout.toString(), endOf(child))
    } finally {
      rmSync(job.work, { recursive: true, force: true })
    }
  }

  async open(path: string, stallMs: number): Promise<OpenedBackup> {
    const file = await OpenFile.open(path)
    return { bytes: file.size, ...guardedStream(file.stream(0, file.size), stallMs) }
  }

  async take(path: string, stallMs: number): Promise<OpenedBackup> {
    const opened = await this.open(path, stallMs)
    // Without a name it leaves nothing behind, however this process ends.
    await rm(path)
    return opened
  }

  async #run<schema extends TSchema>(
    mode: 'watched' | 'drill' | 'copy',
    job: BackupJob | DrillJob | CopyJob,
    schema: schema,
    signal?: AbortSignal,
  ): Promise<Static<schema>> {
    signal?.throwIfAborted()
    // It reads the stdin only to notice the end of this process.
    const child = Bun.spawn(this.#command(job, mode), {
      ...this.#surroundings,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const kill = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', kill, { once: true })
    try {
      const text = await Bun.readableStreamToText(child.stdout)
      await child.exited
      signal?.throwIfAborted()
      return resultOf(schema, text, endOf(child))
    } finally {
      signal?.removeEventListener('abort', kill)
      kill()
      await child.exited
      await rm(job.work, { recursive: true, force: true })
    }
  }

  get #surroundings() {
    return { env: { PATH: process.env['PATH'] ?? '' }, cwd: dirname(this.#worker) }
  }

  #command(
    job: BackupJob | DrillJob | CopyJob,
    mode: 'watched' | 'alone' | 'drill' | 'copy',
  ): string[] {
    return [process.execPath, '--no-env-file', this.#worker, mode, JSON.stringify(job)]
  }
}

function endOf(child: { signalCode?: unknown; exitCode: number | null }): string {
  const signal = child.signalCode ?? undefined
  return signal === undefined ? `exit code ${child.exitCode}` : String(signal)
}

function resultOf<schema extends TSchema>(
  schema: schema,
  text: string,
  end: string,
): Static<schema> {
  const { value: line } = tryParseJson(text)
  if (!matches(WorkerLine, line)) throw new Error(`The process that copies ended early (${end})`)
  if (line.state === 'failed')
    throw Object.assign(new Error(line.message), line.code === undefined ? {} : { code: line.code })
  if (matches(schema, line.result)) return line.result
  throw new Error('The process that copies gave another result')
}

/** A stream that is given up when its reader takes no piece for so long. */
function guardedStream(
  source: ReadableStream<Uint8Array>,
  stallMs: number,
): { stream: ReadableStream<Uint8Array>; closed: Promise<void> } {
  const reader = source.getReader()
  const closed = Promise.withResolvers<void>()
  let timer: Timer | undefined
  const close = () => {
    clearTimeout(timer)
    closed.resolve()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        watch(controller)
      },
      async pull(controller) {
        clearTimeout(timer)
        try {
          const { done, value } = await reader.read()
          if (done) {
            close()
            controller.close()
          } else {
            watch(controller)
            controller.enqueue(value)
          }
        } catch (error) {
          close()
          throw error
        }
      },
      async cancel(reason) {
        close()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, closed: closed.promise }

  function watch(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timer = setTimeout(() => {
      close()
      controller.error(new Error('The reader of a backup has stopped reading'))
      void reader.cancel()
    }, stallMs)
  }
}
