import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Subprocess } from 'bun'
import { deadline } from '../../platform/deadline.ts'
import { AppError, type ReasonFacts } from '../../platform/errors.ts'
import {
  DOCUMENT_CPU_SECONDS,
  DOCUMENT_MEMORY_BYTES,
  DOCUMENT_MS,
  type DocumentRequest,
  type Documents,
  type ExtractedDocument,
} from '../contract-documents.ts'
import type { ChildMessage } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** A process is used again only while it has used less than this. */
const MAX_USED_CPU_SECONDS = DOCUMENT_CPU_SECONDS / 3
const MAX_USED_MEMORY_BYTES = 400 * 1024 * 1024
const MAX_DOCUMENTS = 50
/** What is kept of why it cannot start. */
const MAX_ERROR_CHARACTERS = 1_000

/** How a document was read: by a process that may read another one, or that must end. */
interface ReadEnd {
  result: ExtractedDocument | AppError
  isReusable: boolean
}

/** A child process that reads documents, with bounds on its memory and processor time. */
class DocumentProcess implements Disposable {
  readonly #child: Subprocess<'ignore', 'ignore', 'pipe'>
  #message = Promise.withResolvers<ChildMessage>()
  #isReady = false
  #documents = 0
  readonly #errors: Promise<string>

  constructor() {
    this.#child = Bun.spawn([...bounds(), process.execPath, CHILD], {
      // Nothing is inherited: no secret of the service is in a process that parses hostile files.
      env: {},
      cwd: tmpdir(),
      stdio: ['ignore', 'ignore', 'pipe'],
      serialization: 'advanced',
      ipc: (message: ChildMessage) => {
        if (message === 'ready') this.#isReady = true
        else this.#message.resolve(message)
      },
      onExit: () => this.#message.reject(new Error('The process that reads documents has ended')),
    })
    this.#child.unref()
    this.#errors = startOf(this.#child.stderr).catch(String)
    // It may end while nobody waits for it.
    this.#message.promise.catch(() => {})
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /**
   * Reads one document. After `isReusable: false`, dispose of this process.
   *
   * @throws {Error} where no document can be read
   * @throws The signal's reason
   */
  async read(request: DocumentRequest, signal: AbortSignal, limitMs: number): Promise<ReadEnd> {
    this.#documents += 1
    try {
      this.#child.send(request)
      const message = await deadline(this.#message.promise, limitMs, {
        signal,
        onTimeout: () => 'late' as const,
      })
      if (message === 'late') {
        return failed(request, `it takes longer than ${limitMs / 1000} seconds to read`, {
          code: 'slow',
        })
      }
      if (message === 'ready') throw new Error('The process that reads documents started twice')
      this.#message = Promise.withResolvers()
      this.#message.promise.catch(() => {})
      return this.#endOf(request, message)
    } catch (error) {
      signal.throwIfAborted()
      if (this.isAlive) throw error
      if (!this.#isReady && this.#child.exitCode !== null)
        throw new Error(`The process that reads documents cannot start: ${await this.#errors}`)
      return failed(request, 'reading it takes more memory or time than is allowed', {
        code: 'slow',
      })
    }
  }

  #endOf(
    request: DocumentRequest,
    { outcome, cpuSeconds, memoryBytes }: Exclude<ChildMessage, 'ready'>,
  ): ReadEnd {
    if ('failure' in outcome) throw new Error(`Cannot read a document: ${outcome.failure}`)
    if ('message' in outcome) {
      const { message, facts, isExpected } = outcome
      return { ...failed(request, message, facts), isReusable: isExpected }
    }
    const isReusable =
      this.#documents < MAX_DOCUMENTS &&
      cpuSeconds < MAX_USED_CPU_SECONDS &&
      memoryBytes < MAX_USED_MEMORY_BYTES
    return { result: outcome.document, isReusable }
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

function failed({ name }: DocumentRequest, message: string, facts: ReasonFacts): ReadEnd {
  return {
    result: new AppError('invalid', `Cannot attach ${JSON.stringify(name)}: ${message}`, {
      param: 'attachments',
      reason: message,
      reasonFacts: { ...facts, name },
    }),
    isReusable: false,
  }
}

/** Reads all of it, so that the writer never waits. */
async function startOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream)
    if (text.length < MAX_ERROR_CHARACTERS) text += decoder.decode(chunk, { stream: true })
  return text.slice(0, MAX_ERROR_CHARACTERS).trim()
}

/** Without prlimit, as on macOS, only the time is bounded. */
function bounds(): string[] {
  const prlimit = Bun.which('prlimit')
  if (prlimit === null) return []
  // Below about 2 GB of data, JavaScriptCore runs without its compilers.
  return [
    prlimit,
    `--data=${DOCUMENT_MEMORY_BYTES}`,
    `--cpu=${DOCUMENT_CPU_SECONDS}`,
    '--core=0',
    '--',
  ]
}

/** How long a process waits for another document. See Limits. */
const IDLE_PROCESS_MS = 60_000
/** Processes that wait for another document. */
const MAX_IDLE = 1

interface DocumentPoolOptions {
  /** Time limit of one document. */
  documentMs?: number
  idleMs?: number
}

/**
 * Reads documents in child processes, which are killed when they take too long. One that has read
 * its document well is kept for the next for a minute; any other is replaced. The caller bounds how many
 * documents are read at a time.
 */
export class DocumentPool implements Documents, Disposable {
  readonly #documentMs: number
  readonly #idleMs: number
  readonly #idle: { process: DocumentProcess; timer: Timer }[] = []
  readonly #busy = new Set<DocumentProcess>()
  #isClosed = false

  constructor({ documentMs = DOCUMENT_MS, idleMs = IDLE_PROCESS_MS }: DocumentPoolOptions = {}) {
    this.#documentMs = documentMs
    this.#idleMs = idleMs
  }

  /** Processes that are alive. */
  get size(): number {
    return this.#idle.length + this.#busy.size
  }

  async read(request: DocumentRequest, signal: AbortSignal): Promise<ExtractedDocument> {
    signal.throwIfAborted()
    const process = this.#take()
    this.#busy.add(process)
    let isReusable = false
    try {
      const end = await process.read(request, signal, this.#documentMs)
      isReusable = end.isReusable
      if (end.result instanceof Error) throw end.result
      return end.result
    } finally {
      this.#busy.delete(process)
      if (isReusable) this.#keep(process)
      else process[Symbol.dispose]()
    }
  }

  #take(): DocumentProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.process.isAlive) return kept.process
    }
    return new DocumentProcess()
  }

  #keep(process: DocumentProcess): void {
    if (this.#isClosed || this.#idle.length >= MAX_IDLE) {
      process[Symbol.dispose]()
      return
    }
    const timer = setTimeout(() => this.#drop(process), this.#idleMs)
    timer.unref()
    this.#idle.push({ process, timer })
  }

  #drop(process: DocumentProcess): void {
    const index = this.#idle.findIndex((kept) => kept.process === process)
    if (index !== -1) this.#idle.splice(index, 1)
    process[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      process[Symbol.dispose]()
    }
    for (const process of this.#busy) process[Symbol.dispose]()
  }
}
