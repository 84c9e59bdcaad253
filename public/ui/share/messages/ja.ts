import type { Messages } from './en.ts'

export const m: Messages = {
  address: 'アドレス',
  copyLink: 'リンクをコピー',
  goodFor: '有効期間: {time}。',
  forTime: (time) => `${time}`,
  ownNetworkOnly: 'httpsがないため、同じネットワーク内でのみ開けます。',
  opensAnywhere: 'このアドレスに接続できる場所ならどこでも開けます。',
  shownOnce: '表示されるのは今だけです。',
  thisMachineOnly:
    'このサービスは自分のコンピュータでのみ待ち受けているため、ほかのデバイスはリンクを開けません。家のデバイスから使うには、{setting}を付けて起動してください。',
  qrCode: 'リンクのQRコード',
  whatFor: '用途',
  byHand: '手動で選択。',
  presets: {
    tools: 'アシスタント用ツール',
    chatApp: 'チャットアプリ',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'コードアシスタント',
    everything: 'すべて',
  },
  hints: {
    tools: '独自のモデルを持つMCPクライアント用。ページの閲覧やファイル検索など。',
    chatApp: 'すべてのモデルとチャットし、埋め込みで文書を検索できます。',
    homeAssistant: 'チャット、音声読み上げ、聞き取りができます。',
    codeAssistant: 'すべてのモデルを使えます。タスクとファイルは使いません。',
    everything: 'キーでできることすべて（今後の機能も含む）。',
  },
  tools: 'ツール',
  allTools: 'すべて（新しいものも含む）',
}
