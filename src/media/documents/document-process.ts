import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Subprocess } from 'bun'
import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import {
  DOCUMENT_CPU_SECONDS,
  DOCUMENT_MEMORY_BYTES,
  type DocumentFault,
  type DocumentRequest,
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
export interface ReadEnd {
  result: ExtractedDocument | AppError
  isReusable: boolean
}

/** A child process that reads documents, with bounds on its memory and processor time. */
export class DocumentProcess implements Disposable {
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
        return failed(request, `it takes longer than ${limitMs / 1000} seconds to read`)
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
      return failed(request, 'reading it takes more memory or time than is allowed')
    }
  }

  #endOf(
    request: DocumentRequest,
    { outcome, cpuSeconds, memoryBytes }: Exclude<ChildMessage, 'ready'>,
  ): ReadEnd {
    if ('failure' in outcome) throw new Error(`Cannot read a document: ${outcome.failure}`)
    if ('refusal' in outcome) {
      const { refusal, fault, isExpected } = outcome
      return { ...failed(request, refusal, fault), isReusable: isExpected }
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

function failed({ name }: DocumentRequest, reason: string, fault?: DocumentFault): ReadEnd {
  return {
    result: new AppError('invalid', `Cannot attach ${JSON.stringify(name)}: ${reason}`, {
      param: 'attachments',
      reason,
      fault: fault && { code: fault },
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
