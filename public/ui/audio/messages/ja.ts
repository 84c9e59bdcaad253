import type { Messages } from './en.ts'

export const m: Messages = {
  cannotPlay: 'このブラウザでは再生できないか、なくなっています。',
  pause: (name) => `${name}を一時停止`,
  play: (name) => `${name}を再生`,
  position: (name) => `${name}の再生位置`,
  timeOf: (time, end) => `${end}中${time}`,
  needsHttps:
    'ブラウザがマイクを使えるのは、httpsまたはこのコンピュータ上だけです。httpsのアドレスで開いてください。',
  cannotRecord: 'このブラウザでは録音できません。',
  notAllowed:
    'ブラウザがマイクを許可していません。アドレスの横の設定でこのページに許可してください。',
  noMicrophone: 'マイクが見つかりません。',
  microphoneInUse: 'マイクは別のプログラムが使用中です。',
  microphoneFailed: 'マイクを使えませんでした。',
}
