import { EngineFailure } from '../contract/failure.ts'

/** So much of the beginning, said again, is no chance; less when less has been said. */
const START_CHARACTERS = 32
/** The tool waits for a second at least before it asks the model again. */
const PAUSE_MS = 400

/**
 * Notices an answer that starts over. After a broken connection the Gemini tool asks the model again
 * and writes the new answer behind the old one without a word; what shows is a pause, and after it
 * the first words once more. Text is held back only while it could be that: after a pause, and as
 * long as it repeats the beginning.
 */
export class RestartGuard {
  #beginning = ''
  #held = ''
  #lastAt = Number.NEGATIVE_INFINITY

  /**
   * @param at When the text was written, UTC milliseconds; NaN where the tool does not say
   * @returns What can be passed on
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

  /** The model is asked anew by intent, or has ended: what was held back is text after all. */
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
