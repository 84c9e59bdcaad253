import type { Messages } from './en.ts'

export const m: Messages = {
  sharedBy: '{from}が{time}に共有（当時の内容）。',
  sharedByOwner: 'このサービスの所有者が{time}に共有（当時の内容）。',
  sharedOn: '{time}に共有（当時の内容）。',
  readUntil: (time) => `${time}まで読めます。`,
  question: '質問',
  attachedFiles: '添付ファイル',
  answer: '回答',
  notShared: '共有なし',
  download: 'ダウンロード',
  loading: '会話を読み込み中',
  notAnyMore: 'この会話はもう共有されていません',
  linkExpired:
    'リンクの期限が切れたか、取り消されたか、一部が欠けています。送信者に新しいリンクを依頼してください。',
  title: '共有された会話',
}
