import type { components } from './api-types.ts'

/** A language that a person can choose. */
export type Language = NonNullable<components['schemas']['OwnAccount']['language']>

/** In the order in which they are offered. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const satisfies readonly Language[]

/** What a language calls itself. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
}
