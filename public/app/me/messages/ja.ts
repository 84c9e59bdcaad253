import type { Messages } from './en.ts'

export const m: Messages = {
  language: '言語',
  asBrowser: 'ブラウザに合わせる',
}
