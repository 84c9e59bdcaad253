import { Type } from '@sinclair/typebox'
import { defineTask } from '../../core/tasks/define-task.ts'
import { countCharacters } from '../../platform/subprocess.ts'
import { requireTexts } from './embed-task.ts'
import {
  batchesOf,
  ModelWork,
  type ModelWorkOptions,
  modelTask,
  type TaskForm,
} from './model-work.ts'

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

/** Ranks documents by a question. Each has a score of its own, so that they may be asked in batches. */
export function rerankTask(form: TaskForm, options: ModelWorkOptions) {
  const { choose, shared } = modelTask('rerank', form, options)
  return defineTask({
    ...shared,
    kind: form === 'client' ? 'rerank' : 'ranking',
    idPrefix: form === 'client' ? 'rer_' : 'rnk_',
    input: RerankInput,
    result: RerankResult,
    async check(caller, { model, query, documents }) {
      const { engine } = await choose(caller, model)
      requireTexts([query], engine.maxCharacters, 'query')
      requireTexts(documents, engine.maxCharacters, 'documents')
    },
    async run({ model: name, query, documents, surface }, context) {
      const choice = await choose(context.caller, name)
      const characters = [query, ...documents].reduce((sum, one) => sum + countCharacters(one), 0)
      const request = { choice, surface, characters, param: 'documents' }
      const model = choice.model.name
      const scores: number[] = []
      const tokens = await new ModelWork(options, request, context).each(
        batchesOf(documents, (one) => countCharacters(one) + query.length),
        (source, batch, signal) => source.rerank({ model, query, documents: batch }, signal),
        (answer) => scores.push(...answer.scores),
      )
      return { engine: choice.engine.id, model, scores, tokens }
    },
  })
}
export type RerankTask = ReturnType<typeof rerankTask>
