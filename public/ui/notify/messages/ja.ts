import type { Messages } from './en.ts'

export const m: Messages = {
  notifyMe: '準備ができたら知らせる',
  notified: 'この端末に通知します。通知の種類は「マイページ」で選べます。',
  notAllowed: 'ブラウザーが通知を許可していません',
}
