import type { TranslationItem } from './translation-items.ts'

/** Lines of one request: more are miscounted by small models. See Limits. */
export const MAX_PIECE_LINES = 30
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]{0,3}$/

/** The end of the piece that begins with an item: after a sentence, where one ends late enough. */
export function nextPiece(
  items: readonly TranslationItem[],
  from: number,
  maxCharacters: number,
): number {
  let characters = 0
  let to = from
  let sentence = from
  while (to < items.length && to - from < MAX_PIECE_LINES) {
    const text = items[to]?.text ?? ''
    characters += text.length
    if (to > from && characters > maxCharacters) break
    to += 1
    if (SENTENCE_END.test(text)) sentence = to
  }
  if (to === items.length) return to
  return sentence - from >= (to - from) / 2 ? sentence : to
}
