import { expect, test } from 'bun:test'
import type { EngineSource } from '../../src/engines/contract/any-engine.ts'
import { Demo } from '../../src/engines/demo/demo.ts'
import { localServers } from '../../src/engines/local-servers.ts'
import { PIXEL } from '../support/documents/images.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { freePort } from '../support/free-port.ts'
import {
  llamaServer,
  lmStudioServer,
  ollamaServer,
  startModelServer,
} from '../support/model-servers.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, localEngine, type TestApp, type TestOptions } from '../support/service.ts'

const IMAGE = { type: 'image_url', image_url: { url: PIXEL } }
/** Rounds come only when a request asks for one, and as often as it does. */
const ON_REQUEST = {
  ...{ engineSearchMs: 3_600_000, engineRefreshMs: 3_600_000, engineScanPauseMs: 0 },
  // A busy machine takes longer than a request waits.
  ...{ engineScanMs: 60_000, engineScanWaitMs: 60_000 },
}

/** A service without configured engines that searches servers on these ports. */
function searching(ports: readonly number[], options: TestOptions = {}) {
  const kinds = ['llamacpp', 'ollama', 'lmstudio']
  return createTestApp({
    speechEngines: [],
    engines: [],
    sources: localServers(ports.map((port) => ({ port, kinds }))),
    fallback: new Demo(),
    limits: ON_REQUEST,
    ...options,
  })
}

async function namesOf(service: TestApp): Promise<unknown[]> {
  const list: unknown = await (await service.asOwner('GET', '/v1/models')).json()
  return pickList(list, 'data').map((model) => pick(model, 'id'))
}

/** Resolves when no scan is under way, so that the next one sees what the test does now. */
const settled = (service: TestApp) => service.services.discoveries.text.scan()

const chat = (service: TestApp, model: string, content: unknown = 'hi') =>
  service.asOwner('POST', '/v1/chat/completions', { model, messages: [{ role: 'user', content }] })

test('a server that starts after the service is found, changes its model, stops, and comes back', async () => {
  const port = freePort()
  await using service = searching([port])
  expect(await namesOf(service)).toEqual(['auto', 'demo', 'demo/demo'])
  await using server = startModelServer(llamaServer('/m/one.gguf'), port)
  expect(await namesOf(service)).toEqual(['auto', 'llamacpp', 'llamacpp/one.gguf'])
  expect(await pickFrom(await chat(service, 'auto'), 'model')).toBe('llamacpp/one.gguf')
  server.become(llamaServer('/m/two.gguf', { context: 512 }))
  expect(await namesOf(service)).toEqual(['auto', 'llamacpp', 'llamacpp/two.gguf'])
  await server.stop()
  expect(await namesOf(service)).toEqual([])
  // Its name is known, so the answer is that it cannot be reached.
  for (const model of ['llamacpp/two.gguf', 'llamacpp', 'auto', 'llamacpp/three.gguf'])
    expect([model, (await chat(service, model)).status]).toEqual([model, 503])
  // The demonstration stands in for nobody that was there.
  expect((await chat(service, 'demo')).status).toBe(404)
  await settled(service)
  server.restart()
  expect((await chat(service, 'llamacpp/two.gguf')).status).toBe(200)
  expect(await namesOf(service)).toEqual(['auto', 'llamacpp', 'llamacpp/two.gguf'])
})

test('a model that its server names by the path of its file is asked by that path', async () => {
  const names: unknown[] = []
  await using server = startModelServer({
    '/v1/models': { data: [{ id: '/models/org/qwen3', owned_by: 'vllm' }] },
    '/v1/chat/completions': async (request: Request) => {
      names.push(pick(await request.json(), 'model'))
      return new Response(null, { status: 400 })
    },
  })
  await using service = searching([server.port])
  expect((await chat(service, 'qwen3')).status).toBe(400)
  expect(names).toEqual(['/models/org/qwen3'])
})

test('the demonstration answers only while no server does, which is scanned first', async () => {
  const port = freePort()
  await using service = searching([port])
  expect(await pickFrom(await chat(service, 'auto'), 'model')).toBe('demo/demo')
  await using _server = startModelServer(llamaServer('a'), port)
  expect(await pickFrom(await chat(service, 'auto'), 'model')).toBe('llamacpp/a')
})

