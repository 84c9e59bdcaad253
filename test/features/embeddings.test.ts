import { expect, test } from 'bun:test'
import { OpenAiHttp } from '../../src/engines/openai-http/openai-http.ts'
import { MAX_EMBEDDING_NUMBERS, MAX_INPUTS } from '../../src/features/embeddings/embed-task.ts'
import { MAX_BATCH_ITEMS } from '../../src/features/embeddings/model-work.ts'
import { MAX_DOCUMENTS } from '../../src/features/embeddings/rerank-task.ts'
import { MAX_EMBEDDING_BYTES } from '../../src/features/embeddings/schema.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { ollamaServer, startModelServer } from '../support/model-servers.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import {
  type EmbeddingDouble,
  embeddings,
  failure,
  llamaEmbedder,
  llamaReranker,
  searchingApp,
  vectorOf,
} from '../support/vector-servers.ts'

const embed = (service: TestApp, body: object) =>
  service.asOwner('POST', '/v1/embeddings', { model: 'auto', ...body })
const rank = (service: TestApp, body: object) => service.asOwner('POST', '/v1/rerank', body)

async function refusal(answer: Promise<Response>) {
  const response = await answer
  const body: unknown = await response.json()
  return [response.status, pick(body, 'code'), pick(body, 'detail')]
}

/** A service with an Ollama that has a chat model and an embedding model. */
function withOllama(double: EmbeddingDouble) {
  const server = startModelServer({ ...ollamaServer(), '/v1/embeddings': embeddings(double) })
  const service = searchingApp([server.port])
  return {
    service,
    server,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await server.stop()
    },
  }
}

test('POST /v1/embeddings answers texts and tokens by the embedding model, as numbers or base64', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using both = withOllama(double)
  const { service } = both
  const one = await embed(service, { input: 'The boiler' })
  expect(one.headers.get('content-type')).toBe('application/json')
  expect(await one.json()).toEqual({
    object: 'list',
    model: 'ollama/nomic-embed-text:latest',
    usage: { prompt_tokens: 10, total_tokens: 10 },
    data: [{ object: 'embedding', index: 0, embedding: [10, 84, 114, 0.333333343] }],
  })
  const texts = ['a', 'bcd']
  const base64 = await (await embed(service, { input: texts, encoding_format: 'base64' })).json()
  for (const [at, item] of pickList(base64, 'data').entries())
    expect(pick(item, 'embedding')).toBe(
      Buffer.from(new Float32Array(vectorOf(texts[at] ?? '')).buffer).toString('base64'),
    )
  await (await embed(service, { input: [7, 8] })).json()
  await (await embed(service, { input: [[7], [8, 9]] })).json()
  expect(double.calls.map(({ input }) => input)).toEqual([
    ['The boiler'],
    texts,
    [[7, 8]],
    [[7], [8, 9]],
  ] as never)
  // Every name of it, with or without its tag; the usage has a row for each, without credits.
  for (const model of ['nomic-embed-text', 'nomic-embed-text:latest', 'ollama'])
    expect((await embed(service, { model, input: 'x' })).status).toBe(200)
  const usage = await service.asOwner('GET', '/admin/usage?group_by=surface,engine,model,outcome')
  expect(await pickFrom(usage, 'items')).toMatchObject([
    {
      ...{ surface: 'embeddings', engine: 'ollama', model: 'nomic-embed-text:latest' },
      ...{ outcome: 'succeeded', model_calls: 7, characters_in: 37, credits: 0 },
    },
  ])
})

test('POST /v1/embeddings takes dimensions where the model has them, and refuses them in words', async () => {
  const double: EmbeddingDouble = { calls: [], shortens: true }
  await using both = withOllama(double)
  const shorter = await embed(both.service, { input: 'x', dimensions: 2 })
  expect(await pickFrom(shorter, 'data.0.embedding')).toEqual([1, 120])
  double.shortens = false
  const refused = await refusal(embed(both.service, { input: 'x', dimensions: 2 }))
  expect(refused).toEqual([
    400,
    'engine_refused',
    'The vectors of this model have 4 numbers, and it cannot shorten them to 2: leave out dimensions',
  ])
})

