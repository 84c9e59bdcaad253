const MAX_WORDS = 20

/**
 * An FTS5 expression that finds texts with all the words of a query, the last one also as the
 * beginning of a word. Words are quoted, so that no operator of FTS5 is in it.
 *
 * @param phraseOf How a word is written in the index; by default as it is
 * @returns undefined for a query without a word
 * @see https://www.sqlite.org/fts5.html, 3.1
 */
export function searchExpression(
  query: string,
  phraseOf: (word: string) => string = (word) => word,
): string | undefined {
  const words = query.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu)?.slice(0, MAX_WORDS) ?? []
  if (words.length === 0) return undefined
  return `${words.map((word) => `"${phraseOf(word)}"`).join(' AND ')}*`
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