test('a request for an unknown model searches its server before it is refused', async () => {
  const port = freePort()
  await using service = searching([port])
  expect((await chat(service, 'ollama/gemma3:4b')).status).toBe(404)
  await using server = startModelServer(ollamaServer(), port)
  expect((await chat(service, 'ollama/gemma3:4b')).status).toBe(200)
  // A known model is asked without a scan.
  const scans = server.asked.filter((path) => path === 'GET /v1/models').length
  expect((await chat(service, 'ollama/llama3.2')).status).toBe(200)
  expect((await chat(service, 'llama3.2')).status).toBe(200)
  expect(server.asked.filter((path) => path === 'GET /v1/models').length).toBe(scans)
})

test('without a request, servers are found and their end is noticed', async () => {
  const port = freePort()
  const { source, untilScanned } = observed(localServers([{ port, kinds: ['llamacpp'] }])[0])
  await using service = createTestApp({
    speechEngines: [],
    engines: [],
    sources: [source],
    fallback: new Demo(),
    limits: { engineSearchMs: 5, engineRefreshMs: 5, engineScanPauseMs: 0 },
  })
  const { registry } = service.services
  const offered = () => registry.offered.map(({ id }) => id).join()
  expect(offered()).toBe('demo')
  await using server = startModelServer(llamaServer('a'), port)
  while (offered() !== 'llamacpp') await untilScanned()
  await server.stop()
  while (offered() !== '') await untilScanned()
  expect(registry.entries).toMatchObject([
    { engine: { id: 'llamacpp' }, isConfigured: false, isOffered: false },
  ])
  expect(registry.failureOf('llamacpp')?.message).toContain('Cannot reach')
})

/** A source that tells when it was scanned. */
function observed(source: EngineSource | undefined) {
  let scanned = Promise.withResolvers<void>()
  const scan: EngineSource['scan'] = async (signal) => {
    const found = (await source?.scan(signal)) ?? []
    scanned.resolve()
    scanned = Promise.withResolvers()
    return found
  }
  return { source: { scan }, untilScanned: () => scanned.promise }
}

test('a server that is busy for one scan stays, and after three failed ones it is left out', async () => {
  await using server = startModelServer(llamaServer('a'))
  await using service = searching([server.port])
  expect(await namesOf(service)).toEqual(['auto', 'llamacpp', 'llamacpp/a'])
  server.become({ '/v1/models': () => new Response('busy', { status: 503 }) })
  const stays = ['auto', 'llamacpp', 'llamacpp/a']
  expect([await namesOf(service), await namesOf(service)]).toEqual([stays, stays])
  server.become(llamaServer('a'))
  expect(await namesOf(service)).toEqual(stays)
  server.become({})
  expect([await namesOf(service), await namesOf(service), await namesOf(service)]).toEqual([
    stays,
    stays,
    [],
  ])
})

test('a server that hangs holds up neither the list nor the other servers', async () => {
  await using hanging = startModelServer({ '/v1/models': () => new Promise<Response>(() => {}) })
  await using server = startModelServer(llamaServer('a'))
  await using service = searching([hanging.port, server.port], {
    limits: { ...ON_REQUEST, engineScanWaitMs: 20 },
  })
  while (!(await namesOf(service)).includes('llamacpp/a'));
  expect((await chat(service, 'auto')).status).toBe(200)
})

test('a server that asks for a key is listed for the owner with its refusal, and not offered', async () => {
  const refusing = () => Response.json({ error: { message: 'Invalid API Key' } }, { status: 401 })
  await using server = startModelServer({ '/v1/models': refusing })
  await using service = searching([server.port])
  expect(await namesOf(service)).toEqual(['auto', 'demo', 'demo/demo'])
  const list: unknown = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(pickList(list, 'items')[0]).toMatchObject({
    id: `local_${server.port}`,
    offered: false,
    seen_at: null,
    unreachable: expect.stringContaining('401'),
  })
  server.become(llamaServer('a'))
  expect(await namesOf(service)).toEqual(['auto', 'llamacpp', 'llamacpp/a'])
  await server.stop()
  expect(await namesOf(service)).toEqual([])
  // It was never offered, so no request is tried with it.
  expect((await chat(service, 'auto')).status).toBe(503)
  expect(service.services.accounts.parked()).toEqual({})
})

