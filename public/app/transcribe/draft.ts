import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import type { Cue } from './cues.ts'

/** Writing thousands of segments with each letter would be slow. */
const KEEP_MS = 400

/** The edited segments of a transcript; they survive a reload. */
export class TranscriptDraft {
  readonly #name: string
  readonly #onFull: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: readonly Cue[] | undefined

  /**
   * @param id Of the transcript
   * @param onFull Called when the browser has no room to keep it
   */
  constructor(id: string, onFull: () => void) {
    this.#name = nameOf(id)
    this.#onFull = onFull
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
    const text = JSON.stringify(this.#waiting)
    this.#waiting = undefined
    keepDraft(this.#name, text)
    if (readDraft(this.#name) !== text) this.#onFull()
  }

  close(): void {
    this.flush()
    window.removeEventListener('pagehide', this.flush)
  }
}

/** Deletes what was edited of a transcript that is deleted. */
export function forgetTranscriptDraft(id: string): void {
  keepDraft(nameOf(id), '')
}

function nameOf(id: string): string {
  return `transcript:${id}`
}

function isCue(value: unknown): value is Cue {
  const { start, end, text } = Object(value)
  return typeof start === 'number' && typeof end === 'number' && typeof text === 'string'
}
