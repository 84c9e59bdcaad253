import { expect, test } from 'bun:test'
import { OpenAiHttp } from '../../src/engines/openai-http/openai-http.ts'
import {
  llamaServer,
  lmStudioServer,
  ollamaServer,
  startModelServer,
} from '../support/model-servers.ts'
import { thrown } from '../support/thrown.ts'
import {
  DIMENSIONS,
  type EmbeddingDouble,
  embeddings,
  failure,
  llamaEmbedder,
  llamaReranker,
  vectorOf,
} from '../support/vector-servers.ts'

const SIGNAL = AbortSignal.timeout(60_000)

interface Named {
  models?: string[]
  embedding_models?: string[]
  rerank_models?: string[]
}

/** The engine of a server, which has been read. */
async function engineOf(url: string, named: Named = {}) {
  const engine = new OpenAiHttp({
    ...{ id: 'local', adapter: 'openai-http', base_url: url },
    ...{ max_characters: 1_000, timeout_seconds: 60 },
    ...named,
  })
  await engine.refresh(SIGNAL)
  return engine
}

async function usesOf(url: string, named?: Named) {
  const { models, vectors } = await engineOf(url, named)
  return [models, vectors.vectorModels.map(({ name, use }) => `${name}: ${use}`)]
}

test('each kind of server says which of its models embed or rank, and those are not for chats', async () => {
  const servers = [
    [llamaEmbedder('/m/nomic.gguf', { calls: [] }), [[], ['nomic.gguf: embedding']]],
    [llamaReranker('/m/bge-reranker.gguf'), [[], ['bge-reranker.gguf: rerank']]],
    [llamaServer('/m/qwen3.gguf'), [['qwen3.gguf'], []]],
    [ollamaServer(), [['gemma3:4b', 'llama3.2:latest'], ['nomic-embed-text:latest: embedding']]],
    [
      lmStudioServer(),
      [
        ['qwen2-vl-7b-instruct', 'meta-llama-3.1-8b-instruct'],
        ['text-embedding-nomic-embed-text-v1.5: embedding'],
      ],
    ],
    [vllm(['/v1/embeddings', '/v1/rerank', '/v1/score']), [[], ['BAAI/bge-m3: embedding']]],
    [vllm(['/v1/rerank', '/v1/score', '/classify']), [[], ['BAAI/bge-m3: rerank']]],
    // Before it told its paths by its model, it had them all.
    [vllm(['/v1/chat/completions', '/v1/embeddings']), [['BAAI/bge-m3'], []]],
    [vllm(undefined), [['BAAI/bge-m3'], []]],
    [LOCAL_AI, [['qwen3'], ['bert: embedding', 'jina: rerank']]],
    [ROUTER, [['qwen3'], ['nomic: embedding', 'bge: rerank']]],
  ] as const
  for (const [replies, expected] of servers) {
    await using server = startModelServer(replies)
    expect(await usesOf(server.url)).toEqual(expected as never)
    // Nothing was loaded or asked for it.
    expect(server.asked.filter((path) => path.includes('chat'))).toEqual([])
  }
})

/** vLLM with the paths of its OpenAPI document. */
function vllm(paths: readonly string[] | undefined) {
  const id = 'BAAI/bge-m3'
  return {
    '/v1/models': { object: 'list', data: [{ id, owned_by: 'vllm', max_model_len: 8192 }] },
    ...(paths === undefined
      ? {}
      : { '/openapi.json': { paths: Object.fromEntries(paths.map((path) => [path, {}])) } }),
  }
}

const LOCAL_AI = {
  '/v1/models': { data: ['qwen3', 'bert', 'jina'].map((id) => ({ id, object: 'model' })) },
  '/.well-known/localai.json': { version: 'v4.0.0', endpoints: {} },
  '/v1/models/capabilities': {
    object: 'list',
    data: [
      {
        id: 'qwen3',
        capabilities: ['chat', 'completion', 'embeddings'],
        output_modalities: ['text'],
      },
      { id: 'bert', capabilities: ['embeddings'], output_modalities: [] },
      { id: 'jina', capabilities: ['rerank'], output_modalities: [] },
    ],
  },
}

/** A router of llama.cpp, with the arguments of each model as it lists them. */
const ROUTER = {
  '/v1/models': {
    data: [
      ['qwen3', ['llama-server', '--ctx-size', '2048']],
      ['nomic', ['llama-server', '--embeddings', '--pooling', 'mean']],
      ['bge', ['llama-server', '--reranking']],
    ].map(([id, args]) => ({ id, owned_by: 'llamacpp', status: { value: 'unloaded', args } })),
  },
}

