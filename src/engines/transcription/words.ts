import type { TranscribedWord } from '../contract/transcription.ts'

/** Scripts without spaces between words: there a token is a word. */
const NO_SPACES =
  /^\p{Script=Han}|^\p{Script=Hiragana}|^\p{Script=Katakana}|^\p{Script=Thai}|^\p{Script=Lao}|^\p{Script=Khmer}|^\p{Script=Myanmar}/u

/**
 * Words of what a recogniser lists as words. whisper.cpp lists its tokens, which are parts of words:
 * the first of each word starts with a space. Others list whole words, with or without one.
 */
export function wholeWords(parts: readonly TranscribedWord[]): TranscribedWord[] {
  const isSpaced = parts.some(({ word }, index) => index > 0 && /^\s/.test(word))
  const words: TranscribedWord[] = []
  for (const part of parts) {
    const last = words.at(-1)
    if (last !== undefined && isSpaced && !/^\s/.test(part.word) && !NO_SPACES.test(part.word)) {
      last.word += part.word
      last.end = Math.max(last.end, part.end)
    } else words.push({ ...part })
  }
  return words
    .map((word) => ({ ...word, word: word.word.trim() }))
    .filter(({ word }) => word !== '')
}
