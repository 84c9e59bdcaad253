import { Type } from '@sinclair/typebox'
import { type Caller, requireCapability } from '../../core/caller.ts'
import { SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { VectorModels } from '../../core/engines/vector-models.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import { requireTexts } from './embed-task.ts'
import { batchesOf, ModelWork, type ModelWorkOptions } from './model-work.ts'

/** @limit rerank-documents count */
export const MAX_DOCUMENTS = 1_000

const RerankInput = Type.Object({
  /** `auto`, an engine, `engine/model`, a model, or an alias. */
  model: Type.String(),
  query: Type.String(),
  documents: Type.Array(Type.String()),
  /** In usage records. */
  surface: Type.String(),
})

const RerankResult = Type.Object({
  engine: Type.String(),
  model: Type.String(),
  /** In the order of the documents; higher is better. */
  scores: Type.Array(Type.Number()),
  /** As the server has counted them; 0 where it does not. */
  tokens: Type.Integer(),
})

/**
 * Ranks documents by a question. Each has a score of its own, so that they may be asked in batches.
 *
 * @param form As of `embedTask`
 */
export function rerankTask(
  form: 'client' | 'service',
  options: ModelWorkOptions & { vectorModels: VectorModels },
) {
  const { vectorModels, engineLanes } = options
  const isClient = form === 'client'
  const allowed = (caller: Caller) => (isClient ? caller : { ...caller, engines: null })
  return defineTask({
    kind: isClient ? 'rerank' : 'ranking',
    idPrefix: isClient ? 'rer_' : 'rnk_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { model }) => {
      const choice = vectorModels.peek(allowed(caller), 'rerank', model)
      return choice === undefined ? SHARED_LANE : engineLanes.of(choice.engine.id)
    },
    admission: isClient ? 'embedding' : undefined,
    input: RerankInput,
    result: RerankResult,
    authorize(caller) {
      if (isClient) requireCapability(caller, 'embeddings')
    },
    async check(caller, { model, query, documents }) {
      await vectorModels.refresh(allowed(caller), 'rerank', model)
      const { engine } = vectorModels.select(allowed(caller), 'rerank', model)
      requireTexts([query], engine.maxCharacters, 'query')
      requireTexts(documents, engine.maxCharacters, 'documents')
    },
    durationKey: ({ model }) => model,
    async run({ model: name, query, documents, surface }, context) {
      const caller = allowed(context.caller)
      await vectorModels.refresh(caller, 'rerank', name)
      const choice = vectorModels.select(caller, 'rerank', name)
      const characters = [query, ...documents].reduce((sum, one) => sum + countCharacters(one), 0)
      const asked = { choice, surface, characters, param: 'documents' }
      const model = choice.model.name
      const scores: number[] = []
      let tokens = 0
      await new ModelWork(options, asked, context).each(
        batchesOf(documents, (one) => countCharacters(one) + query.length),
        (source, batch, signal) => source.rerank({ model, query, documents: batch }, signal),
        (answer) => {
          scores.push(...answer.scores)
          tokens += answer.tokens
        },
      )
      return { engine: choice.engine.id, model, scores, tokens }
    },
  })
}
export type RerankTask = ReturnType<typeof rerankTask>
