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
import { subtagOf } from './languages.ts'
import { tidyTranscript, timelessTranscript, withWords } from './tidy-transcript.ts'

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
