import type {
  TranscribedSegment,
  TranscribedWord,
  Transcription,
} from '../contract/transcription.ts'

/** What whisper says of silence. */
const SILENCE = /^\[\s?(?:BLANK_AUDIO|silence)\s?\]$/i
/** LocalAI gives nanoseconds: no recording is this many times longer than it is. */
const NANOSECONDS_FROM = 1_000
const NANOSECONDS = 1e9

interface RawTranscript {
  language: string | undefined
  segments: readonly TranscribedSegment[]
}

/**
 * Brings what a recogniser has heard into the form of the contract: trimmed, without segments that
 * are empty or say that nothing was heard, in order, and within the recording, behind whose end
 * whisper's last segment may end.
 *
 * @param seconds Duration of the recording
 */
export function tidyTranscript(raw: RawTranscript, seconds: number): Transcription {
  const latest = raw.segments.reduce((most, { end }) => Math.max(most, end), 0)
  const scale = latest > (seconds + 1) * NANOSECONDS_FROM ? 1 / NANOSECONDS : 1
  const timeOf = (time: number) => Math.min(Math.max(round(time * scale), 0), round(seconds))
  const segments = raw.segments
    .map(({ start, end, text, words = [] }): TranscribedSegment => {
      const within = wholeWords(words).map((word) => ({ ...word, ...timesOf(word, timeOf) }))
      const times = timesOf({ start, end }, timeOf)
      return { ...times, text: text.trim(), ...(within.length > 0 ? { words: within } : {}) }
    })
    .filter(({ text }) => text !== '' && !SILENCE.test(text))
    .toSorted((a, b) => a.start - b.start)
  return { language: raw.language, segments, hasTimes: true }
}

/** A transcript of an engine that gives text only. */
export function timelessTranscript(
  text: string,
  { language, seconds }: { language: string | undefined; seconds: number },
): Transcription {
  const spoken = text.replace(/\s+/g, ' ').trim()
  const isSilence = spoken === '' || SILENCE.test(spoken)
  const segments = isSilence ? [] : [{ start: 0, end: round(seconds), text: spoken }]
  return { language, segments, hasTimes: false }
}

/**
 * Puts words that a server lists beside its segments into them.
 *
 * @param words In order
 */
export function withWords(
  segments: readonly TranscribedSegment[],
  words: readonly TranscribedWord[],
): TranscribedSegment[] {
  let at = 0
  return segments.map((segment, index) => {
    const next = segments[index + 1]
    const from = at
    // A word belongs to the segment in which its middle is; the last one has what is left.
    while (at < words.length && (next === undefined || middleOf(words[at]) < next.start)) at += 1
    return from === at ? segment : { ...segment, words: words.slice(from, at) }
  })
}

function middleOf(word: TranscribedWord | undefined): number {
  return word === undefined ? 0 : (word.start + word.end) / 2
}

function timesOf({ start, end }: { start: number; end: number }, timeOf: (time: number) => number) {
  const from = timeOf(start)
  return { start: from, end: Math.max(from, timeOf(end)) }
}

/** To milliseconds: servers compute with 32-bit floats. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** Scripts without spaces between words: there a token is a word. */
const NO_SPACES =
  /^\p{Script=Han}|^\p{Script=Hiragana}|^\p{Script=Katakana}|^\p{Script=Thai}|^\p{Script=Lao}|^\p{Script=Khmer}|^\p{Script=Myanmar}/u

/**
 * Words of what a recogniser lists as words. whisper.cpp lists its tokens, which are parts of words:
 * the first of each word starts with a space. Others list whole words, with or without one.
 */
function wholeWords(parts: readonly TranscribedWord[]): TranscribedWord[] {
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
