import { subtitlesOfSegments } from '../../core/subtitles/subtitle-thread.ts'
import type { Transcript } from '../../core/transcripts/transcript.ts'
import type { AudioFields } from './openai-schema.ts'

type Asked = Pick<AudioFields, 'response_format' | 'timestamp_granularities' | 'temperature'>

export const AUDIO_TYPES: Readonly<Record<AudioFields['response_format'], string>> = {
  json: 'application/json',
  verbose_json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** A transcript in the format that was asked for. */
export async function audioText(
  transcript: Transcript,
  task: 'transcribe' | 'translate',
  asked: Asked,
): Promise<string> {
  const { text, segments } = transcript
  switch (asked.response_format) {
    case 'json':
      return JSON.stringify({ text })
    case 'verbose_json':
      return JSON.stringify(verbose(transcript, task, asked))
    case 'text':
      return `${text}\n`
    case 'srt':
    case 'vtt':
      return await subtitlesOfSegments(segments, asked.response_format, { isCuePerSegment: true })
  }
}

function verbose(
  { text, language, seconds, segments }: Transcript,
  task: 'transcribe' | 'translate',
  { timestamp_granularities: granularities, temperature = 0 }: Asked,
): object {
  const hasWords = granularities.includes('word')
  return {
    task,
    language: nameOfLanguage(language),
    duration: seconds,
    text,
    ...(hasWords ? { words: segments.flatMap(({ words = [] }) => words) } : {}),
    ...(hasWords && !granularities.includes('segment')
      ? {}
      : {
          segments: segments.map(({ start, end, text }, id) => ({
            ...{ id, seek: 0, start, end, text, tokens: [], temperature },
            // What recognisers know of themselves is not asked of them; clients want numbers.
            ...{ avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 },
          })),
        }),
  }
}

/** As OpenAI has it: in English, in small letters; `unknown` where nothing was spoken. */
function nameOfLanguage(language: string | null): string {
  if (language === null) return 'unknown'
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(language)
  return name?.toLowerCase() ?? language
}
