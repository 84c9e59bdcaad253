import type { SpeechVoice } from '../contract/speech.ts'

/** A line of `espeak-ng --voices`: priority, language, age and gender, name, file, other languages. */
const LINE = /^\s*\d+\s+([a-z][\w-]*)\s+\S+\s+\S+\s+\S+/i
/** Chosen where no voice is asked for. */
const DEFAULT = 'en-us'

/** The voices that `espeak-ng --voices` lists, by their languages, of which each voice has one. */
export function espeakVoices(list: string): SpeechVoice[] {
  const ids = list.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? [])
  return [...new Set(ids)]
    .map((id) => ({ id, languages: [id.split('-', 1)[0]?.toLowerCase() ?? id] }))
    .toSorted((a, b) => Number(b.id === DEFAULT) - Number(a.id === DEFAULT))
}
