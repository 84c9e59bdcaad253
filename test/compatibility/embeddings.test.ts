import { expect, test } from 'bun:test'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { OpenAIEmbeddings } from '@langchain/openai'
import { embed, embedMany } from 'ai'
import { failureOf, ollamaClient, openaiClient } from '../support/clients.ts'
import { startModelServer } from '../support/model-servers.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import {
  type EmbeddingDouble,
  llamaEmbedder,
  searchingService,
  vectorOf,
} from '../support/vector-servers.ts'

const MODEL = 'llamacpp/nomic.gguf'
const TEXTS = ['The boiler is in the cellar.', 'Bins', 'Ælfgar 🐈']

/** Vectors as clients hold them, of 32 bits. */
const rounded = (vector: readonly number[]) => vector.map(Math.fround)
const EXPECTED = TEXTS.map((text) => rounded(vectorOf(text)))

/** A service that has found a llama.cpp server with an embedding model. */
async function start() {
  const double: EmbeddingDouble = { calls: [] }
  const server = startModelServer(llamaEmbedder('/m/nomic.gguf', double))
  const service = searchingService([server.port])
  return {
    service,
    double,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await server.stop()
    },
  }
}

test('openai: embeddings come as base64, which the client asks for by itself, and as numbers', async () => {
  await using started = await start()
  const client = openaiClient(started.service)
  const answer = await client.embeddings.create({ model: 'auto', input: TEXTS })
  expect(answer.data.map(({ embedding }) => rounded(embedding))).toEqual(EXPECTED)
  expect(answer.data.map(({ index }) => index)).toEqual([0, 1, 2])
  expect(answer.model).toBe(MODEL)
  const tokens = TEXTS.reduce((sum, text) => sum + text.length, 0)
  expect(answer.usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens })
  const one = await client.embeddings.create({
    ...{ model: MODEL, input: TEXTS[0] ?? '', encoding_format: 'float' },
  })
  expect(rounded(one.data[0]?.embedding ?? [])).toEqual(EXPECTED[0] ?? [])
  const asTokens = await client.embeddings.create({ model: MODEL, input: [[5, 6], [7]] })
  expect(asTokens.data.map(({ embedding }) => embedding[0])).toEqual([2, 1])
  // The client sees the models with what they do.
  const list = await client.models.list()
  expect(list.data.find(({ id }) => id === MODEL)).toMatchObject({ capabilities: ['embedding'] })
  const refused = await failureOf(client.embeddings.create({ model: 'demo', input: 'x' }))
  expect(refused).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
})

test('AI SDK: one text and many, in several calls at a time', async () => {
  await using started = await start()
  const { url } = started.service
  const hearth = createOpenAICompatible({
    ...{ name: 'hearth', baseURL: `${url}/v1`, apiKey: PRIMARY_KEY },
  })
  const model = hearth.textEmbeddingModel(MODEL)
  const one = await embed({ model, value: TEXTS[0] ?? '', maxRetries: 0 })
  expect(rounded(one.embedding)).toEqual(EXPECTED[0] ?? [])
  const values = Array.from({ length: 2_049 }, (_, at) => `text ${at}`)
  const many = await embedMany({ model, values, maxRetries: 0 })
  expect(many.embeddings.map(([length]) => length)).toEqual(values.map(({ length }) => length))
  expect(many.usage.tokens).toBeGreaterThan(0)
  const failure = await failureOf(embed({ model: hearth.textEmbeddingModel('none'), value: 'x' }))
  expect(failure).toMatchObject({ statusCode: 404 })
})

test('LangChain: a query, and documents in its own batches', async () => {
  await using started = await start()
  const embeddings = new OpenAIEmbeddings({
    ...{ model: MODEL, apiKey: PRIMARY_KEY, batchSize: 2, maxRetries: 0 },
    configuration: { baseURL: `${started.service.url}/v1` },
  })
  expect(rounded(await embeddings.embedQuery(TEXTS[0] ?? ''))).toEqual(EXPECTED[0] ?? [])
  expect((await embeddings.embedDocuments(TEXTS)).map(rounded)).toEqual(EXPECTED)
  expect(started.double.calls.map(({ input }) => input.length).toSorted()).toEqual([1, 1, 2])
})

test('ollama: embed with one text, several and none, and the older call', async () => {
  await using started = await start()
  const client = ollamaClient(started.service)
  const one = await client.embed({ model: 'nomic.gguf', input: TEXTS[0] ?? '' })
  expect(one.embeddings.map(rounded)).toEqual(EXPECTED.slice(0, 1))
  expect(one).toMatchObject({ model: 'nomic.gguf', prompt_eval_count: 28, load_duration: 0 })
  const options = { num_ctx: 2048 }
  const many = await client.embed({ model: 'auto', input: TEXTS, truncate: true, options })
  expect(many.embeddings.map(rounded)).toEqual(EXPECTED)
  expect((await client.embed({ model: 'auto', input: '' })).embeddings).toEqual([])
  const older = await client.embeddings({ model: MODEL, prompt: TEXTS[1] ?? '', keep_alive: '5m' })
  expect(rounded(older.embedding)).toEqual(EXPECTED[1] ?? [])
  expect((await client.embeddings({ model: MODEL, prompt: '' })).embedding).toEqual([])
  const shown = await client.show({ model: 'nomic.gguf' })
  expect(shown.capabilities).toEqual(['embedding'])
  const refused = await failureOf(client.embed({ model: 'demo', input: 'x' }))
  expect(refused).toMatchObject({ status_code: 404 })
  expect(Reflect.get(Object(refused), 'error')).toContain('does not make embeddings')
})