test('a long request is worked on in batches, between which a chat goes on', async () => {
  const order: string[] = []
  const asked = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  const double: EmbeddingDouble = {
    calls: [],
    before: async ({ input }) => {
      order.push(`embed ${input.length}`)
      asked.resolve()
      await sent.promise
      return undefined
    },
  }
  await using both = withOllama(double)
  const { service, server } = both
  server.become({
    ...ollamaServer(),
    '/v1/embeddings': embeddings(double),
    '/v1/chat/completions': () => {
      order.push('chat')
      return Response.json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
    },
  })
  const input = Array.from({ length: MAX_BATCH_ITEMS * 2 + 1 }, (_, at) => `text ${at}`)
  const long = embed(service, { input })
  await asked.promise
  const messages = [{ role: 'user', content: 'hi' }]
  const chat = service.asOwner('POST', '/v1/chat/completions', { model: 'auto', messages })
  await until(service, () => service.services.queue.lanes()[0]?.waiting.length === 1)
  sent.resolve()
  expect((await chat).status).toBe(200)
  const data = pickList(await (await long).json(), 'data')
  expect(data.map((item) => pick(item, 'index'))).toEqual(input.map((_, at) => at))
  expect(pick(data[64], 'embedding.0')).toBe('text 64'.length)
  expect(order).toEqual(['embed 32', 'chat', 'embed 32', 'embed 1'])
})

/** Resolves when the queue has changed so that something holds. */
async function until({ services }: TestApp, holds: () => boolean): Promise<void> {
  const done = Promise.withResolvers<void>()
  const check = () => holds() && done.resolve()
  const remove = services.queue.onChange(check)
  check()
  await done.promise
  remove()
}

test('POST /v1/embeddings refuses what is empty, too much or too long before any engine is asked', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using both = withOllama(double)
  const { service } = both
  const status = async (input: unknown) => (await embed(service, { input })).status
  const many = (count: number) => Array.from({ length: count }, () => 'x')
  expect(await status(many(MAX_INPUTS))).toBe(200)
  expect(await status(many(MAX_INPUTS + 1))).toBe(422)
  for (const input of ['', [], [''], ['a', ''], [[]], [1.5], [-1], ['a', 1], undefined, {}])
    expect([input, await status(input)]).toEqual([input, 422])
  const most = 'x'.repeat(100_000)
  expect(await status(most)).toBe(200)
  expect(await refusal(embed(service, { input: `${most}x` }))).toEqual([
    422,
    'too_long',
    'A text is too long: input[0] has 100001 characters, the bound is 100000',
  ])
  expect(await status(Array.from({ length: 20 }, () => most))).toBe(200)
  expect((await refusal(embed(service, { input: [...Array(20).fill(most), 'x'] })))[1]).toBe(
    'too_long',
  )
  expect((await refusal(embed(service, { input: 'x'.repeat(MAX_EMBEDDING_BYTES) })))[1]).toBe(
    'too_large',
  )
  expect(double.calls.length).toBe(2 + MAX_INPUTS / MAX_BATCH_ITEMS + 19)
})

test('an answer that would be too long is refused after its first batch', async () => {
  const length = 4_096
  const most = MAX_EMBEDDING_NUMBERS / length
  const double: EmbeddingDouble = { calls: [], dimensions: length }
  await using both = withOllama(double)
  const input = Array.from({ length: most + 1 }, () => 'x')
  expect(await refusal(embed(both.service, { input }))).toEqual([
    422,
    'too_long',
    `The answer would be too long: of this model, whose vectors have ${length} numbers, at most ${most} inputs fit into one request`,
  ])
  expect(double.calls).toHaveLength(1)
})

