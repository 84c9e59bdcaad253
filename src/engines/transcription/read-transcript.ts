import { Type } from '@sinclair/typebox'
import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { EngineFailure } from '../contract/failure.ts'
import type {
  TranscribedSegment,
  TranscribedWord,
  Transcription,
} from '../contract/transcription.ts'

/** Whisper's languages by their codes, in its order. */
const WHISPER_CODES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'.split(
    ' ',
  )
const KNOWN: ReadonlySet<string> = new Set(WHISPER_CODES)

/** Subtags that whisper writes in another way. */
const TO_WHISPER: Readonly<Record<string, string>> = {
  jv: 'jw',
  nb: 'no',
  iw: 'he',
  in: 'id',
  fil: 'tl',
  cmn: 'zh',
  mo: 'ro',
  sh: 'hr',
}
const FROM_WHISPER: Readonly<Record<string, string>> = { jw: 'jv', iw: 'he' }

/** Names of whisper's that are not those of CLDR. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bengali: 'bn',
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  haitian: 'ht',
  letzeburgesch: 'lb',
  mandarin: 'zh',
  maori: 'mi',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  valencian: 'ca',
}
const SUBTAG = /^[a-z]{2,3}$/
let subtagsByName: ReadonlyMap<string, string> | undefined

/** Whisper's code of a primary language subtag; undefined where it does not know the language. */
function whisperLanguage(subtag: string): string | undefined {
  const code = TO_WHISPER[subtag] ?? subtag
  return KNOWN.has(code) ? code : undefined
}

/**
 * The primary language subtag of what a recogniser calls a language: `de`, `de-DE`, `German`.
 *
 * @returns undefined for anything else
 */
function subtagOf(language: unknown): string | undefined {
  if (typeof language !== 'string') return undefined
  const name = language.trim().toLowerCase()
  const named = OTHER_NAMES[name] ?? names().get(name)
  if (named !== undefined) return named
  const [primary = ''] = name.split(/[-_]/, 1)
  return SUBTAG.test(primary) ? (FROM_WHISPER[primary] ?? primary) : undefined
}

/** Made at the first use. */
function names(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'language' })
  subtagsByName ??= new Map(
    WHISPER_CODES.map((code) => FROM_WHISPER[code] ?? code).map((subtag) => [
      (display.of(subtag) ?? subtag).toLowerCase(),
      subtag,
    ]),
  )
  return subtagsByName
}

/**
 * Whisper's code of a primary language subtag.
 *
 * @throws {EngineFailure} `request` where it does not know the language
 */
export function requireLanguage(subtag: string): string {
  const code = whisperLanguage(subtag)
  if (code !== undefined) return code
  const text = `Whisper does not know the language ${JSON.stringify(subtag)}: leave it out to have it found`
  throw new EngineFailure('request', text, { retryableElsewhere: true, isPublic: true })
}

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
function tidyTranscript(raw: RawTranscript, seconds: number): Transcription {
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
function withWords(
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

/**
 * Longest transcript of one piece of a recording, as an engine gives it.
 * @limit engine-transcript MiB
 */
export const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024

const Nullable = <schema extends Parameters<typeof Type.Array>[0]>(schema: schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const Word = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })
const Segment = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  words: Nullable(Type.Array(Type.Unknown())),
})
/** OpenAI's `verbose_json`, and the file of openai-whisper. */
const Verbose = Type.Object({
  text: Nullable(Type.String()),
  language: Nullable(Type.String()),
  segments: Nullable(Type.Array(Type.Unknown())),
  words: Nullable(Type.Array(Type.Unknown())),
})

const Offsets = Type.Object({ from: Type.Number(), to: Type.Number() })
const CliToken = Type.Object({ text: Type.String(), offsets: Offsets })
/** The file of `whisper-cli -ojf`; times in milliseconds. */
const CliFile = Type.Object({
  result: Type.Object({ language: Type.String() }),
  transcription: Type.Array(
    Type.Object({
      offsets: Offsets,
      text: Type.String(),
      tokens: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
})
/** `[_BEG_]`, `[_TT_100]`, `<|endoftext|>`: marks, no words. */
const MARK = /^(?:\[_.*_?\]|<\|.*\|>)$/

/**
 * Reads a transcript of JSON: OpenAI's `verbose_json` and `json`, openai-whisper's file, whisper-cli's
 * file.
 *
 * @param seconds Duration of the recording
 * @throws {EngineFailure} `transient` when it is nothing of that kind
 */
export function readJsonTranscript(json: string, seconds: number): Transcription {
  const parsed = tryParseJson(json)
  const value = parsed.ok ? parsed.value : undefined
  if (matches(CliFile, value)) {
    const segments = value.transcription.map(({ offsets, text, tokens = [] }) => ({
      ...secondsOf(offsets),
      text,
      words: tokens
        .filter((token) => matches(CliToken, token))
        .filter((token) => !MARK.test(token.text))
        .map((token) => ({ word: token.text, ...secondsOf(token.offsets) })),
    }))
    return tidyTranscript({ language: subtagOf(value.result.language), segments }, seconds)
  }
  if (!matches(Verbose, value))
    throw new EngineFailure('transient', 'The engine sent a transcript of an unknown shape')
  const language = subtagOf(value.language)
  const segments = (value.segments ?? []).filter((segment) => matches(Segment, segment))
  const text = value.text ?? ''
  if (segments.length === 0 && (value.segments === undefined || text.trim() !== '')) {
    if (value.text === undefined)
      throw new EngineFailure('transient', 'The engine sent a transcript of an unknown shape')
    return timelessTranscript(text, { language, seconds })
  }
  const timed = segments.map(
    ({ start, end, text, words }): TranscribedSegment => ({
      start,
      end,
      text,
      words: wordsOf(words),
    }),
  )
  const beside = wordsOf(value.words)
  const whole = beside.length > 0 ? withWords(timed, beside) : timed
  return tidyTranscript({ language, segments: whole }, seconds)
}

/**
 * Reads a transcript of SRT or WebVTT.
 *
 * @param language As it was asked for: the format does not say it
 */
export function readCueTranscript(
  text: string,
  { language, seconds }: { language: string | undefined; seconds: number },
): Transcription {
  const segments = readSubtitles(text).map((cue) => ({
    start: cue.startMs / 1000,
    end: cue.endMs / 1000,
    text: cue.text.replaceAll('\n', ' '),
  }))
  return tidyTranscript({ language, segments }, seconds)
}

function wordsOf(value: readonly unknown[] | null | undefined): TranscribedWord[] {
  return (value ?? [])
    .filter((word) => matches(Word, word))
    .map(({ word, start, end }) => ({ word, start, end }))
}

function secondsOf({ from, to }: { from: number; to: number }) {
  return { start: from / 1000, end: to / 1000 }
}
