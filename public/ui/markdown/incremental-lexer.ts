import type { Token } from 'marked'
import { readMarkdown } from './bounded-lexer.ts'
import { mayOpenMath, OPEN_MATH_CHARACTERS } from './math-tokens.ts'

/** Tokens at the end that further text may still change: a list or a table goes on after them. */
export const OPEN_TOKENS = 2
/** A definition changes links before it, so that its text is read as a whole. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m

/**
 * Reads the tokens of a text that grows. What is before the last tokens stays as it was read: so the
 * cost of more text does not grow with the text.
 */
export class IncrementalLexer {
  /** The text whose tokens do not change any more. */
  #done = ''
  #tokens: Token[] = []
  #last: readonly Token[] = []

  /**
   * @param isGrowing Whether more text follows
   * @returns A token whose text is as before is the same object
   */
  read(text: string, isGrowing: boolean): readonly Token[] {
    const unread = text.startsWith(this.#done) ? text.slice(this.#done.length) : text
    const changesLinks = DEFINITION.test(unread)
    this.#last = this.#read(text, isGrowing).map((token, index) => {
      const before = this.#last[index]
      const isSame = before?.type === token.type && before.raw === token.raw
      return isSame && !changesLinks ? before : token
    })
    return this.#last
  }

  #read(text: string, isGrowing: boolean): readonly Token[] {
    if (
      (!isGrowing && this.#done === '') ||
      !text.startsWith(this.#done) ||
      DEFINITION.test(text.slice(this.#done.length))
    )
      return this.#readWhole(text, isGrowing)
    const open = readMarkdown(text.slice(this.#done.length))
    const settled = settledOf(open)
    if (settled.length === 0) return [...this.#tokens, ...open]
    this.#done += settled.map(({ raw }) => raw).join('')
    this.#tokens = [...this.#tokens, ...settled]
    return [...this.#tokens, ...open.slice(settled.length)]
  }

  #readWhole(text: string, isGrowing: boolean): readonly Token[] {
    const tokens = readMarkdown(text)
    const settled = isGrowing ? settledOf(tokens) : []
    const done = settled.map(({ raw }) => raw).join('')
    // The lexer changes tabs and line ends, so that positions may differ.
    if (text.startsWith(done)) {
      this.#done = done
      this.#tokens = settled
    } else {
      this.#done = ''
      this.#tokens = []
    }
    return tokens
  }
}

/** The tokens that further text does not change: not the last ones, nor those of an open formula. */
function settledOf(tokens: readonly Token[]): Token[] {
  const settled = tokens.slice(0, Math.max(0, tokens.length - OPEN_TOKENS))
  const open = settled.findIndex(mayOpenMath)
  if (open === -1) return settled
  const characters = tokens.slice(open).reduce((sum, { raw }) => sum + raw.length, 0)
  return characters > OPEN_MATH_CHARACTERS ? settled : settled.slice(0, open)
}
