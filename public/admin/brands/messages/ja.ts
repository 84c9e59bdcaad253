import { count } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'ブランド',
  add: 'ブランドを追加',
  all: 'すべてのブランド',
  noneYet: 'まだブランドはありません',
  noneYetText: 'ブランドは、文章や字幕の書き方（言語、文体、用語）を決めます。',
  save: '保存',
  saved: '保存しました',
  delete: '削除',
  wasDeleted: (name) => `${name}を削除しました`,
  deleteThis: 'このブランドを削除しますか？',
  deleteText: (name) => `${name}は完全に削除されます。これを指定した作業は今後拒否されます。`,
  shortName: '短い名前',
  shortNameHint: '英小文字、数字、-、_。プログラムはこの名前で指定します。',
  shortNameWrong: '短い名前には英小文字、数字、-、_のみ使えます',
  isThere: (id) =>
    `ブランド${id}はすでにあります。別の短い名前にするか、それを開いて変更してください`,
  name: '名前',
  languageLabel: '言語',
  languageHint: 'deやpt-BRなど。空欄ならテキストの言語。',
  voice: '音声',
  voiceHint: '音声の名前。空欄なら標準の音声。',
  tone: '文体',
  toneHint: 'モデルに伝える書き方。',
  glossary: '用語集',
  glossaryHint: '1行に1つ: 用語 = 書き方。用語だけの行はそのまま使われます。',
  captionRules: '字幕のルール',
  captionHint: '空欄の項目はブランドなしの場合と同じです。',
  rules: {
    max_line_characters: '1行の文字数',
    max_lines: '同時の行数',
    max_characters_per_second: '1秒の文字数',
    min_cue_seconds: '最短の字幕（秒）',
    min_gap_ms: '字幕の間隔（ミリ秒）',
  },
  range: (min, max) => `${count(min)}～${count(max)}`,
  tooManyLines: (lines, most) => `用語集が${count(lines)}行あります。最大${count(most)}行です`,
  noTerm: (line) => `用語集の${count(line)}行目に、=の前の用語がありません`,
  lineTooLong: (line, most) =>
    `用語集の${count(line)}行目が長すぎます。それぞれ最大${count(most)}文字です`,
}
