import { LANGUAGES, type Language, preferredLanguage } from '../../platform/languages.ts'
import { messages as german } from './messages/de.ts'
import { messages as english, type PageMessages } from './messages/en.ts'
import { messages as spanish } from './messages/es.ts'
import { messages as french } from './messages/fr.ts'
import { messages as japanese } from './messages/ja.ts'
import { messages as polish } from './messages/pl.ts'

export type { PageMessages }

const MESSAGES: Readonly<Record<Language, PageMessages>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pl: polish,
  ja: japanese,
}

/**
 * The language of a page.
 *
 * @param chosen By the person who opens it; null for none
 */
export function pageLanguage({ headers }: Request, chosen?: string | null): Language {
  const own = LANGUAGES.find((language) => language === chosen)
  return own ?? preferredLanguage(headers.get('accept-language'))
}

/** The words of a page that the service draws itself; `language` names theirs. */
export function pageMessages(request: Request, chosen?: string | null): PageMessages {
  return MESSAGES[pageLanguage(request, chosen)]
}

/** The words that the page of an application shows before its script has come. */
export function shellMessages(language: Language): PageMessages['shell'] {
  return MESSAGES[language].shell
}
