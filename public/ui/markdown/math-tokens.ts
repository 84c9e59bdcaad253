import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/** A formula in a text: between dollars, or between brackets with a backslash. */
export interface MathToken {
  type: 'math'
  raw: string
  text: string
  isBlock: boolean
}

/** Longer ones stay as text; so much of a text is searched for the next one. */
const MAX_CHARACTERS = 8_000
/** A formula that may still be closed by further text. */
const OPEN_BLOCK = /^ {0,3}(?=(\$\$|\\\[))/
const OPENER = /^(?:\$\$?|\\[[(])/
/** Nothing but blanks to the end of the line. */
const LINE_END = /^[ \t]*(?:\n+|$)/
const BLANK_LINE = /\n[ \t]*\n/
/** What may be a block with a formula, and the end of a paragraph. */
const NEXT_BLOCKS = /(?:^|\n) {0,3}(?:(?=(\$\$|\\\[))|\n)/g
/** The next formula, or what ends a plain text in any case. */
const NEXT_INLINE = /\$|[\\<!`*~[]/
/** What may close a formula. What is escaped is one sign. */
const SIGNS_OF_END = /\\[\s\S]|\$/g
const LETTER_OR_DIGIT = /^[\p{L}\p{N}$]/u
/** What a formula has and a price with words does not. */
const SIGNS = /[\\^_=+<>{}]/

/** How marked finds formulas. */
export const MATH_EXTENSIONS: readonly TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'block',
    start: nextBlock,
    tokenizer: blockOf,
  },
  {
    name: 'math',
    level: 'inline',
    // The end of what was searched is none, but it costs nothing to look there.
    start: (text) => NEXT_INLINE.exec(text.slice(0, MAX_CHARACTERS))?.index ?? MAX_CHARACTERS,
    tokenizer: (text) => {
      const [opener = ''] = OPENER.exec(text) ?? []
      const content = contentOf(text, opener)
      if (
        content === undefined ||
        (opener[0] === '$' && content.includes('\n')) ||
        (opener === '$' && !isInDollars(content, text.slice(content.length + 2)))
      )
        return undefined
      const raw = text.slice(0, content.length + 2 * opener.length)
      return tokenOf(raw, content, opener === '$$' || opener === '\\[')
    },
  },
]

export function isMath(token: { type: string }): token is MathToken {
  return token.type === 'math'
}

/** Whether a token may be the start of a formula that is not closed yet. */
export function mayOpenMath({ type, raw }: Pick<Tokens.Generic, 'type' | 'raw'>): boolean {
  return type === 'paragraph' && OPEN_BLOCK.test(raw)
}

/** How much text after the start of an open formula may still belong to it. */
export const OPEN_MATH_CHARACTERS = MAX_CHARACTERS

/** A formula of its own lines, with nothing beside it. */
function blockOf(text: string): MathToken | undefined {
  const found = OPEN_BLOCK.exec(text)
  if (found === null) return undefined
  const [indent, opener = ''] = found
  const content = contentOf(text.slice(indent.length), opener)
  if (content === undefined || BLANK_LINE.test(content)) return undefined
  const raw = text.slice(0, indent.length + content.length + 2 * opener.length)
  const end = LINE_END.exec(text.slice(raw.length))
  return end === null ? undefined : tokenOf(raw + end[0], content, true)
}

/**
 * Where the next one in a paragraph begins. Only true ones count: marked reads what follows as a
 * paragraph anew.
 */
function nextBlock(text: string): number | undefined {
  for (const { 0: start, 1: opener, index } of text.slice(0, MAX_CHARACTERS).matchAll(NEXT_BLOCKS))
    if (opener === undefined || blockOf(text.slice(index + start.length)))
      return opener ? index : undefined
  return undefined
}

/** No space within the dollars, and no letter or digit after them: as pandoc has it. */
function isInDollars(content: string, after: string): boolean {
  if (content !== content.trim() || LETTER_OR_DIGIT.test(after)) return false
  // "$5, or 10$ more" is about money.
  const isWords = /\s/.test(content) && !SIGNS.test(content)
  return !isWords && !/^[\d.,]+$/.test(content)
}

/**
 * What is between the opener at the start of a text and its closer. Undefined where another opener
 * comes first: so many that are not closed cost no more than the text is long.
 */
function contentOf(text: string, opener: string): string | undefined {
  if (opener === '') return undefined
  const closer = opener.replace('[', ']').replace('(', ')')
  const rest = text.slice(opener.length, opener.length + MAX_CHARACTERS + closer.length)
  for (const { 0: sign, index } of rest.matchAll(SIGNS_OF_END)) {
    if (sign === '$' ? opener[0] === '$' : sign === closer || sign === opener)
      return rest.startsWith(closer, index) ? rest.slice(0, index) : undefined
  }
  return undefined
}

function tokenOf(raw: string, content: string, isBlock: boolean): MathToken | undefined {
  const text = content.trim()
  if (text === '' || content.length > MAX_CHARACTERS) return undefined
  return { type: 'math', raw, text, isBlock }
}