test('models that embed are in the list with what they do; chats refuse them, and they chats', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using both = withOllama(double)
  const { service } = both
  const list: unknown = await (await service.asOwner('GET', '/v1/models')).json()
  const last = pickList(list, 'data').at(-1)
  expect(last).toMatchObject({
    ...{ id: 'ollama/nomic-embed-text:latest', owned_by: 'ollama', context_length: 2048 },
    ...{ capabilities: ['embedding'], available: true },
  })
  const one = await service.asOwner('GET', '/v1/models/ollama/nomic-embed-text:latest')
  expect(await one.json()).toMatchObject({ capabilities: ['embedding'] })
  const tags: unknown = await (await service.asOwner('GET', '/api/tags')).json()
  expect(JSON.stringify(tags)).not.toContain('nomic')
  for (const model of ['nomic-embed-text', 'ollama/nomic-embed-text:latest']) {
    const messages = [{ role: 'user', content: 'hi' }]
    const chat = service.asOwner('POST', '/v1/chat/completions', { model, messages })
    expect(await refusal(chat)).toEqual([
      404,
      'model_not_found',
      `The model ${model} makes embeddings and answers no questions: take one with the capability completion, or auto`,
    ])
  }
  for (const model of ['gemma3:4b', 'ollama/gemma3:4b'])
    expect(await refusal(embed(service, { model, input: 'x' }))).toEqual([
      404,
      'model_not_found',
      `The model ${model} does not make embeddings: GET /v1/models lists them with the capability embedding`,
    ])
  expect((await refusal(embed(service, { model: 'none', input: 'x' })))[1]).toBe('model_not_found')
  expect(await refusal(rank(service, { query: 'a', documents: ['b'] }))).toEqual([
    422,
    'invalid',
    'No engine here can rank documents. Subscriptions and their tools cannot; these can: a GGUF file of a reranker in the folder models, llama-server --reranking, vLLM or LocalAI with such a model; Ollama and LM Studio have none',
  ])
})

test('a service with nothing but subscriptions or the demonstration says what can embed', async () => {
  await using service = createTestApp({ engines: [fakeEngine('claude', saying('x'))] })
  for (const model of ['auto', 'claude']) {
    const [status, code, detail] = await refusal(embed(service, { model, input: 'x' }))
    expect([status, code]).toEqual(model === 'auto' ? [422, 'invalid'] : [404, 'model_not_found'])
    expect(detail).toContain(model === 'auto' ? 'ollama pull nomic-embed-text' : 'does not make')
  }
})

test('a server with embeddings alone is used, and stands for no chat', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using server = startModelServer(llamaEmbedder('/m/nomic.gguf', double))
  await using service = searchingApp([server.port])
  expect((await embed(service, { input: 'x' })).status).toBe(200)
  const list: unknown = await (await service.asOwner('GET', '/v1/models')).json()
  const ids = pickList(list, 'data').map((one) => pick(one, 'id'))
  const engines: unknown = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(pickList(engines, 'items').find((one) => pick(one, 'id') === 'llamacpp')).toMatchObject({
    ...{ offered: true, models: [] },
    model_facts: [{ id: 'nomic.gguf', use: 'embedding', context_length: 2048 }],
  })
  // The demonstration goes on answering.
  expect(ids).toEqual(['auto', 'demo', 'demo/demo', 'llamacpp/nomic.gguf'])
  const messages = [{ role: 'user', content: 'hi' }]
  for (const model of ['llamacpp', 'llamacpp/nomic.gguf'])
    expect(
      (await refusal(service.asOwner('POST', '/v1/chat/completions', { model, messages })))[1],
    ).toBe('model_not_found')
  await server.stop()
  const [status, code] = await refusal(embed(service, { input: 'x' }))
  expect([status, code]).toEqual([503, 'no_engine'])
  await service.services.discoveries.text.scan()
  server.restart()
  expect((await embed(service, { input: 'x' })).status).toBe(200)
})

function configuredEngine(url: string, more: { parallel?: number } = {}): OpenAiHttp {
  return new OpenAiHttp({
    ...{ id: 'local', adapter: 'openai-http', base_url: url },
    ...{ max_characters: 1_000, timeout_seconds: 60, ...more },
  })
}

test('a configured engine embeds and ranks, on this machine or another', async () => {
  const served = async (replies: Parameters<typeof startModelServer>[0]) => {
    const server = startModelServer(replies)
    const engines = [configuredEngine(server.url)]
    const service = createTestApp({ engines, speechEngines: [] })
    await service.services.discoveries.text.scan()
    return { server, service }
  }
  const first = await served(llamaEmbedder('/m/nomic.gguf', { calls: [] }))
  await using _embedder = first.server
  await using embedding = first.service
  const vectors = await embed(embedding, { model: 'local', input: ['x', 'yz'] })
  const lengths = pickList(await vectors.json(), 'data').map((one) => pick(one, 'embedding.0'))
  expect(lengths).toEqual([1, 2])
  const second = await served(llamaReranker('/m/bge.gguf'))
  await using _ranker = second.server
  await using ranking = second.service
  const ranked = await rank(ranking, { query: 'bins', documents: ['boiler', 'the bins'] })
  expect(await pickFrom(ranked, 'results.0')).toEqual({ index: 1, relevance_score: 2.5 })
})

