import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/** A formula in a text: between dollars, or between brackets with a backslash. */
export interface MathToken {
  type: 'math'
  raw: string
  text: string
  isBlock: boolean
}

/** Longer ones stay as text. */
const MAX_CHARACTERS = 8_000
/** A formula that may still be closed by further text. */
const OPEN_BLOCK = /^ {0,3}(?:\$\$|\\\[)/
const BLOCK =
  /^ {0,3}(?:\$\$((?:\\[^\n]|(?!\n[ \t]*\n)[^$\\])+?)\$\$|\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])+)\\\])[ \t]*(?:\n+|$)/
/** Of display size within a line. */
const DISPLAY = /^(?:\$\$((?:\\[^\n]|[^$\\\n])+?)\$\$|\\\[((?:(?!\\\])[\s\S]){1,8000})\\\])/
const BRACKETS = /^\\\(((?:(?!\\\))[\s\S]){1,8000})\\\)/
/** No space within the dollars, and no letter or digit after them: as pandoc has it. */
const DOLLARS = /^\$(?![\s$])((?:\\[^\n]|[^\\$\n])*?(?:\\[^\n]|[^\\$\s]))\$(?![\p{L}\p{N}$])/u
/** What a formula has and a price with words does not. */
const SIGNS = /[\\^_=+<>{}]/

/** How marked finds formulas. */
export const MATH_EXTENSIONS: readonly TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'block',
    start: (text) => /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(text)?.index,
    tokenizer: (text) => tokenOf(BLOCK.exec(text), true),
  },
  {
    name: 'math',
    level: 'inline',
    start: (text) => /\$|\\[([]/.exec(text)?.index,
    tokenizer: (text) =>
      tokenOf(DISPLAY.exec(text), true) ??
      tokenOf(BRACKETS.exec(text), false) ??
      inDollars(DOLLARS.exec(text)),
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

function inDollars(found: RegExpExecArray | null): MathToken | undefined {
  const text = found?.[1] ?? ''
  // "$5, or 10$ more" is about money.
  const isWords = /\s/.test(text) && !SIGNS.test(text)
  return isWords || /^[\d.,]+$/.test(text) ? undefined : tokenOf(found, false)
}

function tokenOf(found: RegExpExecArray | null, isBlock: boolean): MathToken | undefined {
  if (found === null) return undefined
  const [raw, first, second] = found
  const text = (first ?? second ?? '').trim()
  if (text === '' || text.length > MAX_CHARACTERS) return undefined
  return { type: 'math', raw, text, isBlock }
}
