import type { Messages } from './en.ts'

export const m: Messages = {
  goTo: 'Przejdź do',
  typeLetters: 'Wpisz kilka liter',
  pagesAndConversations: 'Strony i rozmowy',
  nothingFound: 'Brak wyników.',
  shortcuts: 'Skróty',
  singleKeys: 'Skróty jednoklawiszowe, np. {key}',
  showMore: 'Pokaż więcej',
}