test('a configured engine with embeddings alone: auto says so, and the doctor names its models', async () => {
  await using server = startModelServer(llamaEmbedder('/m/nomic.gguf', { calls: [] }))
  // With a lane of its own, an engine is of this machine in any case.
  const engine = configuredEngine(server.url, { parallel: 1 })
  await using service = createTestApp({ engines: [engine], speechEngines: [] })
  await service.services.discoveries.text.scan()
  const list: unknown = await (await service.asOwner('GET', '/v1/models')).json()
  expect(pickList(list, 'data').map((one) => pick(one, 'id'))).toEqual(['local/nomic.gguf'])
  const messages = [{ role: 'user', content: 'hi' }]
  const chat = service.asOwner('POST', '/v1/chat/completions', { model: 'auto', messages })
  expect((await refusal(chat)).slice(0, 2)).toEqual([503, 'no_engine'])
  const doctor: unknown = await (await service.asOwner('GET', '/admin/doctor')).json()
  expect(pickList(doctor, 'items').find((one) => pick(one, 'id') === 'engine.local')).toMatchObject(
    {
      level: 'ok',
      says: expect.stringMatching(/ with nomic\.gguf$/),
    },
  )
})

test('a model that is still loading is waited for; a failure of it is told with when to come back', async () => {
  const replies = [failure(503, 'Loading model', 'unavailable_error')]
  const double: EmbeddingDouble = { calls: [], before: () => replies.shift() }
  await using server = startModelServer(llamaEmbedder('/m/nomic.gguf', double))
  await using service = searchingApp([server.port], { limits: { modelLoadWaitMs: 31 } })
  expect((await embed(service, { input: 'x' })).status).toBe(200)
  replies.push(failure(500, 'out of memory'))
  const failed = await embed(service, { input: 'x' })
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '20'])
  replies.push(failure(500, 'input (900 tokens) is too large to process (current batch size: 512)'))
  expect(await refusal(embed(service, { input: 'x' }))).toEqual([
    400,
    'context_length_exceeded',
    'A text is too long for the model llamacpp/nomic.gguf: it has 900 tokens, the context holds 512',
  ])
  // None of them has parked the server: nothing that a chat would ask is out of use.
  expect((await embed(service, { input: 'x' })).status).toBe(200)
})

test('a client that leaves ends the work of the model, and the lane is free', async () => {
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  await using server = startModelServer({
    ...llamaEmbedder('/m/nomic.gguf', { calls: [] }),
    '/v1/embeddings': async (request: Request) => {
      const { input } = Object(await request.clone().json())
      if (input?.[0] !== 'slow') return embeddings({ calls: [] })(request)
      request.signal.addEventListener('abort', () => left.resolve())
      asked.resolve()
      return await new Promise<Response>(() => {})
    },
  })
  await using service = searchingApp([server.port])
  const abort = new AbortController()
  const { authorization } = service.makeKey({ embeddings: true, agent_engines: ['*'] })
  const init = jsonInit('POST', { model: 'auto', input: 'slow' }, { authorization })
  const gone = service.request('/v1/embeddings', { ...init, signal: abort.signal })
  await asked.promise
  abort.abort()
  expect((await refusal(gone))[1]).toBe('cancelled')
  await left.promise
  expect((await embed(service, { input: 'fast' })).status).toBe(200)
  const usage = await service.asOwner('GET', '/admin/usage?group_by=outcome')
  const outcomes = pickList(await usage.json(), 'items').map((one) => pick(one, 'outcome'))
  expect(outcomes.toSorted()).toEqual(['cancelled', 'succeeded'])
})

