import type { Answer } from '../../core/engines/collect-answer.ts'
import type { RequestAnswer } from '../../core/engines/formatted-answer.ts'
import { tagsOf, visibleText } from '../../media/subtitles/text-units.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import { withoutFence } from '../../platform/subprocess.ts'
import { LINE_END, type TranslationItem } from './translation-items.ts'
import type { Language } from './translation-prompt.ts'
import {
  type ContextLine,
  type TranslationSetting,
  translationMessages,
} from './translation-prompt.ts'

/** Why a line of an answer, or the whole of it, cannot be used. */
type TranslationError =
  | 'unreadable'
  | 'wrong_count'
  | 'empty'
  | 'untranslated'
  | 'too_long'
  | 'tags'
  | 'refused'
  | 'cut_off'

/** `1: text`, and what models make of it. */
const NUMBERED = /^\s{0,20}[[(#*"]{0,3}(\p{Nd}{1,6})["*]{0,3}[\])]?\s?[:：.)|\]-]\s?(.*)$/u
/** What models write in place of a translation. */
const PLACEHOLDER =
  /^\W{0,3}(?:untranslated|no translation|not translated|translation|n\/a|same as (?:above|source))\W{0,3}$/i
/** An answer longer than this part of its source says more than that. */
const MAX_GROWTH = 4
const MAX_ADDED_CHARACTERS = 80
/** Shorter lines may be names, or the same in both languages. */
const MIN_COMPARED_WORDS = 4
const MIN_COMPARED_LETTERS = 12
const LETTERS = /\p{L}/gu
const BLANK = /^\s*$/

/**
 * The lines of an answer, by their numbers. A preface before them and remarks after a blank line
 * are left out; anything else that is no numbered line makes the answer unusable, as a line may
 * have been split.
 */
export function linesOfAnswer(
  answer: string,
  count: number,
): { lines: string[] } | { fault: TranslationError } {
  const text = withoutFence(answer).trim()
  const entries = entriesOfJson(text) ?? entriesOfLines(text)
  if (entries === undefined || entries.length === 0) return { fault: 'unreadable' }
  const isComplete =
    entries.length === count && entries.every(([number], index) => number === index + 1)
  return isComplete ? { lines: entries.map(([, line]) => line) } : { fault: 'wrong_count' }
}

type Entry = [number: number, text: string]

function entriesOfLines(text: string): Entry[] | undefined {
  const entries: Entry[] = []
  let isEnded = false
  for (const line of text.split('\n')) {
    if (BLANK.test(line)) {
      isEnded = entries.length > 0
      continue
    }
    const [, number, rest] = NUMBERED.exec(line) ?? []
    if (number !== undefined && rest !== undefined) {
      entries.push([asciiNumber(number), rest.trim()])
      isEnded = false
    } else if (entries.length > 0 && !isEnded) return undefined
  }
  return entries
}

/** Digits of any script. */
function asciiNumber(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 10 + digitValue(digit)
  return value
}

/** In Unicode the digits of each script stand side by side, from 0. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code <= 0x39 ? code - 0x30 : code - zero
}

function entriesOfJson(text: string): Entry[] | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined
  const { value } = tryParseJson(text)
  const listed: unknown = Array.isArray(value) ? value : Reflect.get(Object(value), 'translations')
  if (!Array.isArray(listed)) return undefined
  const entries: Entry[] = []
  for (const [index, one] of listed.entries()) {
    const line: unknown = typeof one === 'string' ? one : Reflect.get(Object(one), 'text')
    const number: unknown = typeof one === 'string' ? index + 1 : Reflect.get(Object(one), 'number')
    if (typeof line !== 'string' || typeof number !== 'number') return undefined
    entries.push([number, line.replace(/\s*\n\s*/g, LINE_END).trim()])
  }
  return entries
}

/** What is wrong with the translation of one line; undefined for one that may be right. */
export function faultOf(
  source: string,
  translation: string,
  { target, from }: { target: Language; from: Language | undefined },
): TranslationError | undefined {
  if (translation.replaceAll(LINE_END, '').trim() === '') return 'empty'
  if (PLACEHOLDER.test(translation)) return 'untranslated'
  if (translation.length > source.length * MAX_GROWTH + MAX_ADDED_CHARACTERS) return 'too_long'
  const tags = (text: string) => tagsOf(text.replaceAll(LINE_END, ' ')).sort().join()
  const lineEnds = (text: string) => text.split(LINE_END).length
  if (tags(source) !== tags(translation) || lineEnds(source) !== lineEnds(translation))
    return 'tags'
  if (from !== undefined && languagePart(from) === languagePart(target)) return undefined
  return isTranslated(source, translation, target) ? undefined : 'untranslated'
}

function languagePart({ tag }: Language): string {
  return tag.split('-', 1)[0] ?? tag
}

function isTranslated(source: string, translation: string, { script }: Language): boolean {
  const before = visibleText(source).trim()
  const after = visibleText(translation).trim()
  const words = before.split(/\s+/).filter((word) => /\p{Ll}|\p{Lo}/u.test(word))
  const letters = after.match(LETTERS) ?? []
  const isLong = words.length >= MIN_COMPARED_WORDS || letters.length >= MIN_COMPARED_LETTERS * 3
  if (isLong && before.toLowerCase() === after.toLowerCase()) return false
  const pattern = script === undefined ? undefined : SCRIPTS[script]
  if (pattern === undefined || letters.length < MIN_COMPARED_LETTERS) return true
  const written = letters.filter((letter) => pattern.test(letter)).length
  return written * 4 >= letters.length
}

