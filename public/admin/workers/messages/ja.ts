import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'ワーカー',
  jobs: 'ジョブ',
  noJobs:
    '過去1時間に起動されたワーカーはありません。ジョブは作業内容とともにここに表示され、完了の1時間後に削除されます。',
  cannotRun: 'このマシンではワーカーを実行できません: {reason}',
  noSandbox: 'サンドボックスなし',
  seeMissing: '足りないものを見る',
  today: '今日',
  started: (used, limit, left) => `${count(limit)}件中${count(used)}件を開始、残り${count(left)}件`,
  startedToday: '今日の開始数',
  rules: (each, time, zone) =>
    `キーまたはユーザーごとに${count(each)}件。次の日の開始: ${time}（${zone}）。ジョブは受け付け時に数えます。`,
  byOwner: '今日の開始数（キー・ユーザー別）',
  owner: 'キー・ユーザー',
  startedShort: '開始',
  left: '残り',
  sources: { shipped: '付属', own: '自作', override: '付属の代わりの自作' },
  profiles: 'プロファイル',
  cannotBeUsed: '使用できません: {reason}',
  atMost: (steps, time) => `最大${count(steps)}ステップ、${time}`,
  withLinks: (text, links) => `${text}。ファイル添付時は1サイト${count(links)}リンクまで`,
  profilesHint:
    '使える人は、キーとユーザーごとに設定します。データフォルダーのworker-profilesにPROFILE.md入りのフォルダーを置くと、独自のものを追加できます。',
  states: {
    queued: '待機中',
    running: '実行中',
    succeeded: '完了',
    failed: '失敗',
    cancelled: 'キャンセル',
  },
  runningFor: (state, time) => `${state}（${time}）`,
  endedAfter: (state, time) => `${state}（${time}）`,
  askedFor: (state) => `${state}、{time}に依頼`,
  made: '作成: {files}',
  steps: (steps) => `${count(steps)}ステップ`,
  stepsOf: (steps, name) => `${name}の${steps}`,
  cancel: 'キャンセル',
  workerOf: (name) => `${name}のワーカー`,
  isCancelled: (name) => `${name}のワーカーをキャンセルしました`,
  cancelThis: (name) => `${name}のワーカーをキャンセルしますか？`,
  cancelText: '回答なしで停止し、今日の件数には数えられます。作成済みのものは1時間残ります。',
  cancelWorker: 'ワーカーをキャンセル',
  goOn: '続ける',
  hidden: (steps) => `最初の${count(steps)}ステップは表示されていません。`,
}
