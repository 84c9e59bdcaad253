import { Lexer, Marked, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'
import { MATH_EXTENSIONS } from './math-tokens.ts'

/** Quotes, lists and marks within each other; what is deeper stays as text. */
const MAX_DEPTH = 24
/** Of a paragraph; the words of a longer one are shown without marks. */
const MAX_INLINE_CHARACTERS = 20_000
/** Lengths of runs of backticks in a paragraph: for each, marked looks for another one to the end. */
const MAX_BACKTICK_RUNS = 8
/** Of a heading over a line of `=` or `-`: marked looks for that line from each line of a list. */
const MAX_HEADING_CHARACTERS = 1_000
/** That line: found much sooner than what marked looks for. */
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/

class BoundedTokenizer extends Tokenizer {
  override lheading(source: string): Tokens.Heading | undefined {
    const start = source.slice(0, MAX_HEADING_CHARACTERS)
    return UNDERLINE.test(start) ? super.lheading(start) : undefined
  }
}

const MARKDOWN = new Marked({ extensions: [...MATH_EXTENSIONS] })

/**
 * The tokens of a text, whoever has written it.
 *
 * @param options By default with formulas; `{}` leaves them as the text that they are written in
 */
export function readMarkdown(text: string, { extensions = null } = MARKDOWN.defaults): TokensList {
  const tokenizer = new BoundedTokenizer()
  return new BoundedLexer({ ...MARKDOWN.defaults, extensions, tokenizer }).lex(text)
}

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens<list extends Token[]>(
    source: string,
    // marked gives its own list, with links, at the top.
    tokens: list = [] as Token[] as list,
    lastParagraphClipped = false,
  ): list {
    return this.#read(source, tokens, true, () =>
      super.blockTokens(source, tokens, lastParagraphClipped),
    )
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    // As many texts as lengths.
    const runs = new Set(source.match(/`+/g))
    const isBounded = source.length <= MAX_INLINE_CHARACTERS && runs.size <= MAX_BACKTICK_RUNS
    return this.#read(source, tokens, isBounded, () => super.inlineTokens(source, tokens))
  }

  #read<list extends Token[]>(
    source: string,
    tokens: list,
    isBounded: boolean,
    read: () => unknown,
  ): list {
    if (isBounded && this.#depth < MAX_DEPTH) {
      this.#depth += 1
      read()
      this.#depth -= 1
    } else tokens.push({ type: 'text', raw: source, text: source })
    return tokens
  }
}
