import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { TranscriptionRequest } from '../../src/engines/contract/transcription.ts'
import { MAX_TRANSCRIPT_BYTES } from '../../src/engines/transcription/read-transcript.ts'
import type { TranscriptionEngineSettings } from '../../src/engines/transcription/settings.ts'
import { TranscriptionHttp } from '../../src/engines/transcription-http/transcription-http.ts'
import { failure } from '../support/cli-double.ts'
import { freePort } from '../support/free-port.ts'
import { llamaServer, startModelServer } from '../support/model-servers.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const recording = join(folder.path, 'recording.wav')
await Bun.write(recording, speechWav(5))
const signal = new AbortController().signal

function engineAt(url: string, settings: Partial<TranscriptionEngineSettings> = {}) {
  return new TranscriptionHttp({
    id: 'ears',
    adapter: 'openai-http',
    base_url: url,
    timeout_seconds: 60,
    ...settings,
  })
}

function request(more: Partial<TranscriptionRequest> = {}): TranscriptionRequest {
  return {
    path: recording,
    seconds: 5,
    model: undefined,
    language: undefined,
    prompt: undefined,
    task: 'transcribe',
    ...more,
  }
}

const SEGMENTS = [
  { start: 0, end: 2, text: 'word 1' },
  { start: 2, end: 4, text: 'word 2' },
  // It ended behind the end of the recording.
  { start: 4, end: 5, text: 'word 3' },
]

test('whisper.cpp: subtag of the language, trimmed segments within the recording, whole words', async () => {
  await using server = startWhisperServer({
    hear: () => [{ start: 0, end: 6, text: ' Transcription is here' }],
  })
  server.recogniser.detects = 'de'
  const engine = engineAt(server.url)
  const heard = await engine.transcribe(request(), signal)
  expect(heard).toEqual({
    language: 'de',
    hasTimes: true,
    segments: [
      {
        start: 0,
        end: 5,
        text: 'Transcription is here',
        words: [
          { word: 'Transcription', start: 0, end: 4 },
          { word: 'is', start: 4, end: 5 },
          { word: 'here', start: 5, end: 5 },
        ].map((word) => ({ ...word, start: expect.any(Number), end: expect.any(Number) })),
      },
    ],
  })
  expect([engine.label, engine.models, engine.canTranslate]).toEqual(['whisper.cpp', [], true])
})

test('whisper.cpp is asked to find the language, to keep sentences whole and to spare the second pass', async () => {
  await using server = startWhisperServer()
  const engine = engineAt(`${server.root}/v1/`)
  await engine.transcribe(request({ prompt: 'Ada', temperature: 0.2 }), signal)
  const translated = await engine.transcribe(
    request({ task: 'translate', language: 'jv', model: 'any' }),
    signal,
  )
  expect(translated.segments[0]?.text).toBe('translated 1')
  const common = { file: 'recording.wav', response_format: 'verbose_json' }
  const own = { max_len: '1000', split_on_word: 'true', no_language_probabilities: 'true' }
  expect(server.served.map(({ path, fields }) => [path, Object.fromEntries(fields)])).toEqual([
    [
      '/inference',
      {
        ...{ ...common, ...own, prompt: 'Ada', temperature: '0.2' },
        ...{ language: 'auto', translate: 'false' },
      },
    ],
    ['/inference', { ...common, ...own, language: 'jw', translate: 'true' }],
  ])
})

test('whisper.cpp takes recordings at the path that its page names', async () => {
  await using server = startWhisperServer({ inferencePath: '/v1/audio/transcriptions' })
  expect((await engineAt(server.root).transcribe(request(), signal)).segments).toMatchObject(
    SEGMENTS,
  )
  expect(server.served.map(({ path }) => path)).toEqual(['/v1/audio/transcriptions'])
})

test('whisper.cpp: a recording that it cannot read, and a language that it does not know, are no fault of the engine', async () => {
  await using server = startWhisperServer()
  const engine = engineAt(server.root)
  const junk = join(folder.path, 'junk.wav')
  await Bun.write(junk, 'no sound')
  const refused = await failure(engine.transcribe(request({ path: junk }), signal))
  expect([refused.verdict, refused.message]).toEqual([
    'request',
    'The engine answered 400: Invalid request',
  ])
  const foreign = await failure(engine.transcribe(request({ language: 'ga' }), signal))
  expect([foreign.verdict, foreign.isPublic, foreign.message]).toEqual([
    'request',
    true,
    'Whisper does not know the language "ga": leave it out to have it found',
  ])
  expect(server.served).toHaveLength(1)
})

