import type { TranscriptionRequest } from '../contract/transcription.ts'
import { requireLanguage } from '../transcription/languages.ts'

/** How the transcript is asked for: the richest first. */
export const ANSWER_FORMATS = [
  { format: 'verbose_json', words: true },
  { format: 'verbose_json', words: false },
  { format: 'srt', words: false },
  { format: 'json', words: false },
] as const

export type AnswerFormat = (typeof ANSWER_FORMATS)[number]

/** Longest segment of whisper.cpp in characters: its own 60 would cut sentences. */
const WHISPER_CPP_SEGMENT = '1000'

/** The form of OpenAI's audio routes. */
export function openAiForm(
  request: TranscriptionRequest,
  { model, format, words }: AnswerFormat & { model: string },
): FormData {
  const form = recordingForm(request, format)
  form.set('model', model)
  if (request.language !== undefined && request.task === 'transcribe')
    form.set('language', request.language)
  if (format === 'verbose_json') {
    form.append('timestamp_granularities[]', 'segment')
    if (words) form.append('timestamp_granularities[]', 'word')
  }
  return form
}

/**
 * The form of whisper.cpp, whose defaults are those of its command line.
 *
 * @throws {EngineFailure} `request` for a language that whisper does not know
 */
export function whisperCppForm(request: TranscriptionRequest): FormData {
  const form = recordingForm(request, 'verbose_json')
  const { language, task } = request
  // Without the field it takes all speech for English.
  form.set('language', language === undefined ? 'auto' : requireLanguage(language))
  form.set('translate', String(task === 'translate'))
  form.set('max_len', WHISPER_CPP_SEGMENT)
  form.set('split_on_word', 'true')
  // They would take another pass over the recording.
  form.set('no_language_probabilities', 'true')
  return form
}

function recordingForm({ path, prompt, temperature }: TranscriptionRequest, format: string) {
  const form = new FormData()
  form.set('file', Bun.file(path), 'recording.wav')
  form.set('response_format', format)
  if (prompt !== undefined && prompt !== '') form.set('prompt', prompt)
  if (temperature !== undefined) form.set('temperature', String(temperature))
  return form
}
