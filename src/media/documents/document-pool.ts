import {
  DOCUMENT_MS,
  type DocumentRequest,
  type Documents,
  type ExtractedDocument,
} from '../contract-documents.ts'
import { DocumentProcess } from './document-process.ts'

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