test('scans at the same time are one, and further ones wait for the pause', async () => {
  await using server = startModelServer(llamaServer('a'))
  await using service = searching([server.port], {
    limits: { ...ON_REQUEST, engineScanPauseMs: 3_600_000 },
  })
  await Promise.all(Array.from({ length: 20 }, () => namesOf(service)))
  await namesOf(service)
  expect(server.asked.filter((path) => path === 'GET /v1/models').length).toBe(1)
})

test('an engine that fails is scanned', async () => {
  await using server = startModelServer(llamaServer('a'))
  await using service = searching([server.port])
  await namesOf(service)
  const scanned = Promise.withResolvers<void>()
  server.become({
    '/v1/models': () => {
      scanned.resolve()
      return Response.json({ data: [] })
    },
    '/v1/chat/completions': () => new Response(null, { status: 500 }),
  })
  expect((await chat(service, 'llamacpp/a')).status).toBe(503)
  await scanned.promise
})

test('a configured server stays in the list, and its models are what it lists', async () => {
  const port = freePort()
  const engine = localEngine(`http://127.0.0.1:${port}/v1`, { models: undefined })
  await using service = createTestApp({ speechEngines: [], engines: [engine], limits: ON_REQUEST })
  expect(await namesOf(service)).toEqual(['auto', 'local'])
  const asked = await chat(service, 'local')
  expect([asked.status, await pickFrom(asked, 'error.message')]).toEqual([
    503,
    expect.stringContaining('local cannot be reached'),
  ])
  expect((await chat(service, 'local/qwen3')).status).toBe(503)
  await settled(service)
  await using server = startModelServer(llamaServer('qwen3'), port)
  expect(await namesOf(service)).toEqual(['auto', 'local', 'local/qwen3'])
  expect((await chat(service, 'local')).status).toBe(200)
  await server.stop()
  expect(await namesOf(service)).toEqual(['auto', 'local', 'local/qwen3'])
  const list: unknown = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(pickList(list, 'items')).toMatchObject([
    {
      id: 'local',
      label: 'llama.cpp',
      kind: 'llama.cpp',
      base_url: `http://127.0.0.1:${port}/v1`,
      configured: true,
      offered: true,
      seen_at: expect.any(String),
      unreachable: expect.stringContaining('Cannot reach'),
      models: ['qwen3'],
      model_facts: [
        { id: 'qwen3', context_length: 4096, images: false, tools: false, fault: null },
      ],
    },
  ])
})

test('the demonstration is never offered beside a configured engine', async () => {
  const engine = localEngine(`http://127.0.0.1:${freePort()}/v1`)
  await using service = createTestApp({
    speechEngines: [],
    engines: [engine],
    fallback: new Demo(),
    limits: ON_REQUEST,
  })
  expect((await chat(service, 'auto')).status).toBe(503)
  expect((await chat(service, 'demo')).status).toBe(404)
})

test('a picture for a model that reads none is 422 and parks nobody; auto takes one that does', async () => {
  await using text = startModelServer(llamaServer('text'))
  await using service = searching([text.port])
  await namesOf(service)
  for (const model of ['llamacpp', 'llamacpp/text', 'auto']) {
    const refused = await chat(service, model, [IMAGE])
    expect([model, refused.status]).toEqual([model, 422])
    expect(await pickFrom(refused, 'error')).toMatchObject({
      param: 'model',
      message: expect.stringMatching(/(?:cannot|can) take images$/),
    })
  }
  expect(service.services.accounts.parked()).toEqual({ llamacpp: 0 })
  await using ollama = startModelServer(ollamaServer())
  await using both = searching([text.port, ollama.port])
  await namesOf(both)
  expect(await pickFrom(await chat(both, 'auto', [IMAGE]), 'model')).toBe('ollama/gemma3:4b')
  expect(await pickFrom(await chat(both, 'auto'), 'model')).toBe('llamacpp/text')
  // A forced call of a function goes to a model that has them.
  const forced = await both.asOwner('POST', '/v1/chat/completions', {
    model: 'ollama',
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    tool_choice: 'required',
  })
  expect(await pickFrom(forced, 'model')).toBe('ollama/llama3.2:latest')
})

