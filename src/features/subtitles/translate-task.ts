import { type Static, Type } from '@sinclair/typebox'
import { type Caller, requireCapability } from '../../core/caller.ts'
import type { Candidate } from '../../core/engines/account-state.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { answerRequester, jsonSchemaOptions } from '../../core/engines/formatted-answer.ts'
import { AUTO, type Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'
import type { LineBounds } from '../../media/subtitles/break-lines.ts'
import { readNumberedCues } from '../../media/subtitles/read-subtitles.ts'
import { writeSrt } from '../../media/subtitles/write-subtitles.ts'
import { AppError } from '../../platform/errors.ts'
import { requireBrand } from '../brands/brands.ts'
import { boundsOf, type FindBrand } from './caption.ts'
import { SUBTITLE_ADMISSION } from './perfect-task.ts'
import { refusalOf } from './subtitle-work.ts'
import {
  cueDocument,
  type TranslationDocument,
  type TranslationItem,
  textDocument,
} from './translation-items.ts'
import { type Language, requireLanguage, TRANSLATION_SCHEMA } from './translation-prompt.ts'
import { Translator } from './translator.ts'

/** Characters that one request to an engine translates. @limit translate-piece characters */
export const MAX_PIECE_CHARACTERS = 3000
/** What the instruction, the context and the glossary of a request take, at most. */
const REQUEST_CHARACTERS = 24_000
const MIN_PIECE_CHARACTERS = 300

export const TranslateInput = Type.Object({
  /** One of both. */
  text: Type.Optional(Type.String()),
  srt: Type.Optional(Type.String()),
  /** BCP 47. */
  target: Type.String(),
  source: Type.Optional(Type.String()),
  brand: Type.Optional(Type.String()),
  engine: Type.Optional(Type.String({ minLength: 1 })),
  /** What the text is from. */
  title: Type.Optional(Type.String()),
})
export type TranslateInput = Static<typeof TranslateInput>

export const TranslateResult = Type.Object({
  text: Type.Optional(Type.String()),
  srt: Type.Optional(Type.String()),
  target: Type.String(),
  source: Type.Optional(Type.String()),
  /** Absent where nothing had to be translated. */
  engine: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  /** What keeps its text. */
  problems: Type.Array(
    Type.Object({
      cue: Type.Optional(Type.Integer()),
      excerpt: Type.String(),
      reason: Type.String(),
    }),
  ),
})
export type TranslateResult = Static<typeof TranslateResult>

const Piece = Type.Object({
  /** The item after its last one. */
  to: Type.Integer(),
  translations: Type.Array(Type.Union([Type.String(), Type.Null()])),
  problems: Type.Array(Type.Object({ item: Type.Integer(), reason: Type.String() })),
  by: Type.Optional(Type.Object({ engine: Type.String(), model: Type.String() })),
})
type Piece = Static<typeof Piece>

/** A finished translation with whose it is, for the history. */
export interface FinishedTranslation {
  owner: string
  jobId: string
  title: string | undefined
  result: TranslateResult
}

interface TranslateTaskOptions {
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  findBrand: FindBrand
  /** Is told each translation in which something was translated. */
  onTranslation: (finished: FinishedTranslation) => void
}

type Context = TaskContext<TextEvent, Piece>

/**
 * Translates texts and subtitles in pieces. Between two requests to an engine the lane is yielded,
 * so that others wait for one request and not for the whole. It is free.
 */
export function translateTask({ onTranslation, ...parts }: TranslateTaskOptions) {
  const { models, engineLanes, findBrand } = parts
  return defineTask<typeof TranslateInput, typeof TranslateResult, TextEvent, typeof Piece>({
    kind: 'translate',
    idPrefix: 'trs_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { engine = AUTO }) => engineLanes.first(caller, engine),
    admission: SUBTITLE_ADMISSION,
    input: TranslateInput,
    result: TranslateResult,
    piece: Piece,
    textOf: ({ text }) => text,
    authorize(caller) {
      requireCapability(caller, 'media')
      models.requireEngine(caller)
    },
    async check(caller, input) {
      languagesOf(input)
      requireBrand(findBrand, input.brand)
      await candidatesFor(models, caller, input)
    },
    durationKey: ({ engine = AUTO }) => engine,
    async run(input, context) {
      const { target, source } = languagesOf(input)
      const brand = requireBrand(findBrand, input.brand)
      const opened = openTranslation(input, target, boundsOf({}, brand?.captionRules))
      const candidates = await candidatesFor(models, context.caller, input)
      const result = await translated(
        input,
        opened,
        { ...parts, candidates, target, source },
        context,
      )
      context.signal.throwIfAborted()
      if (result.engine !== undefined)
        onTranslation({
          owner: context.caller.owner,
          jobId: context.id,
          title: input.title,
          result,
        })
      return result
    },
  })
}
export type TranslateTask = ReturnType<typeof translateTask>

function languagesOf({ target, source }: TranslateInput) {
  return {
    target: requireLanguage(target, 'target'),
    source: source === undefined ? undefined : requireLanguage(source, 'source'),
  }
}

async function candidatesFor(
  models: Models,
  caller: Caller,
  { engine = AUTO }: TranslateInput,
): Promise<readonly Candidate[]> {
  await models.refresh(caller, engine)
  const needs = { images: false, structured: false, tools: false }
  return models.select(caller, engine, { needs, characters: MIN_PIECE_CHARACTERS })
}

interface TranslationParts {
  textGeneration: TextGeneration
  findBrand: FindBrand
  candidates: readonly Candidate[]
  target: Language
  source: Language | undefined
}

async function translated(
  input: TranslateInput,
  { document, result }: OpenedTranslation,
  { textGeneration, findBrand, candidates, target, source }: TranslationParts,
  context: Context,
): Promise<TranslateResult> {
  const { items } = document
  const isJson = candidates.every(({ engine }) => engine.capabilities.structured)
  const options = isJson ? jsonSchemaOptions(TRANSLATION_SCHEMA) : {}
  const brand = requireBrand(findBrand, input.brand)
  const isSubtitles = input.srt !== undefined
  const translator = new Translator({
    items,
    setting: { target, source, isSubtitles, title: input.title, brand, isJson },
    requestAnswer: answerRequester(
      textGeneration,
      { candidates, surface: 'translate', options },
      context,
    ),
    pause: () => context.yieldLane(),
  })
  const translations: (string | null)[] = []
  const problems: Piece['problems'] = []
  let by: Piece['by']
  const add = (piece: Piece) => {
    translations.push(...piece.translations)
    problems.push(...piece.problems)
    by = piece.by ?? by
    const unit = isSubtitles ? 'cues' : 'paragraphs'
    context.reportProgress({ done: translations.length, total: items.length, unit })
  }
  for (const piece of context.pieces.finished) add(piece)
  const room = pieceCharacters(candidates)
  while (translations.length < items.length) {
    const from = translations.length
    const to = nextPiece(items, from, room)
    const { by: last, ...piece } = await translator.translate(from, to, translations)
    const saved: Piece = { to, ...piece, ...(last === undefined ? {} : { by: last }) }
    await context.pieces.save(saved)
    add(saved)
  }
  return {
    ...result(translations.map((one) => one ?? undefined)),
    target: target.tag,
    ...(source === undefined ? {} : { source: source.tag }),
    ...by,
    problems: problems.map(({ item, reason }) => problemOf(items[item], reason)),
  }
}

const EXCERPT_CHARACTERS = 80

function problemOf(item: { text: string; cue?: number | undefined } | undefined, reason: string) {
  const excerpt = (item?.text ?? '').slice(0, EXCERPT_CHARACTERS)
  return { ...(item?.cue === undefined ? {} : { cue: item.cue }), excerpt, reason }
}

/** What every engine that may answer has room for. */
function pieceCharacters(candidates: readonly Candidate[]): number {
  const least = Math.min(...candidates.map(({ engine }) => engine.maxCharacters))
  if (least < MIN_PIECE_CHARACTERS * 2)
    throw new AppError('too_long', 'The engine takes too few characters to translate with')
  const room = least > REQUEST_CHARACTERS * 2 ? least - REQUEST_CHARACTERS : least / 4
  return Math.max(MIN_PIECE_CHARACTERS, Math.min(MAX_PIECE_CHARACTERS, Math.floor(room)))
}

/** A text or subtitles, ready to be translated. */
interface OpenedTranslation {
  document: TranslationDocument
  /** @param translations By item; undefined for an item that keeps its text */
  result: (translations: readonly (string | undefined)[]) => { text: string } | { srt: string }
}

/** Scripts that are written without spaces. */
const UNSPACED = new Set(['Hans', 'Hant', 'Jpan', 'Thai', 'Laoo', 'Khmr', 'Mymr'])

/**
 * Reads what is to be translated. Cues keep their numbers, their order and their times.
 *
 * @throws {AppError} `invalid` for subtitles without cues; `too_large`
 */
export function openTranslation(
  { text = '', srt }: { text?: string; srt?: string },
  { script = '' }: Language,
  bounds: LineBounds,
): OpenedTranslation {
  if (srt === undefined) {
    const document = textDocument(text, !UNSPACED.has(script))
    return { document, result: (translations) => ({ text: document.write(translations).join('') }) }
  }
  const cues = readNumberedCues(srt)
  const refusal = refusalOf(cues.length)
  if (refusal !== undefined) throw new AppError(refusal.code, refusal.reason, { param: 'srt' })
  const numbers = cues.map(({ number }, index) => number ?? index + 1)
  const document = cueDocument(cues, numbers, bounds)
  return {
    document,
    result(translations) {
      const texts = document.write(translations)
      const written = cues.map((cue, index) => ({ ...cue, text: texts[index] ?? '' }))
      return { srt: writeSrt(written, numbers) }
    },
  }
}

/** Lines of one request: more are miscounted by small models. @limit translate-piece-lines count */
export const MAX_PIECE_LINES = 30
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]{0,3}$/

/** The end of the piece that begins with an item: after a sentence, where one ends late enough. */
function nextPiece(items: readonly TranslationItem[], from: number, maxCharacters: number): number {
  let characters = 0
  let to = from
  let sentence = from
  while (to < items.length && to - from < MAX_PIECE_LINES) {
    const text = items[to]?.text ?? ''
    characters += text.length
    if (to > from && characters > maxCharacters) break
    to += 1
    if (SENTENCE_END.test(text)) sentence = to
  }
  if (to === items.length) return to
  return sentence - from >= (to - from) / 2 ? sentence : to
}
