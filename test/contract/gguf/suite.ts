import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { asOwner } from '../../support/process.ts'
import { type Cases, runCases } from '../run-cases.ts'
import type { ContractResult } from '../suite.ts'
import { kill, startWithFiles, until } from './service.ts'
import { warmTurnsCase } from './warm-turns.ts'

/** Small enough for the metadata of the file, and large enough for them and its tensors' names. */
const METADATA_BYTES = 2_000
const MOST_BYTES = 1_000_000

const CASES: Cases = {
  'gguf-answers': answersCase,
  'gguf-files': filesCase,
  'gguf-killed': killedCase,
  'gguf-service-killed': serviceKilledCase,
  'gguf-vectors': vectorsCase,
  'gguf-warm': warmTurnsCase,
}

/**
 * Has the service answer with model files by the real llama-server, which is killed, and loses and
 * gets files.
 *
 * @param chosen Their names; by default all
 */
export function runModelFiles(chosen?: readonly string[]): Promise<ContractResult> {
  return runCases(CASES, chosen)
}

/** Text, a stream, a schema, a call, and no way in beside the service. */
async function answersCase(): Promise<string> {
  await using files = await startWithFiles('Weights')
  await files.untilListed('hand')
  const start = performance.now()
  deepEqual(await files.said('auto'), [200, 'Weights'])
  const ms = Math.round(performance.now() - start)
  const messages = [{ role: 'user', content: 'Hello' }]
  const streamed = await (await files.ask({ model: 'auto', messages, stream: true })).text()
  const pieces = [...streamed.matchAll(/"content":"([^"]*)"/g)].map(([, piece]) => piece)
  equal(pieces.join(''), 'Weights')
  ok(pieces.length > 1)
  const value = { type: 'object', properties: { a: { const: 'b' } }, required: ['a'] }
  const [, json] = await files.said('gguf/hand', {
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema: value } },
    temperature: 0,
  })
  deepEqual(JSON.parse(json), { a: 'b' })
  files.add('caller', '', { calls: true })
  await files.untilListed('caller', 'hand')
  const called = await files.ask({
    ...{ model: 'gguf/caller', messages },
    tools: [{ type: 'function', function: { name: 'look', parameters: value } }],
  })
  const { choices } = Object(await called.json())
  const call = choices?.[0]?.message?.tool_calls?.[0]?.function
  deepEqual([call?.name, JSON.parse(call?.arguments ?? '{}')], ['look', { a: 'b' }])
  const long = 'word '.repeat(8_000)
  const [status] = await files.said('gguf', { messages: [{ role: 'user', content: long }] })
  equal(status, 400)
  const port = files.live().find((one) => one.port !== undefined)?.port
  const url = `http://127.0.0.1:${port}/v1/chat/completions`
  const stranger = await fetch(url, { method: 'POST', body: JSON.stringify({ messages }) })
  equal(stranger.status, 401)
  equal(await files.service.kill('SIGTERM'), 0)
  deepEqual([files.live(), files.left()], [[], []])
  return `first answer with its start in ${ms} ms, a stranger at the port of its process gets 401`
}

/** Files come, change, go and are broken. */
async function filesCase(): Promise<string> {
  await using files = await startWithFiles('Weights')
  await files.untilListed('hand')
  deepEqual(await files.said('auto'), [200, 'Weights'])
  files.add('brand', 'Brand')
  files.addBroken('cut', MOST_BYTES)
  files.addBroken('head', METADATA_BYTES)
  await files.untilListed('brand', 'cut', 'hand', 'head')
  deepEqual(await files.said('gguf/brand'), [200, 'Brand'])
  const reasons = []
  for (const name of ['cut', 'head']) {
    const [status, detail] = await files.said(`gguf/${name}`)
    equal(status, 503)
    match(detail, new RegExp(`${name} cannot be loaded: `))
    reasons.push(detail.split('cannot be loaded: ')[1])
    const start = performance.now()
    equal((await files.said(`gguf/${name}`))[0], 503)
    ok(performance.now() - start < 10_000)
  }
  // The last one that could be loaded stands for the engine.
  deepEqual(await files.said('auto'), [200, 'Brand'])
  const doctor = Object(await (await asOwner(files.service.url, 'GET', '/admin/doctor')).json())
  const faults = doctor.items.filter(
    ({ id, level }: { id: string; level: string }) => id === 'model_files' && level === 'warning',
  )
  equal(faults.length, 2)
  files.add('cut', 'Whole')
  deepEqual(await files.said('gguf/cut'), [200, 'Whole'])
  files.add('brand', 'Other')
  await files.remove('hand')
  await files.untilListed('brand', 'cut', 'head')
  deepEqual(await files.said('gguf/brand'), [200, 'Other'])
  for (const name of ['brand', 'cut', 'head']) await files.remove(name)
  await until(() => files.live().length === 0)
  return `broken: ${reasons.join(' | ')}`
}

