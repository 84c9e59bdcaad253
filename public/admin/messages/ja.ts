import type { Messages } from './en.ts'

export const m: Messages = {
  overview: '概要',
  queue: 'キュー',
  workers: 'ワーカー',
  engines: 'エンジン',
  machines: 'マシン',
  people: 'ユーザー',
  keys: 'キー',
  usage: '使用状況',
  requests: 'リクエスト',
  alerts: '警告',
  audit: '監査',
  devices: 'デバイス',
  brands: 'ブランド',
  skills: 'スキル',
  system: 'システム',
}
