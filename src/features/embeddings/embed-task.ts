import { Type } from '@sinclair/typebox'
import type { AdmissionLimits } from '../../core/tasks/admission.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { EmbeddingInput } from '../../engines/contract/vectors.ts'
import { float32ToBase64 } from '../../platform/bytes.ts'
import { AppError } from '../../platform/errors.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import {
  batchesOf,
  ModelWork,
  type ModelWorkOptions,
  modelTask,
  type TaskForm,
} from './model-work.ts'

/** @limit embedding-inputs count */
export const MAX_INPUTS = 2_048
/** Of all inputs of a request together, in code points. @limit embedding-characters characters */
export const MAX_EMBEDDING_CHARACTERS = 2_000_000
/** Of all vectors of an answer together. @limit embedding-numbers count */
export const MAX_EMBEDDING_NUMBERS = 4 * 1024 * 1024
/** What a token is at least, in code points, where an input is given as tokens. */
const CHARACTERS_PER_TOKEN = 4

/**
 * Requests for embeddings and rankings, which clients send several of at a time.
 *
 * @limit embedding-requests count max
 * @limit embedding-requests-owner count maxPerOwner
 */
export const EMBEDDING_ADMISSION: AdmissionLimits = { max: 32, maxPerOwner: 8 }

const EmbedInput = Type.Object({
  /** `auto`, an engine, `engine/model`, a model, or an alias. */
  model: Type.String(),
  inputs: Type.Array(Type.Union([Type.String(), Type.Array(Type.Integer())])),
  dimensions: Type.Optional(Type.Integer()),
  /** In usage records. */
  surface: Type.String(),
})

const EmbedResult = Type.Object({
  engine: Type.String(),
  model: Type.String(),
  /** In the order of the inputs, each as base64 of numbers of 32 bits. */
  vectors: Type.Array(Type.String()),
  /** As the server has counted them; 0 where it does not. */
  tokens: Type.Integer(),
})

/** Turns texts into vectors. */
export function embedTask(form: TaskForm, options: ModelWorkOptions) {
  const { choose, shared } = modelTask('embedding', form, options)
  return defineTask({
    ...shared,
    kind: form === 'client' ? 'embedding' : 'indexing',
    idPrefix: form === 'client' ? 'emb_' : 'idx_',
    input: EmbedInput,
    result: EmbedResult,
    async check(caller, { model, inputs }) {
      const { engine } = await choose(caller, model)
      requireTexts(inputs, engine.maxCharacters, 'input')
    },
    async run({ model: name, inputs, dimensions, surface }, context) {
      const choice = await choose(context.caller, name)
      const characters = inputs.reduce((sum, one) => sum + charactersOf(one), 0)
      const work = new ModelWork(options, { choice, surface, characters, param: 'input' }, context)
      const model = choice.model.name
      const vectors: string[] = []
      const tokens = await work.each(
        batchesOf(inputs, charactersOf),
        (source, batch, signal) => source.embed({ model, inputs: batch, dimensions }, signal),
        (answer) => {
          const length = answer.vectors[0]?.length ?? 0
          if (length * inputs.length > MAX_EMBEDDING_NUMBERS) throw tooManyNumbers(length)
          vectors.push(...answer.vectors.map(float32ToBase64))
        },
      )
      return { engine: choice.engine.id, model, vectors, tokens }
    },
  })
}
export type EmbedTask = ReturnType<typeof embedTask>

/**
 * @param maxCharacters Of one of them, as the engine has it
 * @throws {AppError} `invalid` for an empty one, `too_long`
 */
export function requireTexts(
  inputs: readonly EmbeddingInput[],
  maxCharacters: number,
  param: string,
): void {
  let total = 0
  for (const [at, one] of inputs.entries()) {
    const characters = charactersOf(one)
    if (one.length === 0)
      throw new AppError('invalid', `Request body is invalid: ${param}[${at}] is empty`, { param })
    if (characters > maxCharacters)
      throw new AppError(
        'too_long',
        `A text is too long: ${param}[${at}] has ${characters} characters, the bound is ${maxCharacters}`,
        { param },
      )
    total += characters
  }
  if (total > MAX_EMBEDDING_CHARACTERS)
    throw new AppError(
      'too_long',
      `The texts are too long together: they have ${total} characters, the bound is ${MAX_EMBEDDING_CHARACTERS}. Send fewer at once`,
      { param },
    )
}

function charactersOf(input: EmbeddingInput): number {
  return typeof input === 'string' ? countCharacters(input) : input.length * CHARACTERS_PER_TOKEN
}

function tooManyNumbers(length: number): AppError {
  const most = Math.floor(MAX_EMBEDDING_NUMBERS / length)
  return new AppError(
    'too_long',
    `The answer would be too long: of this model, whose vectors have ${length} numbers, at most ${most} inputs fit into one request`,
    { param: 'input', modelHasRun: true },
  )
}
