/** Tags in which models of templates without a field for it write what they think. */
const TAGS = ['think', 'thinking', 'thought', 'reasoning']
const OPENINGS = TAGS.map((tag) => `<${tag}>`)

/** A part of an answer: what was thought, and the text itself. */
export interface SplitText {
  thoughts: string
  text: string
}

/**
 * Splits an answer that begins with `<think>` or the like while it arrives, wherever its pieces are
 * cut. One without the closing tag is all thought; a tag further on is text.
 */
export class ThoughtSplitter {
  /** Empty before it is known, and for an answer without a tag. */
  #closing = ''
  #state: 'start' | 'thoughts' | 'after' | 'text' = 'start'
  /** What may be the start of a tag, or white space that is left out before one. */
  #held = ''

  add(piece: string): SplitText {
    let rest = this.#held + piece
    let thoughts = ''
    this.#held = ''
    if (this.#state === 'start') {
      const start = rest.trimStart()
      const opening = OPENINGS.find((one) => start.toLowerCase().startsWith(one))
      if (opening !== undefined) {
        this.#state = 'thoughts'
        this.#closing = `</${opening.slice(1)}`
        rest = start.slice(opening.length)
      } else if (OPENINGS.some((one) => one.startsWith(start.toLowerCase()))) {
        this.#held = rest
        return { thoughts, text: '' }
      } else this.#state = 'text'
    }
    if (this.#state === 'thoughts') {
      const end = rest.toLowerCase().indexOf(this.#closing)
      if (end === -1) {
        const held = heldLength(rest.toLowerCase(), this.#closing)
        this.#held = rest.slice(rest.length - held)
        return { thoughts: rest.slice(0, rest.length - held), text: '' }
      }
      thoughts = rest.slice(0, end)
      rest = rest.slice(end + this.#closing.length)
      this.#state = 'after'
    }
    if (this.#state === 'after') {
      rest = rest.trimStart()
      if (rest !== '') this.#state = 'text'
    }
    return { thoughts, text: rest }
  }

  /** What is held back, once nothing more comes. */
  end(): SplitText {
    const held = this.#held
    this.#held = ''
    return this.#state === 'thoughts' ? { thoughts: held, text: '' } : { thoughts: '', text: held }
  }
}

/** How many characters at the end of a text may be the start of a tag. */
function heldLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(-length))) return length
  return 0
}
