/** Invisible and in no file name, so that a reader of `@name` stops at it. */
const WORD_JOINER = '\u2060'

/**
 * Makes file references in a text ineffective: the tool may read the file of an `@name` into the
 * prompt, and how to escape the sign is not documented. {@link AtSignRestorer} restores the signs
 * that the model quotes.
 */
export function escapeAtSigns(text: string): string {
  return text.replaceAll('@', `@${WORD_JOINER}`)
}

/** Reverts {@link escapeAtSigns} in an answer that arrives in pieces. */
export class AtSignRestorer {
  #afterSign = false

  restore(piece: string): string {
    if (piece === '') return piece
    const startsWithJoiner = this.#afterSign && piece.startsWith(WORD_JOINER)
    this.#afterSign = piece.endsWith('@')
    return (startsWithJoiner ? piece.slice(1) : piece).replaceAll(`@${WORD_JOINER}`, '@')
  }
}
