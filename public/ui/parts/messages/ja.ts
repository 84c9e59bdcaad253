import type { Messages } from './en.ts'

export const m: Messages = {
  goTo: '移動',
  typeLetters: '文字を入力',
  pagesAndConversations: 'ページと会話',
  nothingFound: '見つかりません。',
  shortcuts: 'ショートカット',
  singleKeys: '{key}など1つのキーのショートカット',
  showMore: 'さらに表示',
}
