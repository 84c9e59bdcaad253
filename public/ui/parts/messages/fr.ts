import type { Messages } from './en.ts'

export const m: Messages = {
  goTo: 'Aller à',
  typeLetters: 'Tapez quelques lettres',
  pagesAndConversations: 'Pages et conversations',
  nothingFound: 'Aucun résultat.',
  shortcuts: 'Raccourcis',
  singleKeys: 'Raccourcis à une touche, comme {key}',
  showMore: 'Afficher plus',
}