/** Scripts that a translation into their languages is written in, for the larger part. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  Latn: /\p{Script=Latin}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Arab: /\p{Script=Arabic}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Deva: /\p{Script=Devanagari}/u,
  Beng: /\p{Script=Bengali}/u,
  Thai: /\p{Script=Thai}/u,
  Hans: /\p{Script=Han}/u,
  Hant: /\p{Script=Han}/u,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Kore: /[\p{Script=Hangul}\p{Script=Han}]/u,
}

/** A fault in words for the caller. */
const ERROR_MESSAGES: Readonly<Record<TranslationError, string>> = {
  unreadable: 'the engine did not answer in the form that was asked for',
  wrong_count: 'the engine gave more or fewer lines than it was sent',
  empty: 'the engine gave an empty translation',
  untranslated: 'the engine gave the text back untranslated',
  too_long: 'the engine gave much more text than it was sent',
  tags: 'the engine changed tags or the turns of speakers',
  refused: 'the engine refused to translate it',
  cut_off: 'the engine ended its answer before it was whole',
}

/** Into how many parts what came back wrong is divided each time it is asked for again. */
const DIVISIONS = [1, 2, 8]
/** Lines before a piece that the model is shown. */
const CONTEXT_LINES = 3

/** An item that keeps its text, and why. */
interface TranslationIssue {
  /** Position of the item. */
  item: number
  reason: string
}

/** What became of a piece. */
export interface TranslatedPiece {
  /** By item; null where it keeps its text. */
  translations: (string | null)[]
  problems: TranslationIssue[]
  /** Of the last answer; undefined where there was none. */
  by: Pick<Answer, 'engine' | 'model'> | undefined
}

interface TranslatorOptions {
  items: readonly TranslationItem[]
  setting: TranslationSetting
  requestAnswer: RequestAnswer
  /** Called between two requests, so that others can be answered. */
  pause: () => Promise<void>
}

/**
 * Translates pieces of a document. What comes back wrong is asked for again, twice, in smaller
 * parts; what is wrong then keeps its text and is reported.
 */
export class Translator {
  readonly #options: TranslatorOptions
  #isFirst = true
  #by: TranslatedPiece['by']

  constructor(options: TranslatorOptions) {
    this.#options = options
  }

  /**
   * @param before Translations of the items before
   * @throws {AppError} when no engine could answer
   */
  async translate(
    from: number,
    to: number,
    before: readonly (string | null)[],
  ): Promise<TranslatedPiece> {
    const done = new Map<number, string>()
    let open = Array.from({ length: to - from }, (_, index) => from + index)
    let reasons = new Map<number, string>()
    for (const parts of DIVISIONS) {
      const size = Math.max(1, Math.ceil(open.length / parts))
      reasons = new Map()
      for (let start = 0; start < open.length; start += size)
        await this.#ask(open.slice(start, start + size), before, done, reasons)
      open = open.filter((item) => !done.has(item))
      if (open.length === 0) break
    }
    return {
      translations: Array.from({ length: to - from }, (_, at) => done.get(from + at) ?? null),
      problems: open.map((item) => ({
        item,
        reason: reasons.get(item) ?? ERROR_MESSAGES.unreadable,
      })),
      by: this.#by,
    }
  }

  /** Sends some items, and notes what was right and what was wrong. */
  async #ask(
    asked: readonly number[],
    before: readonly (string | null)[],
    done: Map<number, string>,
    reasons: Map<number, string>,
  ): Promise<void> {
    const { items, setting } = this.#options
    const lines = asked.map((item) => items[item]?.text ?? '')
    const context = this.#contextOf(asked[0] ?? 0, before, done)
    const answer = await this.#answer(lines, context)
    const read = 'fault' in answer ? answer : linesOfAnswer(answer.text, lines.length)
    asked.forEach((item, index) => {
      if ('fault' in read) {
        reasons.set(item, ERROR_MESSAGES[read.fault])
        return
      }
      const line = read.lines[index] ?? ''
      const languages = { target: setting.target, from: setting.source }
      const fault = faultOf(lines[index] ?? '', line, languages)
      if (fault === undefined) done.set(item, line)
      else reasons.set(item, ERROR_MESSAGES[fault])
    })
  }

  async #answer(
    lines: readonly string[],
    context: readonly ContextLine[],
  ): Promise<Answer | { fault: TranslationError }> {
    const { setting, requestAnswer, pause } = this.#options
    if (!this.#isFirst) await pause()
    this.#isFirst = false
    try {
      const answer = await requestAnswer(translationMessages(lines, context, setting))
      this.#by = { engine: answer.engine, model: answer.model }
      return answer.finishReason === 'length' ? { fault: 'cut_off' } : answer
    } catch (error) {
      const fault = error instanceof AppError ? FAULTS[error.code] : undefined
      if (fault === undefined) throw error
      return { fault }
    }
  }

  /** The nearest lines before an item that have a translation. */
  #contextOf(
    item: number,
    before: readonly (string | null)[],
    done: ReadonlyMap<number, string>,
  ): ContextLine[] {
    const lines: ContextLine[] = []
    for (let at = item - 1; at >= Math.max(0, item - CONTEXT_LINES); at -= 1) {
      const translation = done.get(at) ?? before[at]
      const source = this.#options.items[at]?.text
      if (typeof translation !== 'string' || source === undefined) break
      lines.unshift({ source, translation })
    }
    return lines
  }
}

/** Errors of an engine that a smaller request may not have. */
const FAULTS: Readonly<Partial<Record<AppError['code'], TranslationError>>> = {
  context_length_exceeded: 'cut_off',
  engine_failed: 'cut_off',
  engine_refused: 'refused',
}