test('silence is an empty transcript', async () => {
  await using server = startWhisperServer({
    hear: () => [{ start: 0, end: 5, text: ' [BLANK_AUDIO]' }],
  })
  const heard = await engineAt(server.root).transcribe(request(), signal)
  expect(heard).toEqual({ language: 'en', segments: [], hasTimes: true })
})

test('speaches: OpenAI’s routes, the models that hear, words from beside the segments', async () => {
  await using server = startWhisperServer({ kind: 'speaches', apiKey: 'secret-key-of-speaches' })
  const engine = engineAt(server.root, { api_key: 'secret-key-of-speaches' })
  const heard = await engine.transcribe(request({ language: 'de', prompt: 'Ada' }), signal)
  expect(heard.segments).toMatchObject(SEGMENTS)
  expect(heard.segments[1]?.words).toEqual([
    { word: 'word', start: 2, end: 3 },
    { word: '2', start: 3, end: 4 },
  ])
  expect(heard.language).toBe('de')
  await engine.transcribe(request({ task: 'translate', language: 'de' }), signal)
  expect([engine.label, engine.models]).toEqual(['speaches', ['Systran/faster-whisper-small']])
  const asked = {
    file: 'recording.wav',
    response_format: 'verbose_json',
    model: 'Systran/faster-whisper-small',
  }
  expect(
    server.served.map(({ path, fields }) => [
      path,
      Object.fromEntries(fields.filter(([name]) => !name.startsWith('timestamp'))),
    ]),
  ).toEqual([
    ['/v1/audio/transcriptions', { ...asked, language: 'de', prompt: 'Ada' }],
    ['/v1/audio/translations', asked],
  ])
  expect(server.served[0]?.fields.filter(([name]) => name.startsWith('timestamp'))).toEqual([
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
  ])
})

test('a server that refuses verbose_json is asked for SRT, then for text, and that is remembered', async () => {
  await using srt = startWhisperServer({ kind: 'speaches', refuses: ['verbose_json'] })
  const engine = engineAt(srt.url)
  const heard = await engine.transcribe(request({ language: 'de' }), signal)
  expect(heard).toEqual({ language: 'de', hasTimes: true, segments: SEGMENTS })
  await engine.transcribe(request(), signal)
  const formats = srt.served.map(({ fields }) => Object.fromEntries(fields)['response_format'])
  expect(formats).toEqual(['verbose_json', 'verbose_json', 'srt', 'srt'])
  await using text = startWhisperServer({ kind: 'speaches', refuses: ['verbose_json', 'srt'] })
  expect(await engineAt(text.url).transcribe(request(), signal)).toEqual({
    language: undefined,
    hasTimes: false,
    segments: [{ start: 0, end: 5, text: 'word 1 word 2 word 3' }],
  })
})

test('a refusal of every format is that of the recording', async () => {
  await using server = startWhisperServer({
    kind: 'speaches',
    refuses: ['verbose_json', 'srt', 'json'],
  })
  const refused = await failure(engineAt(server.url).transcribe(request(), signal))
  expect([refused.verdict, refused.message]).toEqual([
    'request',
    'The engine answered 400: Cannot answer in verbose_json',
  ])
})

test('a caller that leaves ends the work of the server, which takes the next recording', async () => {
  await using server = startWhisperServer()
  const engine = engineAt(server.root)
  server.recogniser.hold()
  const leaving = new AbortController()
  const work = engine.transcribe(request(), leaving.signal).catch((error: unknown) => error)
  await server.recogniser.reached(1)
  leaving.abort(new Error('The caller has left'))
  expect(await work).toBe(leaving.signal.reason)
  await server.recogniser.left(1)
  server.recogniser.release()
  expect((await engine.transcribe(request(), signal)).segments).toHaveLength(3)
})

