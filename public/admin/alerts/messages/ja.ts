import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: '警告',
  open: '未確認',
  openCount: (alerts) => `未確認 ${count(alerts)}件`,
  noneOpen: '未確認の警告はありません。',
  latest: (alerts) => `最新の${count(alerts)}件です。確認済みにすると残りが表示されます。`,
  seen: '確認済み',
  noneSeen:
    'まだありません。警告は90日間保存されます。hearth.tomlにWebhook、ntfyのトピック、メールアドレスがあれば、そこにも送信されます。',
  markSeen: '確認済みにする',
  facts: '{time}、{help}',
  factsSeen: (ago) => `{time}、{help}、${ago}に{name}が確認`,
  somebody: 'だれか',
}
