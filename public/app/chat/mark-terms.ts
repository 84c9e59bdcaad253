/**
 * A text in pieces, in which the words of a search start their own.
 *
 * @returns All of the text, in its order
 */
export function markTerms(text: string, query: string): { text: string; isFound: boolean }[] {
  const terms = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (terms.length === 0) return [{ text, isFound: false }]
  // Letters, marks and digits need no escape.
  const pattern = new RegExp(`(${terms.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