test('GET /v1/models tells the context and the capabilities that are known', async () => {
  await using studio = startModelServer(lmStudioServer())
  await using service = searching([studio.port])
  const list: unknown = await (await service.asOwner('GET', '/v1/models')).json()
  const told = pickList(list, 'data').map((model) =>
    ['id', 'context_length', 'capabilities'].map((name) => pick(model, name)),
  )
  expect(told).toEqual([
    ['auto', null, ['completion', 'vision', 'tools']],
    ['lmstudio', 4096, ['completion', 'vision']],
    ['lmstudio/qwen2-vl-7b-instruct', 4096, ['completion', 'vision']],
    ['lmstudio/meta-llama-3.1-8b-instruct', 131_072, ['completion', 'tools']],
    ['lmstudio/text-embedding-nomic-embed-text-v1.5', 2048, ['embedding']],
  ])
})

test('GET /v1/models/{id} takes every name that a request may use, with its slash or without', async () => {
  const engine = fakeEngine('local', saying('x'), { models: ['qwen3', 'org/model'] })
  await using service = createTestApp({ speechEngines: [], engines: [engine] })
  const cases: [string, number, unknown][] = [
    ['auto', 200, 'auto'],
    ['local', 200, 'local'],
    ['local/qwen3', 200, 'local/qwen3'],
    ['local%2Fqwen3', 200, 'local/qwen3'],
    ['local/org/model', 200, 'local/org/model'],
    ['local%2Forg%2fmodel', 200, 'local/org/model'],
    ['qwen3', 200, 'qwen3'],
    ['local/none', 404, undefined],
    ['none', 404, undefined],
    ['a/%E0%A4%A', 404, undefined],
    ['%E0%A4%A', 404, undefined],
  ]
  for (const [path, status, id] of cases) {
    const response = await service.asOwner('GET', `/v1/models/${path}`)
    const body: unknown = await response.json()
    expect([path, response.status, pick(body, 'id')]).toEqual([path, status, id])
    if (status === 404) expect(pick(body, 'error')).toMatchObject({ message: expect.any(String) })
  }
  const missing = await service.asOwner('GET', '/v1/models/local/none')
  expect(await pickFrom(missing, 'error')).toMatchObject({
    code: 'model_not_found',
    param: 'model',
    type: 'invalid_request_error',
  })
})

test('a model’s bare name is taken when one engine of the caller has it', async () => {
  const first = fakeEngine('first', saying('1'), { models: ['shared', 'own'] })
  const second = fakeEngine('second', saying('2'), { models: ['shared', 'first'] })
  await using service = createTestApp({ speechEngines: [], engines: [first, second] })
  expect(await pickFrom(await chat(service, 'own'), 'model')).toBe('first/own')
  // The name of an engine goes before that of a model.
  expect(await pickFrom(await chat(service, 'first'), 'model')).toBe('first/shared')
  const refused = await chat(service, 'shared')
  expect([refused.status, await pickFrom(refused, 'error')]).toEqual([
    422,
    expect.objectContaining({
      param: 'model',
      message: 'Several engines have the model shared: ask for first/shared or second/shared',
    }),
  ])
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['second'] })
  const limited = await service.request('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ model: 'shared', messages: [{ role: 'user', content: 'hi' }] }),
  })
  expect(await pickFrom(limited, 'model')).toBe('second/shared')
})

test('a scan that fails in an unexpected way does not end the scans', async () => {
  let scans = 0
  const broken: EngineSource = {
    scan: async () => {
      scans += 1
      throw new TypeError('broken')
    },
  }
  await using service = createTestApp({
    speechEngines: [],
    engines: [],
    sources: [broken],
    limits: ON_REQUEST,
  })
  await service.services.discoveries.text.scan()
  const before = scans
  await service.services.discoveries.text.scan()
  expect(scans).toBeGreaterThan(before)
})
