// What whisper.cpp writes: its formats of a transcript, and how long a WAV file is. Shared by the
// doubles of its server and of its command.
import { readWavLayout, WavError } from '../../../src/media/audio/wav.ts'

/** A stretch of speech in seconds; the text starts with a space, as whisper writes it. */
export interface HeardSegment {
  start: number
  end: number
  text: string
}

/** What a double is to hear in a recording. */
export interface Heard {
  /** Subtag of the language. */
  language: string
  segments: readonly HeardSegment[]
}

/** The recording that a double was given. */
export interface Recording {
  seconds: number
  /** 16-bit samples of one channel. */
  samples: Int16Array
}

/** The samples of a WAV file of 16 kHz, mono, 16 bits; undefined for anything else. */
export function readWav(bytes: Uint8Array): Recording | undefined {
  try {
    const { encoding, bits, channels, sampleRate, dataStart, dataEnd } = readWavLayout(bytes)
    if (encoding !== 'integer' || bits !== 16 || channels !== 1 || sampleRate !== 16_000) return
    const samples = new Int16Array(bytes.slice(dataStart, dataEnd).buffer)
    return { seconds: samples.length / 16_000, samples }
  } catch (error) {
    if (!(error instanceof WavError)) throw error
  }
  return undefined
}

/** Tokens of a text: a long word has several, and the first of each word starts with a space. */
function tokensOf({ start, end, text }: HeardSegment) {
  const parts = text.match(/ ?[^ ]{1,4}/g) ?? []
  const each = (end - start) / Math.max(1, parts.length)
  return parts.map((part, index) => ({
    text: part,
    start: start + index * each,
    end: start + (index + 1) * each,
    id: 1000 + index,
  }))
}

/** Each segment on its own line, as the server joins them. */
export function plainOf({ segments }: Heard): string {
  return segments.map(({ text }) => `${text}\n`).join('')
}

export function srtOf({ segments }: Heard): string {
  return cuesOf(segments, ',')
    .map((cue, index) => `${index + 1}\n${cue}`)
    .join('')
}

export function vttOf({ segments }: Heard): string {
  return `WEBVTT\n\n${cuesOf(segments, '.').join('')}`
}

function cuesOf(segments: Heard['segments'], mark: ',' | '.'): string[] {
  return segments.map(
    ({ start, end, text }) => `${stamp(start, mark)} --> ${stamp(end, mark)}\n${text}\n\n`,
  )
}

/** `verbose_json` of the server: a full name of the language, tokens as words within segments. */
export function verboseOf(heard: Heard, { task, seconds }: { task: string; seconds: number }) {
  const language =
    new Intl.DisplayNames('en', { type: 'language' }).of(heard.language)?.toLowerCase() ?? ''
  return {
    task,
    language,
    duration: seconds,
    text: plainOf(heard),
    segments: heard.segments.map((segment, id) => ({
      id,
      text: segment.text,
      start: segment.start,
      end: segment.end,
      tokens: tokensOf(segment).map((token) => token.id),
      words: tokensOf(segment).map(({ text: word, start, end }) => ({
        ...{ word, start, end, t_dtw: -1, probability: 0.9 },
      })),
      ...{ temperature: 0, avg_logprob: -0.1, no_speech_prob: 0 },
    })),
    detected_language: language,
    detected_language_probability: 0.99,
    language_probabilities: { [heard.language]: 0.99 },
  }
}

/** The file of `whisper-cli -ojf`. */
export function cliJsonOf(heard: Heard, params: { model: string; translate: boolean }) {
  const times = (start: number, end: number) => ({
    timestamps: { from: stamp(start, ','), to: stamp(end, ',') },
    offsets: { from: Math.round(start * 1000), to: Math.round(end * 1000) },
  })
  return {
    systeminfo: 'CPU : SSE3 = 1 | ',
    model: { type: 'tiny', multilingual: true, vocab: 51_865, mels: 80, ftype: 1 },
    params: { ...params, language: heard.language },
    result: { language: heard.language },
    transcription: heard.segments.map((segment) => ({
      ...times(segment.start, segment.end),
      text: segment.text,
      tokens: [
        { text: '[_BEG_]', ...times(segment.start, segment.start), id: 50_364, p: 0.99, t_dtw: -1 },
        ...tokensOf(segment).map(({ text, start, end, id }) => ({
          ...{ text, ...times(start, end), id, p: 0.9, t_dtw: -1 },
        })),
      ],
    })),
  }
}

function stamp(seconds: number, mark: ',' | '.'): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(ms % 1000).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${rest}`
}