test('the owner names models whose server does not say what they do', async () => {
  await using server = startModelServer({
    '/v1/models': { data: [{ id: 'qwen3' }, { id: 'bge-m3' }, { id: 'ranker' }] },
  })
  const named = { embedding_models: ['bge-m3'], rerank_models: ['ranker'] }
  expect(await usesOf(server.url, named)).toEqual([
    ['qwen3'],
    ['bge-m3: embedding', 'ranker: rerank'],
  ])
  // A list of models is the whole of them.
  await using ollama = startModelServer(ollamaServer())
  expect(await usesOf(ollama.url, { models: ['gemma3:4b'] })).toEqual([['gemma3:4b'], []])
  expect(await usesOf(ollama.url, { models: ['gemma3:4b', 'nomic-embed-text'] })).toEqual([
    ['gemma3:4b'],
    ['nomic-embed-text: embedding'],
  ])
})

test('vectors come in the order of the inputs, as numbers or base64, with tokens', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using server = startModelServer(llamaEmbedder('/m/nomic.gguf', double))
  const { vectors } = await engineOf(server.url)
  const inputs = ['one', 'three', [5, 6]]
  const told = await vectors.embed({ model: 'nomic.gguf', inputs }, SIGNAL)
  expect(told.vectors.map((one) => [...one])).toEqual(
    inputs.map((one) => [...new Float32Array(vectorOf(one))]),
  )
  expect(told.tokens).toBe(10)
  // The path of its file is its id on the server.
  expect(double.calls).toEqual([
    { model: '/m/nomic.gguf', input: inputs, encoding_format: 'float' } as never,
  ])
  const base64 = Buffer.from(new Float32Array([1, -0.5]).buffer).toString('base64')
  double.before = () => Response.json({ data: [{ embedding: base64 }] })
  const other = await vectors.embed({ model: 'nomic.gguf', inputs: ['x'] }, SIGNAL)
  expect(other).toEqual({ vectors: [new Float32Array([1, -0.5])], tokens: 0 })
})

test('vectors that are not whole, of other lengths or not as asked are refused', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using server = startModelServer(llamaEmbedder('/m/nomic.gguf', double))
  const { vectors } = await engineOf(server.url)
  const ask = async (reply: object | Response | undefined, dimensions?: number) => {
    double.before = () =>
      reply === undefined || reply instanceof Response ? reply : Response.json(reply)
    const request = { model: 'nomic.gguf', inputs: ['a', 'b'], dimensions }
    const error = await thrown(vectors.embed(request, SIGNAL))
    return [Reflect.get(Object(error), 'kind'), Reflect.get(Object(error), 'message')]
  }
  const two = (a: unknown, b: unknown, index = 1) => ({
    data: [
      { index: 0, embedding: a },
      { index, embedding: b },
    ],
  })
  const faults = [
    ...[{}, { data: [] }, { data: [{ index: 0, embedding: [1] }] }, two([1], ['x'])],
    ...[two([1], [1, 2]), two([1], [null]), two([1], [1], 0), two([1], [1], 4_000_000_000)],
    ...[two('AAAA', 'AAAA'), two('', ''), two([], [])],
  ]
  for (const fault of faults) expect((await ask(fault))[0]).toBe('unknown')
  expect((await ask(new Response('nothing')))[0]).toBe('transient')
  expect(await ask(undefined, 2)).toEqual([
    'request',
    `The vectors of this model have ${DIMENSIONS} numbers, and it cannot shorten them to 2: leave out dimensions`,
  ])
  const long =
    'input (3001 tokens) is too large to process. increase the physical batch size (current batch size: 2048)'
  expect(await ask(failure(500, long))).toEqual([
    'context_exceeded',
    `The engine answered 500: ${long}`,
  ])
})

test('a ranking has a score for each document, else it is refused', async () => {
  const calls: { query: string; documents: string[] }[] = []
  await using server = startModelServer(llamaReranker('/m/bge.gguf', calls))
  const { vectors } = await engineOf(server.url)
  const request = { model: 'bge.gguf', query: 'cat', documents: ['a dog', 'a cat'] }
  expect(await vectors.rerank(request, SIGNAL)).toEqual({ scores: [-5, 2.5], tokens: 9 })
  for (const results of [
    [],
    [{ index: 1, relevance_score: 1 }],
    [{ index: 7, relevance_score: 1 }],
  ]) {
    server.become({ '/v1/rerank': { results } })
    expect(await thrown(vectors.rerank(request, SIGNAL))).toMatchObject({ kind: 'unknown' })
  }
})

test('an embedding server that stops in the middle is unreachable', async () => {
  await using server = startModelServer({
    '/v1/models': { data: [{ id: 'bge' }] },
    '/v1/embeddings': embeddings({ calls: [] }),
  })
  const { vectors } = await engineOf(server.url, { embedding_models: ['bge'] })
  await server.stop()
  const request = { model: 'bge', inputs: ['x'] }
  expect(await thrown(vectors.embed(request, SIGNAL))).toMatchObject({ kind: 'unreachable' })
})
