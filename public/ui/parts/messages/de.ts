import type { Messages } from './en.ts'

export const m: Messages = {
  goTo: 'Gehe zu',
  typeLetters: 'Ein paar Buchstaben tippen',
  pagesAndConversations: 'Seiten und Unterhaltungen',
  nothingFound: 'Nichts gefunden.',
  shortcuts: 'Kurzbefehle',
  singleKeys: 'Kurzbefehle mit einer Taste, etwa {key}',
  showMore: 'Mehr anzeigen',
}
