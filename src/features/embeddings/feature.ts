import type { Core } from '../../create-core.ts'
import { EMBEDDING_ADMISSION, embedTask } from './embed-task.ts'
import { Embedder } from './embedder.ts'
import { ollamaEmbeddingRoutes } from './ollama-routes.ts'
import { rerankTask } from './rerank-task.ts'
import { embeddingRoutes } from './routes.ts'

/** Embeddings and rankings, for clients and for other features. */
export function createEmbeddings(core: Core) {
  const { accounts, engineLanes, vectorModels, discoveries, limits, log, now, runs } = core
  const options = {
    accounts,
    engineLanes,
    vectorModels,
    modelLoadWaitMs: limits.modelLoadWaitMs,
    onFailure: () => void discoveries.text.scan(),
    log,
    now,
  }
  const client = { embed: embedTask('client', options), rerank: rerankTask('client', options) }
  const service = { embed: embedTask('service', options), rerank: rerankTask('service', options) }
  return {
    name: 'embeddings',
    tasks: [client.embed, client.rerank, service.embed, service.rerank],
    admission: { embedding: EMBEDDING_ADMISSION },
    routes: () => [embeddingRoutes(core, client), ollamaEmbeddingRoutes(core, client.embed)],
    embedder: new Embedder({ runs, vectorModels, ...service }),
  }
}
