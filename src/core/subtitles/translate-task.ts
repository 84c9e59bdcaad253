import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import { requireBrand } from '../brands/brands.ts'
import { type Caller, requireCapability } from '../caller.ts'
import type { TaskContext } from '../tasks/define-task.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Answerer } from '../text/answer.ts'
import { type EngineLanes, SHARED_LANE } from '../text/engine-lanes.ts'
import { answerRequester, jsonSchemaOptions } from '../text/formatted-answer.ts'
import { AUTO, type Models } from '../text/models.ts'
import type { TextEvent } from '../text/text-event.ts'
import type { FindBrand } from './brand.ts'
import { boundsOf } from './caption-rules.ts'
import { type Language, requireLanguage } from './language.ts'
import { type OpenedTranslation, openTranslation } from './open-translation.ts'
import { SUBTITLE_ADMISSION } from './perfect-task.ts'
import { nextPiece } from './translation-pieces.ts'
import { TRANSLATION_SCHEMA } from './translation-prompt.ts'
import { Translator } from './translator.ts'

/** Characters that one request to an engine translates. See Limits. */
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
  answerer: Answerer
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
          ...{ owner: context.caller.owner, jobId: context.id, title: input.title, result },
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
  answerer: Answerer
  findBrand: FindBrand
  candidates: readonly Candidate[]
  target: Language
  source: Language | undefined
}

async function translated(
  input: TranslateInput,
  { document, result }: OpenedTranslation,
  { answerer, findBrand, candidates, target, source }: TranslationParts,
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
      answerer,
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
