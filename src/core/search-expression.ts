const MAX_WORDS = 20
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu
/** Thai is the first of them: most texts have none, which is seen much sooner so. */
const MAY_BE_UNSPACED = /[^\0-\u0dff]/

/**
 * Makes each character of an unspaced script a word, so that it is found inside of a sentence: what
 * {@link searchExpression} finds is indexed so.
 */
export function spaced(text: string): string {
  return MAY_BE_UNSPACED.test(text) ? text.replace(UNSPACED, ' $& ') : text
}

/**
 * An FTS5 expression that finds texts with all the words of a query, the last one also as the
 * beginning of a word. Words are quoted, so that no operator of FTS5 is in it.
 *
 * @returns undefined for a query without a word
 * @see https://www.sqlite.org/fts5.html, 3.1
 */
export function searchExpression(query: string): string | undefined {
  const words = wordsOf(query)
  if (words.length === 0) return undefined
  return `${words.map((word) => `"${spaced(word).trim()}"`).join(' AND ')}*`
}

/** Whether each word of a query begins a word of a short text, such as a title. */
export function hasWordsOf(text: string, query: string): boolean {
  const inText = ` ${tokens(text)}`
  return wordsOf(query).every((word) => inText.includes(` ${tokens(word)}`))
}

function wordsOf(query: string): string[] {
  return query.match(WORD)?.slice(0, MAX_WORDS) ?? []
}

/** The words of a text, as the index has them. */
function tokens(text: string): string {
  return spaced(fold(text)).match(WORD)?.join(' ') ?? ''
}

const EXCERPT_CHARACTERS = 160
const BEFORE_CHARACTERS = 40

/** Whether one of the words of a query is in a text, as the search compares. */
export function hasWordOf(text: string, query: string): boolean {
  const folded = fold(text)
  return (query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some((word) => folded.includes(fold(word)))
}

/** The part of a text around the first word of a query that is in it. */
export function excerptOf(text: string, query: string): string {
  const folded = fold(text)
  // Folding may change lengths, then positions are only near.
  const found = (query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map((word) => folded.indexOf(fold(word)))
    .filter((index) => index !== -1)
  const start = Math.max(0, (found.length === 0 ? 0 : Math.min(...found)) - BEFORE_CHARACTERS)
  // A character has at most two code units.
  const part = [...text.slice(start, start + 2 * EXCERPT_CHARACTERS)]
    .slice(0, EXCERPT_CHARACTERS)
    .join('')
  const clean = part
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const isCut = start + part.length < text.length
  return `${start > 0 ? '…' : ''}${clean}${isCut ? '…' : ''}`
}

/** Without case and accents, as the search compares. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
