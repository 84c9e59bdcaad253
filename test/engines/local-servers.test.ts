import { expect, test } from 'bun:test'
import type { ScanResult } from '../../src/engines/contract/any-engine.ts'
import { localServers } from '../../src/engines/local-servers.ts'
import { OpenAiHttp } from '../../src/engines/openai-http/openai-http.ts'
import { freePort } from '../support/free-port.ts'
import {
  llamaRouter,
  llamaServer,
  lmStudioServer,
  localAiServer,
  ollamaServer,
  startModelServer,
  vllmServer,
} from '../support/model-servers.ts'

const KINDS = ['llamacpp', 'localai', 'ollama', 'vllm', 'lmstudio']

/** Scans once at a port that is the default of every kind. */
async function scanPort(port: number, kinds: readonly string[] = KINDS) {
  const [source] = localServers([{ port, kinds }])
  const scan = (): Promise<readonly ScanResult[]> =>
    source?.scan(AbortSignal.timeout(60_000)) ?? Promise.resolve([])
  return { scan, first: await scan() }
}

/** What was found: id, label, and the facts by model. */
function described([result]: readonly ScanResult[]) {
  const engine = result?.engine
  return [
    engine?.id,
    engine?.label,
    engine?.models.map((model) => [model, engine.factsOf?.(model)]),
  ]
}

test('llama.cpp: one model, by the name of its file, with what the server tells of it', async () => {
  await using server = startModelServer(llamaServer('/m/qwen3.gguf', { vision: true, tools: true }))
  const { first } = await scanPort(server.port)
  expect(described(first)).toEqual([
    'llamacpp',
    'llama.cpp',
    [['qwen3.gguf', { contextLength: 4096, images: true, tools: true }]],
  ])
})

test('llama.cpp: the properties are asked for once, however many models are listed', async () => {
  const data = ['a', 'b', 'c'].map((id) => ({ id, owned_by: 'llamacpp' }))
  const props = { default_generation_settings: { n_ctx: 512 } }
  await using server = startModelServer({ '/v1/models': { data }, '/props': props })
  const { first } = await scanPort(server.port)
  const facts = { contextLength: 512 }
  expect(described(first)[2]).toEqual(data.map(({ id }) => [id, facts]))
  expect(server.asked.filter((path) => path.includes('/props'))).toEqual(['GET /props'])
})

test('llama.cpp as a router: the loaded model first, and no other one is loaded by a scan', async () => {
  await using server = startModelServer(llamaRouter())
  const { first } = await scanPort(server.port)
  expect(described(first)[2]).toEqual([
    ['tiny-b', { contextLength: 1024, images: true, tools: true }],
    ['tiny-a', { contextLength: 2048, images: false }],
  ])
  expect(server.asked.filter((path) => path.includes('/props'))).toEqual([
    'GET /props?autoload=false&model=tiny-b',
  ])
})

test('Ollama: models for chats that run on this machine, each one asked for once', async () => {
  await using server = startModelServer(ollamaServer())
  const { scan, first } = await scanPort(server.port)
  const found = [
    'ollama',
    'Ollama',
    [
      ['gemma3:4b', { contextLength: 8192, images: true, tools: false }],
      ['llama3.2:latest', { contextLength: 131_072, images: false, tools: true }],
    ],
  ]
  expect(described(first)).toEqual(found)
  expect(described(await scan())).toEqual(found)
  expect(server.asked.filter((path) => path === 'POST /api/show')).toHaveLength(3)
})

test('Ollama without models, which sends null for its list', async () => {
  await using server = startModelServer({
    ...ollamaServer(),
    '/v1/models': { object: 'list', data: null },
    '/api/tags': { models: null },
  })
  expect(described((await scanPort(server.port)).first)).toEqual(['ollama', 'Ollama', []])
})

test('LM Studio: by its own list, not by answers of 200 to unknown paths', async () => {
  await using server = startModelServer(lmStudioServer())
  expect(described((await scanPort(server.port)).first)).toEqual([
    'lmstudio',
    'LM Studio',
    [
      ['qwen2-vl-7b-instruct', { contextLength: 4096, images: true }],
      ['meta-llama-3.1-8b-instruct', { contextLength: 131_072, images: false, tools: true }],
    ],
  ])
})