/** An embedding model and a reranker answer beside the model of the chats. */
async function vectorsCase(): Promise<string> {
  await using files = await startWithFiles('Weights')
  files.add('vectors', 'x', { pooling: 1 })
  files.add('ranker', 'x', { pooling: 4 })
  await files.untilListed('hand', 'vectors', 'ranker')
  deepEqual(await files.said('auto'), [200, 'Weights'])
  const ask = async (path: string, body: object) => {
    const response = await asOwner(files.service.url, 'POST', path, { model: 'auto', ...body })
    return [response.status, Object(await response.json())] as const
  }
  const start = performance.now()
  const input = ['Hello', 'Hello', 'Good bye']
  const [status, { data, model, usage }] = await ask('/v1/embeddings', { input })
  const ms = Math.round(performance.now() - start)
  deepEqual([status, model], [200, 'gguf/vectors'])
  deepEqual(data[0].embedding, data[1].embedding)
  ok(data[0].embedding.some((one: number, at: number) => one !== data[2].embedding[at]))
  ok(usage.prompt_tokens > input.join('').length)
  const long = await ask('/v1/embeddings', { input: 'a'.repeat(3_000) })
  deepEqual([long[0], long[1].code], [400, 'context_length_exceeded'])
  const tokens = await ask('/v1/embeddings', { input: [[75, 104], [75]] })
  equal(tokens[1].data.length, 2)
  const ranked = await ask('/v1/rerank', { query: 'Hello', documents: input })
  deepEqual([ranked[0], ranked[1].results?.length], [200, 3])
  // Each has a server and a process of its model.
  equal(files.live().length, 6)
  deepEqual(await files.said('auto'), [200, 'Weights'])
  equal(await files.service.kill('SIGTERM'), 0)
  deepEqual([files.live(), files.left()], [[], []])
  return `${data[0].embedding.length} numbers, the first with its start in ${ms} ms`
}

/** The process of the model, then the server are killed; also in the middle of an answer. */
async function killedCase(): Promise<string> {
  await using files = await startWithFiles('ab', { isEndless: true })
  await files.untilListed('hand')
  const short = { max_tokens: 4 }
  deepEqual(await files.said('auto', short), [200, 'abab'])
  const times: number[] = []
  for (const at of [1, 0]) {
    const [pid = 0] = files
      .live()
      .map((one) => one.pid)
      .slice(at)
    kill(pid)
    const start = performance.now()
    await until(async () => (await files.said('auto', short))[1] === 'abab')
    times.push(Math.round(performance.now() - start))
  }
  const messages = [{ role: 'user', content: 'Hello' }]
  for (const at of [1, 0]) {
    const response = await files.ask({ model: 'auto', messages, stream: true })
    const [pid = 0] = files
      .live()
      .map((one) => one.pid)
      .slice(at)
    const reader = response.body?.getReader()
    await reader?.read()
    kill(pid)
    while ((await reader?.read())?.done === false);
    await until(async () => (await files.said('auto', short))[1] === 'abab')
  }
  equal(files.live().length, 2)
  return `answers again after ${times[0]} ms (its model killed) and ${times[1]} ms (the server)`
}

/** Nothing is left of it when the service is killed in the middle of an answer. */
async function serviceKilledCase(): Promise<string> {
  await using files = await startWithFiles('ab', { isEndless: true })
  await files.untilListed('hand')
  const messages = [{ role: 'user', content: 'Hello' }]
  const response = await files.ask({ model: 'auto', messages, stream: true })
  await response.body?.getReader().read()
  equal(files.live().length, 2)
  const start = performance.now()
  await files.service.kill('SIGKILL')
  await until(() => files.live().length === 0)
  return `gone ${Math.round(performance.now() - start)} ms after it`
}