test('after its time the request ends, with the time in the words', async () => {
  await using server = startWhisperServer()
  server.recogniser.hold()
  // The end of a request that has not arrived is not seen.
  for (let seconds = 0.05; server.recogniser.calls.length === 0; seconds *= 2) {
    const engine = engineAt(server.root, { timeout_seconds: seconds })
    const late = await failure(engine.transcribe(request(), signal))
    expect([late.verdict, late.message]).toEqual([
      'timeout',
      `The engine did not finish within ${seconds} seconds`,
    ])
  }
  await server.recogniser.left(1)
})

test('failures of a server have their verdicts, and none shows the key or the address', async () => {
  await using server = startWhisperServer({ kind: 'speaches', apiKey: 'secret-key-of-speaches' })
  const found = await failure(engineAt(server.url).checkStatus(signal))
  expect([found.verdict, found.message]).toEqual([
    'signed_out',
    'The engine answered 401: Invalid API key',
  ])
  const engine = engineAt(server.url, { api_key: 'secret-key-of-speaches' })
  server.recogniser.fail({ status: 500, text: 'out of memory' }, { status: 429, text: 'busy' })
  for (const [verdict, message] of [
    ['transient', 'The engine answered 500: out of memory'],
    ['transient', 'The engine answered 429: busy'],
  ])
    expect(await failure(engine.transcribe(request(), signal))).toMatchObject({ verdict, message })
  const missing = await failure(engineAt(`http://127.0.0.1:${freePort()}`).checkStatus(signal))
  expect(missing).toMatchObject({ verdict: 'transient', kind: 'unreachable' })
  expect(await failure(engineAt('http://8.8.8.8/v1').transcribe(request(), signal))).toMatchObject({
    verdict: 'unknown',
    message: 'Refused: 8.8.8.8 is not a loopback or private address',
  })
})

test('an answer without an end, one that is no transcript, and a redirect are failures', async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(4 * 1024 * 1024).fill(32)),
      }),
    )
  const models = { '/v1/models': { data: [{ id: 'whisper-1' }] } }
  const path = '/v1/audio/transcriptions'
  const cases: [unknown, string][] = [
    [endless, 'The engine sent a transcript without an end'],
    [{ segments: 7 }, 'The engine sent a transcript of an unknown shape'],
    [() => new Response('<html>'), 'The engine sent a transcript of an unknown shape'],
    [() => Response.redirect('http://127.0.0.1:1/'), 'The engine answered 302: '],
  ]
  expect(MAX_TRANSCRIPT_BYTES).toBe(4 * 1024 * 1024)
  for (const [reply, message] of cases) {
    await using server = startModelServer({ ...models, [path]: reply })
    expect((await failure(engineAt(server.url).transcribe(request(), signal))).message).toBe(
      message,
    )
  }
})

test('times in nanoseconds, as LocalAI gives them, become seconds', async () => {
  await using server = startModelServer({
    '/v1/models': { data: [{ id: 'whisper-1' }] },
    '/v1/audio/transcriptions': {
      segments: [{ id: 0, start: 1e9, end: 2.5e9, text: ' hello', tokens: [1] }],
      text: ' hello',
    },
  })
  expect(await engineAt(server.url).transcribe(request(), signal)).toEqual({
    language: undefined,
    hasTimes: true,
    segments: [{ start: 1, end: 2.5, text: 'hello' }],
  })
})

test('what is at an address shows itself: a model server is no recogniser, and the next server is asked in its own way', async () => {
  await using llama = startModelServer(llamaServer('/m/qwen3.gguf'))
  expect((await engineAt(llama.url).identify(signal, { isConfigured: false })).transcribes).toBe(
    false,
  )
  const first = startWhisperServer()
  const engine = engineAt(first.root)
  expect(await engine.identify(signal)).toMatchObject({ kind: 'whisper-cpp', transcribes: true })
  await first.stop()
  expect(await failure(engine.transcribe(request(), signal))).toMatchObject({
    verdict: 'transient',
    kind: 'unreachable',
  })
  await using second = startWhisperServer({ kind: 'speaches', port: first.port })
  expect((await engine.transcribe(request(), signal)).segments).toMatchObject(SEGMENTS)
  expect(second.served[0]?.path).toBe('/v1/audio/transcriptions')
})
