import type { Answer } from '../../core/engines/collect-answer.ts'
import type { RequestAnswer } from '../../core/engines/formatted-answer.ts'
import { AppError } from '../../platform/errors.ts'
import {
  ERROR_MESSAGES,
  faultOf,
  linesOfAnswer,
  type TranslationError,
} from './translation-answer.ts'
import type { TranslationItem } from './translation-items.ts'
import {
  type ContextLine,
  type TranslationSetting,
  translationMessages,
} from './translation-prompt.ts'

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
