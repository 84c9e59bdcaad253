import type { Transcription } from '../../engines/contract/transcription.ts'
import type { AudioPiece } from '../../media/contract-audio.ts'
import { separatorOf } from '../../platform/separator-of.ts'
import type { HeardPart, Plan, Transcript, TranscriptSegment } from './transcript.ts'

/** Of the text before a part, which a recogniser gets so that names and sentences go on. */
const TAIL_CHARACTERS = 200

/** What a recogniser has heard in a part, with times from the start of the recording. */
export function shifted(
  { segments }: Pick<Transcription, 'segments'>,
  { start, end }: AudioPiece,
): TranscriptSegment[] {
  const found: TranscriptSegment[] = []
  // Recognisers give times behind the end of the sound, and now and then one before the last.
  let at = start
  const time = (seconds: number) => {
    const absolute = Number.isFinite(seconds) ? start + seconds : at
    return rounded(Math.min(Math.max(absolute, at), end))
  }
  for (const segment of segments) {
    const text = segment.text.trim()
    if (text === '') continue
    const from = time(segment.start)
    at = from
    const words = segment.words?.map(({ word, ...times }) => {
      const begin = time(times.start)
      at = begin
      const until = time(times.end)
      at = until
      return { word: word.trim(), start: begin, end: until }
    })
    at = Math.max(at, time(segment.end))
    found.push({ start: from, end: at, text, ...(words === undefined ? {} : { words }) })
  }
  return found
}

/** The transcript of a recording whose parts were all heard. */
export function joined(
  { seconds, isCut }: Plan,
  heard: readonly HeardPart[],
  otherwise: Pick<Transcript, 'engine' | 'model'>,
): Transcript {
  const segments = heard.flatMap((part) => part.segments)
  const { engine, model } = heard.at(-1) ?? otherwise
  return {
    text: joinedText(segments),
    language: languageOf(heard),
    ...{ seconds, engine, model, segments },
    ...(isCut === undefined ? {} : { isCut }),
  }
}

/** The language of the first part in which something was spoken; null while there is none. */
export function languageOf(heard: readonly HeardPart[]): string | null {
  return heard.find(({ segments }) => segments.length > 0)?.language ?? null
}

/** The texts of segments as one. */
export function joinedText(segments: readonly Pick<TranscriptSegment, 'text'>[]): string {
  // Not by looking at the end of the whole each time, for which the engine copies it.
  const parts: string[] = []
  let last = ''
  for (const { text } of segments) {
    if (text === '') continue
    parts.push(separatorOf(last, text), text)
    last = text
  }
  return parts.join('')
}

/** The end of what was heard so far, from the start of a word; undefined for nothing. */
export function tailOf(heard: readonly HeardPart[]): string | undefined {
  const text = joinedText(heard.at(-1)?.segments.slice(-10) ?? [])
  if (text === '') return undefined
  const tail = text.slice(-TAIL_CHARACTERS).toWellFormed()
  return tail.length === text.length ? tail : tail.replace(/^\S*\s+/, '')
}

/** To the millisecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
