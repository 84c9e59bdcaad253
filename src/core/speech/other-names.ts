/** Takes the first engine that can. */
export const AUTO = 'auto'

/** OpenAI's models of speech, with or without a date. */
const MODELS = /^(?:tts-1(?:-hd)?|gpt-4o(?:-mini)?-tts)(?:-\d{4}(?:-\d{2}-\d{2})?)?$/

/** OpenAI's voices, one of which its clients always send. */
const VOICES: ReadonlySet<string> = new Set([
  ...['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable'],
  ...['marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'],
])

/** Whether a model is one of another service, for which any engine here stands in. */
export function isOtherServicesModel(name: string): boolean {
  return MODELS.test(name)
}

/** Whether a voice is one of another service, for which an engine's default voice stands in. */
export function isOtherServicesVoice(name: string): boolean {
  return VOICES.has(name.toLowerCase())
}
