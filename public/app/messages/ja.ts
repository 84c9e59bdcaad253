import { counted } from '../../ui/locale.ts'
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
  peopleWaiting: (people) => `${counted(people, { other: '#' })}人が待っています`,
  openAlerts: (alerts) => `未確認の警告${counted(alerts, { other: '#' })}件`,
  show: '表示',
  assistants: 'アシスタント',
}
