import type { Messages } from './en.ts'

export const m: Messages = {
  chat: 'チャット',
  tasks: 'タスク',
  workers: 'ワーカー',
  speak: '読み上げ',
  transcribe: '文字起こし',
  video: '動画とウェブ',
  knowledge: 'ナレッジ',
  files: 'ファイル',
  history: '履歴',
  jobs: 'ジョブ',
  me: 'マイページ',
  admin: '管理',
  uploading: '件アップロード中',
  assistants: 'アシスタント',
}
