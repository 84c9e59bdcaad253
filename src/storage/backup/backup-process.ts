import { constants, copyFileSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import {
  type BackupJob,
  type BackupMaker,
  MadeBackup,
  type MakeOptions,
  type OpenedBackup,
} from '../contract-backup.ts'
import { codeOf } from '../free-space.ts'
import { OpenFile } from '../open-file.ts'
import { FlushedWriter } from './flushed-writer.ts'

/** The program that copies, checks and packs; a path, as this room knows no database. */
const BACKUP_WORKER = join(import.meta.dir, '../../cli/backup-worker.ts')

/** A line of the process that makes a backup. */
export const WorkerLine = Type.Union([
  Type.Object({ state: Type.Literal('copied') }),
  Type.Object({ state: Type.Literal('made'), backup: MadeBackup }),
  Type.Object({
    state: Type.Literal('failed'),
    message: Type.String(),
    code: Type.Optional(Type.String()),
  }),
])
export type WorkerLine = Static<typeof WorkerLine>

/** Runs the copying, checking and packing in a child process. */
export class BackupProcess implements BackupMaker {
  readonly #worker: string

  /** @param worker Path of its program */
  constructor(worker = BACKUP_WORKER) {
    this.#worker = worker
  }

  async make(
    job: BackupJob,
    { signal, onCopied = () => {} }: MakeOptions = {},
  ): Promise<MadeBackup> {
    signal?.throwIfAborted()
    // It reads the stdin only to notice the end of this process.
    const child = Bun.spawn(this.#command(job, 'watched'), {
      ...this.#surroundings,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const kill = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', kill, { once: true })
    try {
      let rest = ''
      let last: WorkerLine | undefined
      const decoder = new TextDecoder()
      for await (const bytes of child.stdout) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          last = lineOf(line) ?? last
          if (last?.state === 'copied') onCopied()
        }
      }
      await child.exited
      signal?.throwIfAborted()
      return resultOf(last, endOf(child))
    } finally {
      signal?.removeEventListener('abort', kill)
      kill()
      await child.exited
      await rm(job.work, { recursive: true, force: true })
    }
  }

  /** The same while nothing else is to happen, as before the service listens. */
  makeSync(job: BackupJob): MadeBackup {
    try {
      const child = Bun.spawnSync(this.#command(job, 'alone'), {
        ...this.#surroundings,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const lines = child.stdout.toString().trim().split('\n')
      return resultOf(lineOf(lines.at(-1) ?? ''), endOf(child))
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

  get #surroundings() {
    return { env: { PATH: process.env['PATH'] ?? '' }, cwd: dirname(this.#worker) }
  }

  #command(job: BackupJob, mode: 'watched' | 'alone'): string[] {
    return [process.execPath, '--no-env-file', this.#worker, mode, JSON.stringify(job)]
  }
}

function endOf(child: { signalCode?: unknown; exitCode: number | null }): string {
  const signal = child.signalCode ?? undefined
  return signal === undefined ? `exit code ${child.exitCode}` : String(signal)
}

function lineOf(text: string): WorkerLine | undefined {
  const { value } = tryParseJson(text)
  return matches(WorkerLine, value) ? value : undefined
}

function resultOf(last: WorkerLine | undefined, end: string): MadeBackup {
  if (last?.state === 'made') return last.backup
  if (last?.state !== 'failed') throw new Error(`The process that copies ended early (${end})`)
  throw Object.assign(new Error(last.message), last.code === undefined ? {} : { code: last.code })
}

const PIECE_BYTES = 1024 * 1024

/**
 * Copies a file, as a clone where the file system can make one.
 *
 * @param to Must not exist; mode 0600
 */
export async function copyFile(from: string, to: string): Promise<void> {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL)
    return
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error
  }
  await using source = await open(from, 'r')
  await using target = await FlushedWriter.create(to)
  const buffer = new Uint8Array(PIECE_BYTES)
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, null)
    if (bytesRead === 0) break
    await target.write(buffer.subarray(0, bytesRead))
  }
  await target.flush()
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