test('vLLM and LocalAI: the length of the context, and models for chats only', async () => {
  await using vllm = startModelServer(vllmServer())
  expect(described((await scanPort(vllm.port)).first)).toEqual([
    'vllm',
    'vLLM',
    [['NousResearch/Meta-Llama-3-8B-Instruct', { contextLength: 8192 }]],
  ])
  await using localAi = startModelServer(localAiServer())
  expect(described((await scanPort(localAi.port)).first)).toEqual([
    'localai',
    'LocalAI',
    [['vlm', { images: true }]],
  ])
})

test('a server on the default port of another kind is named by what it is', async () => {
  await using server = startModelServer(llamaServer('tiny'))
  const { scan, first } = await scanPort(server.port, ['vllm'])
  expect(described(first).slice(0, 2)).toEqual([`llamacpp_${server.port}`, 'llama.cpp'])
  server.become({ '/v1/models': { data: [{ id: 'any' }] } })
  const then = await scan()
  expect(then.map(({ engine, state }) => [engine.id, state])).toEqual([
    [`llamacpp_${server.port}`, 'gone'],
    [`local_${server.port}`, 'answers'],
  ])
})

test('what is no model server is not found: silence, pages, redirects, garbage, endless replies', async () => {
  const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
      }),
    )
  const cases: [string, unknown][] = [
    ['a page', () => page],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/v1/models')],
    ['a number', 7],
    ['another shape', { data: { id: 'x' } }],
    ['an endless reply', endless],
    ['a refusal', () => Response.json({ error: { message: 'Loading model' } }, { status: 503 })],
  ]
  for (const [name, reply] of cases) {
    await using server = startModelServer({ '/v1/models': reply })
    expect([name, (await scanPort(server.port)).first]).toEqual([name, []])
    expect([name, server.asked]).toEqual([name, ['GET /v1/models']])
  }
  expect((await scanPort(freePort())).first).toEqual([])
})

test('entries that are no models are left out, and a list is cut at 200', async () => {
  const data = [
    { id: 7 },
    { id: '' },
    { id: 'a\nb' },
    { id: 'x'.repeat(201) },
    null,
    ...Array.from({ length: 300 }, (_, index) => ({ id: `m${index}`, meta: null, status: 3 })),
  ]
  await using server = startModelServer({ '/v1/models': { data } })
  const [result] = (await scanPort(server.port)).first
  expect(result?.engine.models.length).toBe(200)
  expect(result?.engine.models[0]).toBe('m0')
})

test('a scan ends at its time limit, also when a server hangs in the middle of its reply', async () => {
  const open = () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue('{') }))
  await using server = startModelServer(llamaServer('tiny'))
  const [source] = localServers([{ port: server.port, kinds: KINDS }])
  await source?.scan(AbortSignal.timeout(60_000))
  // Where both facts of a model are late, the failure of neither is left unhandled.
  for (const late of [['/v1/models'], ['/props', '/v1/rerank']]) {
    server.become({
      ...llamaServer('tiny'),
      ...Object.fromEntries(late.map((path) => [path, open])),
    })
    const scan = await source?.scan(AbortSignal.timeout(200))
    expect(scan?.map(({ state }) => state)).toEqual(['failed'])
  }
})

test('a configured list of models stays, and the facts of the server go with its names', async () => {
  await using ollama = startModelServer(ollamaServer())
  const settings = {
    id: 'house',
    adapter: 'openai-http' as const,
    max_characters: 1000,
    timeout_seconds: 60,
  }
  const given = ['llama3.2', 'other']
  const engine = new OpenAiHttp({ ...settings, base_url: ollama.url, models: given })
  await engine.refresh(AbortSignal.timeout(60_000))
  expect(engine.models).toEqual(given)
  expect(given.map((name) => engine.factsOf(name)?.contextLength)).toEqual([131_072, undefined])
  await using llama = startModelServer(llamaServer('/m/x.gguf'))
  const single = new OpenAiHttp({ ...settings, base_url: llama.url, models: ['mine'] })
  await single.refresh(AbortSignal.timeout(60_000))
  expect([single.models, single.factsOf('mine')]).toEqual([
    ['mine'],
    { contextLength: 4096, images: false, tools: false },
  ])
})
