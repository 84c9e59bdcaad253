import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'デバイス',
  showEnded: '終了したものも表示',
  none: 'ログイン中のデバイスはありません',
  noneText: '{command}、またはコードを表示するアプリで接続し、ブラウザで承認します。',
  surfaces: { code: 'コマンドライン', canvas: 'キャンバスアプリ', mcp: 'ツールを使うアプリ' },
  deviceOf: '{account}の{name}',
  approved: (surface) => `${surface}、{time}に{address}から承認`,
  used: (time, end) => `最終使用 ${time}、${end}`,
  revokedAt: (time) => `${time}に取り消し`,
  expired: (time) => `${time}に期限切れ`,
  expires: (time) => `${time}に期限切れ`,
  revoke: '取り消す',
  isSignedOut: (name) => `${name}をログアウトしました`,
  revokeThis: 'このデバイスを取り消しますか？',
  revokeText: (name, account) =>
    `${account}の${name}はすぐに完全にログアウトされます。再び使うには、本人がもう一度承認する必要があります。`,
}
