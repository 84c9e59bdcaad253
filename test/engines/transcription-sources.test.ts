import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transcriptionSources } from '../../src/engines/transcription/transcription-sources.ts'
import { freePort } from '../support/free-port.ts'
import { llamaServer, localAiServer, startModelServer } from '../support/model-servers.ts'
import { tempFolder } from '../support/process.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const signal = () => AbortSignal.timeout(60_000)

function sourceAt(port: number) {
  const [source] = transcriptionSources({
    ports: [{ port, kinds: ['whisper-cpp', 'localai', 'speaches'] }],
    environment: {},
    dataFolder: undefined,
  })
  if (source === undefined) throw new Error('No source')
  return source
}

async function found(port: number) {
  const results = await sourceAt(port).scan(signal())
  return results.map(({ engine, state }) => [engine.id, engine.label, state, engine.models])
}

test('servers are found by what they answer', async () => {
  await using cpp = startWhisperServer()
  expect(await found(cpp.port)).toEqual([['whisper_server', 'whisper.cpp', 'answers', []]])
  await using speaches = startWhisperServer({ kind: 'speaches' })
  expect(await found(speaches.port)).toEqual([
    ['speaches', 'speaches', 'answers', ['Systran/faster-whisper-small']],
  ])
  await using localAi = startModelServer({
    ...localAiServer(),
    '/v1/audio/transcriptions': () => new Response(null, { status: 405 }),
  })
  expect(await found(localAi.port)).toEqual([
    ['localai_whisper', 'LocalAI', 'answers', ['whisper-1']],
  ])
  await using vllm = startModelServer({
    '/v1/models': { data: [{ id: 'openai/whisper-small', owned_by: 'vllm' }] },
    '/v1/audio/transcriptions': () => new Response(null, { status: 405 }),
  })
  expect(await found(vllm.port)).toEqual([
    [`recogniser_${vllm.port}`, 'OpenAI-compatible server', 'answers', ['openai/whisper-small']],
  ])
})

test('what is no recogniser is not found: model servers, pages, redirects, silence', async () => {
  await using llama = startModelServer(llamaServer('/m/whisper-like.gguf'))
  expect(await found(llama.port)).toEqual([])
  expect(llama.asked).toEqual(['GET /v1/models'])
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  for (const reply of [page, () => Response.redirect('http://127.0.0.1:1/'), 7]) {
    await using server = startModelServer({ '/v1/models': reply })
    expect(await found(server.port)).toEqual([])
  }
  expect(await found(freePort())).toEqual([])
})

test('a server that stops is gone, one that is busy is not, and another kind takes its place', async () => {
  const server = startWhisperServer()
  const source = sourceAt(server.port)
  const states = async () =>
    (await source.scan(signal())).map(({ engine, state }) => `${engine.id} ${state}`)
  expect(await states()).toEqual(['whisper_server answers'])
  server.recogniser.hold()
  expect(await states()).toEqual(['whisper_server answers'])
  await server.stop()
  expect(await states()).toEqual(['whisper_server gone'])
  await using _next = startWhisperServer({ kind: 'speaches', port: server.port })
  expect(await states()).toEqual(['whisper_server gone', 'speaches answers'])
})

test('commands are found on PATH as soon as they are installed, and say what they miss', async () => {
  const [bin, data] = [join(folder.path, 'bin'), join(folder.path, 'data')]
  for (const path of [bin, join(data, 'models')]) mkdirSync(path, { recursive: true })
  const sources = transcriptionSources({
    ports: [],
    environment: { PATH: bin },
    dataFolder: data,
  })
  const states = async () => {
    const results = await Promise.all(sources.map((source) => source.scan(signal())))
    return results.flat().map((result) => {
      const missing = result.state === 'answers' ? '' : ` ${result.failure.kind}`
      return `${result.engine.id} ${result.state}${missing} ${result.engine.models}`
    })
  }
  expect(await states()).toEqual([])
  for (const name of ['whisper-cli', 'whisper']) symlinkSync('/bin/true', join(bin, name))
  expect(await states()).toEqual(['whisper_cli failed no_model_file ', 'openai_whisper answers '])
  writeFileSync(join(data, 'models/ggml-tiny.bin'), 'lmgg')
  expect(await states()).toEqual(['whisper_cli answers tiny', 'openai_whisper answers '])
  rmSync(join(bin, 'whisper'))
  expect(await states()).toEqual(['whisper_cli answers tiny', 'openai_whisper gone not_installed '])
})
