import {
  getDefaults,
  Lexer,
  Marked,
  type Token,
  Tokenizer,
  type Tokens,
  type TokensList,
} from 'marked'
import { MATH_EXTENSIONS } from './math-tokens.ts'

/** Quotes, lists and marks within each other; what is deeper stays as text. */
const MAX_DEPTH = 24
/** Of a paragraph; the words of a longer one are shown without marks. */
const MAX_INLINE_CHARACTERS = 20_000
/** Lengths of runs of backticks in a paragraph: for each, marked looks for another one to the end. */
const MAX_BACKTICK_RUNS = 8
/** Of a list; a longer one is read as several, as marked reads the rest anew for each line. */
const MAX_LIST_CHARACTERS = 10_000
/** Of a heading with its line. */
const MAX_HEADING_CHARACTERS = 1_000
const LIST_ITEM = /\n(?=(?:[*+-]|\d{1,9}[.)]) )/g
const MARKDOWN = new Marked({ extensions: [...MATH_EXTENSIONS] })

/** The tokens of a text, in a time that grows no faster than the text, whoever has written it. */
export function readMarkdown(text: string): TokensList {
  return new BoundedLexer({ ...MARKDOWN.defaults, tokenizer: new BoundedTokenizer() }).lex(text)
}

/** As {@link readMarkdown}, with formulas as the text that they are written in. */
export function readWords(text: string): TokensList {
  return new BoundedLexer({ ...getDefaults(), tokenizer: new BoundedTokenizer() }).lex(text)
}

class BoundedTokenizer extends Tokenizer {
  override list(source: string): Tokens.List | undefined {
    if (source.length <= MAX_LIST_CHARACTERS) return super.list(source)
    const part = source.slice(0, MAX_LIST_CHARACTERS)
    const end = [...part.matchAll(LIST_ITEM)].at(-1)?.index ?? part.lastIndexOf('\n')
    return super.list(end > 0 ? part.slice(0, end + 1) : source)
  }

  /** A heading over a line: marked looks for the line from each line of a list's item. */
  override lheading(source: string): Tokens.Heading | undefined {
    const end = source.lastIndexOf('\n', MAX_HEADING_CHARACTERS)
    return super.lheading(
      source.length > MAX_HEADING_CHARACTERS ? source.slice(0, end + 1) : source,
    )
  }
}

class BoundedLexer extends Lexer {
  #depth = 0

  override blockTokens<list extends Token[]>(
    source: string,
    // marked gives its own list, with links, at the top.
    tokens: list = [] as Token[] as list,
    lastParagraphClipped = false,
  ): list {
    return this.#within(source, tokens, () => {
      super.blockTokens(source, tokens, lastParagraphClipped)
    })
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length > MAX_INLINE_CHARACTERS || hasManyBackticks(source))
      return asText(source, tokens)
    return this.#within(source, tokens, () => {
      super.inlineTokens(source, tokens)
    })
  }

  #within<list extends Token[]>(source: string, tokens: list, read: () => void): list {
    if (this.#depth >= MAX_DEPTH) return asText(source, tokens)
    this.#depth += 1
    try {
      read()
    } finally {
      this.#depth -= 1
    }
    return tokens
  }
}

function asText<list extends Token[]>(source: string, tokens: list): list {
  tokens.push({ type: 'text', raw: source, text: source, escaped: false })
  return tokens
}

function hasManyBackticks(source: string): boolean {
  const lengths = new Set<number>()
  for (const [run] of source.matchAll(/`+/g)) lengths.add(run.length)
  return lengths.size > MAX_BACKTICK_RUNS
}
