import { EngineFailure } from '../contract/failure.ts'

/** A repetition of this many characters means a restart; fewer when less text has been sent. */
const START_CHARACTERS = 32
/** A pause that may mean a restart: the tool waits for at least a second before it asks again. */
const PAUSE_MS = 400

/**
 * Detects an answer that starts over. After a broken connection the Gemini tool asks the model
 * again and appends the new answer without a mark. The only signs are a pause and the repeated
 * beginning. Text is held back only after a pause, while it repeats the beginning.
 */
export class RestartGuard {
  #beginning = ''
  #held = ''
  #lastAt = Number.NEGATIVE_INFINITY

  /**
   * @param at When the text was written, UTC milliseconds; NaN when unknown
   * @returns The text to pass on
   * @throws {EngineFailure} `transient` when the answer has started over
   */
  pass(text: string, at: number): string {
    const paused = !(at - this.#lastAt < PAUSE_MS)
    this.#lastAt = at
    if (this.#beginning.trim() === '' || (this.#held === '' && !paused)) return this.#release(text)
    const candidate = this.#held + text
    const common = Math.min(this.#beginning.length, candidate.length)
    if (candidate.slice(0, common) !== this.#beginning.slice(0, common)) {
      this.#held = ''
      return this.#release(candidate)
    }
    if (common === this.#beginning.length)
      throw new EngineFailure(
        'transient',
        'The tool lost the connection and began its answer again',
      )
    this.#held = candidate
    return ''
  }

  /** Returns the text that was held back: the model was asked again on purpose, or has ended. */
  release(): string {
    const text = this.#held
    this.#held = ''
    this.#beginning = ''
    return text
  }

  #release(text: string): string {
    if (this.#beginning.length < START_CHARACTERS)
      this.#beginning = (this.#beginning + text).slice(0, START_CHARACTERS)
    return text
  }
}
