import type { components } from '../../ui/api-types.ts'

/** A language that a person can choose. */
export type Language = NonNullable<components['schemas']['OwnAccount']['language']>

/** What each calls itself, in the order in which they are offered. */
export const OWN_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'français',
  es: 'español',
  pl: 'polski',
  ja: '日本語',
} as const satisfies Record<Language, string>
