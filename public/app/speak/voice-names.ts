import { languageName } from '../transcribe/languages.ts'
import { m } from './messages/en.ts'
import type { SpeechEngine } from './types.ts'

/** A voice as it is chosen from: of one language, with a name that people can say. */
export interface NamedVoice {
  engine: string
  /** Empty for whichever voice the engine has. */
  voice: string
  label: string
  /** Whose sample sentence it speaks; empty where it speaks several languages. */
  language: string
}

export interface VoiceGroup {
  title: string
  voices: readonly NamedVoice[]
}

/** Language and country, or as Kokoro has it: language and gender. */
const PREFIX = /^(?:[a-z]{2,3}[-_][A-Z]{2}[-_]|[a-z]{2}_(?=[a-z]))/
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z]{2})?$/
const SEVERAL = m.several

/** Voices by their language, each language by its name; those that speak several come last. */
export function voiceGroups(engines: readonly SpeechEngine[]): VoiceGroup[] {
  const voices = engines.flatMap((engine) => voicesOf(engine, engines.length > 1))
  const groups = Map.groupBy(voices, ({ language }) =>
    language === '' ? SEVERAL : languageName(language),
  )
  return [...groups]
    .map(([title, group]) => ({
      title,
      voices: group.toSorted((a, b) => a.label.localeCompare(b.label)),
    }))
    .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title))
}

function rank({ title }: VoiceGroup): number {
  return title === SEVERAL ? 1 : 0
}

function voicesOf(
  { engine, label, voices, languages }: SpeechEngine,
  isOneOfSeveral: boolean,
): NamedVoice[] {
  if (voices.length === 0) {
    const language = languages?.length === 1 ? (languages[0] ?? '') : ''
    return [{ engine, voice: '', label, language }]
  }
  return voices.map(({ id, languages: spoken }) => {
    const language = spoken.length === 1 ? (spoken[0] ?? '') : ''
    // Voices of eSpeak are called by their language: `af`, `en-gb`.
    const isTag = LANGUAGE_TAG.test(id) && id.split('-', 1)[0] === language
    const name = isTag ? languageName(id) : voiceName(id)
    return { engine, voice: id, label: isOneOfSeveral ? `${name} · ${label}` : name, language }
  })
}

/** The name in the id of a voice: `Thorsten high` of `de_DE-thorsten-high`. */
export function voiceName(id: string): string {
  const name = id
    .replace(PREFIX, '')
    .replace(/Neural$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return name === '' ? id : name.charAt(0).toUpperCase() + name.slice(1)
}

const SAMPLES: Readonly<Record<string, string>> = {
  de: 'Guten Morgen. So klinge ich, wenn ich vorlese.',
  es: 'Buenos días. Así sueno cuando leo en voz alta.',
  fr: 'Bonjour. Voici ma voix quand je lis un texte.',
  it: 'Buongiorno. Ecco come suono quando leggo.',
  ja: 'おはようございます。こんな声で読みます。',
  nl: 'Goedemorgen. Zo klink ik als ik voorlees.',
  pl: 'Dzień dobry. Tak brzmię, kiedy czytam na głos.',
  pt: 'Bom dia. É assim que eu leio em voz alta.',
  zh: '早上好。我读起来是这样的。',
}

/** A sentence in a language, or in English. */
export function sampleOf(language: string): string {
  return SAMPLES[language.split(/[-_]/, 1)[0] ?? ''] ?? 'Good morning. This is how I sound.'
}
