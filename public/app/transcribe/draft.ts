import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import type { Cue } from './cues.ts'

/** Writing thousands of segments with each letter would be slow. */
const KEEP_MS = 400

/** The edited segments of a transcript; they survive a reload. */
export class TranscriptDraft {
  readonly #name: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: readonly Cue[] | undefined

  /** @param id Of the transcript */
  constructor(id: string) {
    this.#name = `transcript:${id}`
    window.addEventListener('pagehide', this.flush)
  }

  /** @returns undefined where nothing was edited */
  read(): Cue[] | undefined {
    try {
      const value: unknown = JSON.parse(readDraft(this.#name) || 'null')
      return Array.isArray(value) && value.every(isCue) ? value : undefined
    } catch {
      return undefined
    }
  }

  keep(cues: readonly Cue[]): void {
    this.#waiting = cues
    this.#timer ??= setTimeout(this.flush, KEEP_MS)
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = undefined
    keepDraft(this.#name, '')
  }

  readonly flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting === undefined) return
    keepDraft(this.#name, JSON.stringify(this.#waiting))
    this.#waiting = undefined
  }

  close(): void {
    this.flush()
    window.removeEventListener('pagehide', this.flush)
  }
}

function isCue(value: unknown): value is Cue {
  const { start, end, text } = Object(value)
  return typeof start === 'number' && typeof end === 'number' && typeof text === 'string'
}
