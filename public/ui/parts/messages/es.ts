import type { Messages } from './en.ts'

export const m: Messages = {
  goTo: 'Ir a',
  typeLetters: 'Escribe unas letras',
  pagesAndConversations: 'Páginas y conversaciones',
  nothingFound: 'No hay resultados.',
  shortcuts: 'Atajos',
  singleKeys: 'Atajos de una tecla, como {key}',
  showMore: 'Mostrar más',
}
