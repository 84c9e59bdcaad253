import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'マシン',
  noneJoined: 'まだ参加したマシンはありません',
  allHere: 'このマシンがすべての作業を行います',
  whatFor:
    '別のマシンのエンジンが、このマシンの代わりに回答できます。重いタスクは依頼順にすべてのマシンに振り分けられ、同時に実行されます。クライアント側の変更は不要で、アドレス、キー、モデルはここに残ります。',
  needsRedis:
    'すべてのマシンが1つのRedisまたはValkeyサーバーに接続できる必要があります。ここのhearth.tomlにそのアドレスを書き、Hearthを再起動します:',
  settings: '設定',
  command: 'コマンド',
  onOthers:
    'ほかの各マシンに同じバージョンのHearthをインストールし、そのhearth.tomlに同じ行と独自のエンジンを書いて起動します:',
  appears: '数秒でここに表示されます。ポートは不要で、データは保存しません。',
  facts: (tasks) => `バージョン{version}、重いタスク同時${count(tasks)}件、{time}に起動`,
  noEngine:
    'エンジンがありません。そこでモデルサーバーを起動するか、hearth.tomlに[[engines]]を追加してください。',
  accounts: 'アカウント{names}',
  answersNot: '応答なし: {reason}',
  forget: '登録解除',
  isForgotten: (name) => `${name}を登録解除しました`,
  forgetThis: (name) => `${name}を登録解除しますか？`,
  forgetText:
    'このマシンにしかないエンジンとモデルは使えなくなります。再び起動すると一覧に戻ります。',
  forgetIt: '登録解除',
  lost: (ago) => `接続が切れました。最終確認 ${ago}`,
  stopped: (ago) => `停止しました。最終確認 ${ago}`,
  otherVersion: 'バージョンが異なるため、作業は割り当てられません',
  idle: 'オンライン、実行中なし',
  running: (calls) => `オンライン、${count(calls)}件実行中`,
  lostHelp: (name) =>
    `作業は可能な限りほかのマシンに移されました。${name}の電源、Redisサーバーへの接続、npm run workerの実行を確認してください。自動的に再参加します。`,
  versionHelp: (version, own) =>
    `Hearthのバージョンは${version}、このサービスは${own}です。古いほうを更新して再起動してください。`,
  clockAhead: (time) =>
    `時計が${time}進んでおり、ログや利用枠の時刻がずれます。ネットワークで合わせてください: sudo timedatectl set-ntp true`,
  clockBehind: (time) =>
    `時計が${time}遅れており、ログや利用枠の時刻がずれます。ネットワークで合わせてください: sudo timedatectl set-ntp true`,
}
