import { counted } from '../../locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  uploading: (files) => `${counted(files, { other: '#' })}個のファイルをアップロード中`,
  notYet: '未アップロード',
  moreInLine: (files) => `ほかに${counted(files, { other: '#' })}個が待機中`,
  uploadOf: (name) => `${name}のアップロード`,
  goOnWith: (name) => `${name}を再開`,
  goOn: '再開',
  tryOne: (name) => `${name}をもう一度試す`,
  tryAgain: 'もう一度試す',
  pauseOne: (name) => `${name}を一時停止`,
  pause: '一時停止',
  removeOne: (name) => `${name}を一覧から削除`,
  remove: '削除',
  cancelOne: (name) => `${name}をキャンセル`,
  cancel: 'キャンセル',
  interrupted: '中断',
  chooseAgain: (size) => `${size}。続けるには、もう一度ファイルを選んでください。`,
  haveCome: (sent, size) =>
    `${size}中${sent}を受信済み。続けるには、もう一度ファイルを選んでください。`,
  chooseFileAgain: (name) => `もう一度選択: ${name}`,
  chooseFile: 'ファイルを選択',
  discardOne: (name) => `${name}を破棄`,
  discard: '破棄',
  anotherFile: (name, size) => `別のファイルです。${name}（${size}）を選んでください`,
  changedFile:
    'アップロード開始後にファイルが変更されました。破棄して、もう一度アップロードしてください',
  share: (sent, size) => `${size}中${sent}`,
  waitsAt: (share) => `${share}、順番待ち`,
  waits: '順番待ち',
  waitsForService: (share) => `${share}。サービスを待って再開します`,
  noConnection: (share) => `${share}。接続がありません。自動的に再開します`,
  signInToGoOn: (share) => `${share}。続けるにはログインしてください`,
  storing: '送信完了。サービスが保存しています',
  paused: (share) => `${share}、一時停止中`,
  speed: (share, speed, left) => `${share} · ${speed}/秒 · 残り${left}`,
  tooLarge: (size, most) => `大きすぎます: ${size}。上限は${most}です。`,
  tooLargeHere: (size, far) => `ここからは大きすぎます: ${size}。${far}`,
  noRoomOfYours: (size, free, quota) =>
    `空きがありません: ${size}。${quota}のうち空きは${free}です。不要なファイルを削除するか、管理者に依頼してください。`,
  noRoom: (size, free) =>
    `空きがありません: ${size}。サーバーの空きは${free}です。管理者に依頼してください。`,
  farText: (here, own) =>
    `ここからのファイルは${here}までです。それ以上（${own}まで）は、サービスと同じネットワークからのみ可能です。トンネルやプロキシを使わず、ローカルのアドレスで開いてください。`,
  fileGone: 'このファイルは変更、移動、または削除されました。もう一度選んでください。',
  elsewhere: '別のタブまたはウィンドウでアップロード中です。',
  standsStill: '接続が止まっています',
}
