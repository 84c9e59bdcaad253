/** Invisible, no part of any name of a file, and no letter: nothing that reads `@name` reads on behind it. */
const WORD_JOINER = '\u2060'

/**
 * Takes from a text its file references: the tool may read the file behind an `@name` into the prompt,
 * and how it lets a plain sign stand is not documented. What the model quotes gets its plain signs back
 * by {@link AtSignRestorer}.
 */
export function escapeAtSigns(text: string): string {
  return text.replaceAll('@', `@${WORD_JOINER}`)
}

/** Takes {@link withoutReferences} back in an answer that comes in pieces. */
export class AtSignRestorer {
  #afterSign = false

  restore(piece: string): string {
    if (piece === '') return piece
    const startsWithJoiner = this.#afterSign && piece.startsWith(WORD_JOINER)
    this.#afterSign = piece.endsWith('@')
    return (startsWithJoiner ? piece.slice(1) : piece).replaceAll(`@${WORD_JOINER}`, '@')
  }
}