test('POST /v1/rerank gives the best documents first, as many as are wanted', async () => {
  const calls: { query: string; documents: string[] }[] = []
  await using server = startModelServer(llamaReranker('/m/bge.gguf', calls))
  await using service = searchingApp([server.port])
  const documents = ['the bins', 'the boiler is here', { text: 'bin' }]
  const body = { model: 'bge.gguf', query: 'boiler', documents }
  expect(await (await rank(service, body)).json()).toEqual({
    object: 'list',
    model: 'llamacpp/bge.gguf',
    usage: { prompt_tokens: 9, total_tokens: 9 },
    results: [
      { index: 1, relevance_score: 2.5 },
      { index: 2, relevance_score: -3 },
      { index: 0, relevance_score: -8 },
    ],
  })
  const best = await rank(service, { ...body, model: undefined, top_n: 1, return_documents: true })
  expect(await pickFrom(best, 'results')).toEqual([
    { index: 1, relevance_score: 2.5, document: { text: 'the boiler is here' } },
  ])
  const many = (count: number) => Array.from({ length: count }, (_, at) => `text ${at}`)
  const all = await rank(service, { ...body, documents: many(MAX_DOCUMENTS) })
  expect(pickList(await all.json(), 'results')).toHaveLength(MAX_DOCUMENTS)
  expect(calls.length).toBe(2 + Math.ceil(MAX_DOCUMENTS / MAX_BATCH_ITEMS))
  for (const wrong of [
    { documents: many(MAX_DOCUMENTS + 1) },
    ...[{ documents: [] }, { documents: [''] }, { documents: [{}] }, { query: '' }, { top_n: 0 }],
  ])
    expect((await rank(service, { ...body, ...wrong })).status).toBe(422)
  expect((await refusal(embed(service, { input: 'x' })))[0]).toBe(422)
})

test('a key needs the capability, and may use the engines of its profile only', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using both = withOllama(double)
  const { service } = both
  await (await embed(service, { input: 'x' })).text()
  const ask = async (profile: Parameters<TestApp['makeKey']>[0]) => {
    const { authorization } = service.makeKey(profile)
    const body = { model: 'auto', input: 'x' }
    const answer = service.request('/v1/embeddings', jsonInit('POST', body, { authorization }))
    const list = await service.request('/v1/models', { headers: { authorization } })
    const isListed = JSON.stringify(await list.json()).includes('nomic')
    return [...(await refusal(answer)).slice(0, 2), isListed]
  }
  const engines = { agent_engines: ['ollama'] }
  expect(await ask({ generate: true, ...engines })).toEqual([403, 'capability_denied', false])
  expect(await ask({ embeddings: true, ...engines })).toEqual([200, undefined, true])
  expect(await ask({ embeddings: true })).toEqual([403, 'capability_denied', false])
})

test('embedder: other features ask for vectors batch by batch, whatever the key of the caller may do', async () => {
  const double: EmbeddingDouble = { calls: [] }
  await using both = withOllama(double)
  const { service } = both
  const { embedder, registry: _, ...services } = service.services
  await services.discoveries.text.scan()
  expect(embedder.model('embedding')).toMatchObject({ id: 'ollama/nomic-embed-text:latest' })
  expect(embedder.model('rerank')).toBeUndefined()
  const { id } = service.makeKey({})
  const caller = {
    ...{ owner: `key:${id}`, actor: 'tester', keyId: id, project: null, product: null },
    ...{ engines: [], capabilities: [], requestId: 'req_test' },
  }
  const texts = Array.from({ length: MAX_BATCH_ITEMS + 1 }, (_, at) => 'x'.repeat(at + 1))
  const abort = new AbortController()
  const request = { surface: 'knowledge', signal: abort.signal }
  const told = await embedder.embed(caller, texts, request)
  expect(told.model).toBe('ollama/nomic-embed-text:latest')
  expect(told.vectors.map((vector) => vector[0])).toEqual(texts.map(({ length }) => length))
  expect(told.vectors[0]).toBeInstanceOf(Float32Array)
  expect(double.calls.map(({ input }) => input.length)).toEqual([MAX_BATCH_ITEMS, 1])
  expect(await embedder.rerank(caller, 'a', [], request)).toEqual([])
  abort.abort()
  const failed = embedder.embed(caller, texts, request).catch((error: unknown) => error)
  expect(await failed).toMatchObject({ code: 'cancelled' })
})
