import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import {
  listedVoices,
  SpeechHttp,
  speakingModels,
} from '../../src/engines/speech-http/speech-http.ts'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { readWavLayout, wavHeader } from '../../src/media/audio/wav.ts'
import { tempFolder } from '../support/process.ts'
import { serveLocal } from '../support/serve-local.ts'
import { soundOf } from '../support/sound.ts'
import { thrown } from '../support/thrown.ts'

/** A request for speech, as a server was sent it. */
type SpeechBody = Record<string, unknown>

/** Answers `POST /v1/audio/speech`, or lists. */
type Answer = (request: Request, body: SpeechBody) => Response | Promise<Response>

/** A second of sound with a header of unknown length, as ffmpeg and PyAV stream it. */
function streamedWav(sampleRate = 24_000): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...wavHeader({ sampleRate, channels: 1 }),
    ...new Uint8Array(sampleRate * 2).fill(3),
  ])
}

/** The answers of Kokoro-FastAPI, after its source. */
const KOKORO: Readonly<Record<string, Answer>> = {
  'GET /v1/models': () =>
    Response.json({ object: 'list', data: ['tts-1', 'tts-1-hd', 'kokoro'].map((id) => ({ id })) }),
  'GET /v1/audio/voices': () =>
    Response.json({
      voices: ['af_heart', 'bm_george', 'zf_xiaobei'].map((id) => ({ id, name: id })),
    }),
  'POST /v1/audio/speech': (_request, { model, voice }) => {
    if (model !== 'kokoro' && model !== 'tts-1') {
      const message = `Unsupported model: ${model}`
      const error = 'invalid_model'
      return Response.json(
        { detail: { error, message, type: 'invalid_request_error' } },
        { status: 400 },
      )
    }
    if (voice === 'nobody') {
      const message = "Voice 'nobody' not found. Available voices: af_heart"
      const error = 'validation_error'
      return Response.json(
        { detail: { error, message, type: 'invalid_request_error' } },
        { status: 400 },
      )
    }
    return chunked(streamedWav(), 'audio/wav')
  },
}

/** The answers of speaches, after its source. */
const SPEACHES: Readonly<Record<string, Answer>> = {
  'GET /v1/models': () =>
    Response.json({
      object: 'list',
      data: [
        { id: 'Systran/faster-whisper-small', task: 'automatic-speech-recognition' },
        { id: 'speaches-ai/piper-de_DE-thorsten-low', task: 'text-to-speech' },
      ],
    }),
  'GET /v1/audio/voices': () =>
    Response.json({
      object: 'list',
      voices: [
        { name: 'thorsten', language: 'de-DE', gender: 'male' },
        { name: 'amy', language: 'en_US' },
      ],
    }),
  'POST /v1/audio/speech': (_request, { voice }) =>
    voice === undefined
      ? Response.json(
          { detail: [{ type: 'missing', loc: ['body', 'voice'], msg: 'Field required' }] },
          { status: 422 },
        )
      : chunked(streamedWav(16_000), 'audio/wav'),
}

/** A speech server with given answers; other paths are not found. */
function speechServer(answers: Readonly<Record<string, Answer>>) {
  const bodies: SpeechBody[] = []
  const headers: Headers[] = []
  const server = serveLocal(async (request) => {
    headers.push(request.headers)
    const answer = answers[`${request.method} ${new URL(request.url).pathname}`]
    if (answer === undefined) return Response.json({ detail: 'Not Found' }, { status: 404 })
    const body = request.method === 'POST' ? Object(await request.json()) : {}
    if (request.method === 'POST') bodies.push(body)
    return answer(request, body)
  })
  return {
    url: `${server.origin}/v1`,
    bodies,
    headers,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

function chunked(bytes: Uint8Array, type: string): Response {
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.byteLength; at += 10_000)
        controller.enqueue(bytes.slice(at, at + 10_000))
      controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': type } })
}

const signal = new AbortController().signal
const hasFfmpeg = Bun.which('ffmpeg') !== null
const testFfmpeg = test.skipIf(!hasFfmpeg)
if (!hasFfmpeg) console.info('Without ffmpeg MP3 of servers is not tested: apt install ffmpeg')
const SOUND = { headers: { 'content-type': 'audio/wav' } }
const plain = { text: 'Hello', voice: undefined, model: undefined, speed: 1 }

function engineAt(base_url: string, more: Record<string, unknown> = {}) {
  return new SpeechHttp({ id: 'kokoro', adapter: 'openai-http', base_url, ...more })
}

test('SpeechHttp speaks by Kokoro-FastAPI, whose sound has no length', async () => {
  await using server = speechServer(KOKORO)
  const engine = engineAt(`${server.url}/`, { api_key: 'own-key', models: ['kokoro'] })
  expect(engine.appliesSpeed).toBe(false)
  await engine.checkStatus(signal)
  await engine.refresh(signal)
  expect(engine.voices).toEqual([
    { id: 'af_heart', languages: ['en'] },
    { id: 'bm_george', languages: ['en'] },
    { id: 'zf_xiaobei', languages: ['zh'] },
  ])
  expect(engine.languages).toEqual(['en', 'zh'])
  expect(engine.appliesSpeed).toBe(true)
  const sound = await engine.speak({ ...plain, text: 'Grüße', speed: 1.5 }, signal)
  expect(soundOf(sound)).toMatchObject({ seconds: 1, sampleRate: 24_000 })
  expect(readWavLayout(sound).dataEnd).toBe(sound.byteLength)
  expect(server.bodies).toEqual([
    { model: 'kokoro', input: 'Grüße', voice: 'af_heart', response_format: 'wav', speed: 1.5 },
  ])
  expect(server.headers.every((one) => one.get('authorization') === 'Bearer own-key')).toBe(true)
})

test('SpeechHttp finds the models and the languages of speaches', async () => {
  await using server = speechServer(SPEACHES)
  const engine = engineAt(server.url)
  const missing = await thrown(engine.speak(plain, signal))
  expect(missing).toMatchObject({ verdict: 'request' })
  expect(String(missing)).toContain('The engine answered 422: voice: Field required')
  await engine.refresh(signal)
  expect(engine.models).toEqual(['speaches-ai/piper-de_DE-thorsten-low'])
  expect(engine.languages).toEqual(['de', 'en'])
  await engine.speak({ ...plain, voice: 'amy' }, signal)
  expect(server.bodies.at(-1)).toEqual({
    model: 'speaches-ai/piper-de_DE-thorsten-low',
    input: 'Hello',
    voice: 'amy',
    response_format: 'wav',
  })
})

test('SpeechHttp speaks by a server that lists nothing, with what the settings name', async () => {
  await using server = speechServer({
    'POST /v1/audio/speech': () => new Response(floatWav()),
  })
  const bare = engineAt(server.url)
  await bare.checkStatus(signal)
  await bare.refresh(signal)
  expect([bare.models, bare.voices, bare.languages]).toEqual([[], [], undefined])
  expect(soundOf(await bare.speak(plain, signal))).toMatchObject({ sampleRate: 22_050, peak: 0.5 })
  expect(server.bodies).toEqual([{ model: 'tts-1', input: 'Hello', response_format: 'wav' }])
  const named = engineAt(server.url, { models: ['xtts'], voices: ['v'], languages: ['fr'] })
  await named.refresh(signal)
  await named.speak(plain, signal)
  expect(named.languages).toEqual(['fr'])
  expect(named.appliesSpeed).toBe(false)
  expect(server.bodies[1]).toMatchObject({ model: 'xtts', voice: 'v' })
})

test('SpeechHttp takes what Kokoro-FastAPI refuses for faults of the request', async () => {
  await using server = speechServer(KOKORO)
  const engine = engineAt(server.url)
  const voice = await thrown(engine.speak({ ...plain, voice: 'nobody' }, signal))
  expect(voice).toMatchObject({ verdict: 'request' })
  expect(String(voice)).toContain("400: Voice 'nobody' not found")
  const model = await thrown(engine.speak({ ...plain, model: 'x' }, signal))
  expect(String(model)).toContain('400: Unsupported model: x')
})

test('SpeechHttp reports what is no sound, by its cause', async () => {
  const wav = streamedWav()
  const answers: readonly (readonly [() => Response, string, string])[] = [
    [() => html('<title>Sign in</title>'), 'unknown', 'sent text/html in place of sound'],
    [() => Response.json({ url: 'x' }), 'unknown', 'sent application/json in place of sound'],
    [() => new Response('ID3\u0004…', SOUND), 'unknown', 'sent MP3 in place of WAV'],
    [() => new Response('OggS', SOUND), 'unknown', 'sent Ogg'],
    [() => new Response('nothing', SOUND), 'unknown', 'it is not a WAV file'],
    [() => new Response(wav.slice(0, 40)), 'unknown', 'cannot be used'],
    [() => new Response(wav.slice(0, 44)), 'empty', 'gave no sound'],
    [() => new Response('', SOUND), 'empty', 'sent no sound'],
    [() => new Response('', { status: 302, headers: { location: '/x' } }), 'unknown', '302'],
    [() => Response.json({}, { status: 401 }), 'signed_out', '401'],
    [() => new Response('busy', { status: 503 }), 'transient', '503: busy'],
    [
      () => Response.json({ detail: "response_format 'wav' is not supported" }, { status: 422 }),
      'request',
      "422: response_format 'wav' is not supported",
    ],
  ]
  for (const [answer, verdict, says] of answers) {
    await using server = speechServer({ 'POST /v1/audio/speech': answer })
    const error = await thrown(engineAt(server.url).speak(plain, signal))
    expect(error).toBeInstanceOf(EngineFailure)
    expect([says, error]).toMatchObject([says, { verdict }])
    expect(String(error)).toContain(says)
  }
})

testFfmpeg(
  'SpeechHttp asks a server for MP3 that refuses WAV, or gives what it likes',
  async () => {
    using folder = tempFolder()
    const mp3 = join(folder.path, 'a.mp3')
    const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=24000:duration=1']
    await Bun.spawn(['ffmpeg', '-v', 'error', ...tone, mp3]).exited
    const encoded = await Bun.file(mp3).bytes()
    const audio = new LocalAudio({ programs: {}, env: process.env })
    const toWav = (source: string, target: string, stop: AbortSignal) =>
      audio.prepare(source, target, { signal: stop })
    await using server = speechServer({
      'POST /v1/audio/speech': (_request, { response_format: format }) =>
        format === 'mp3'
          ? new Response(encoded)
          : Response.json(
              { detail: [{ msg: "Input should be 'mp3'", loc: ['body', 'response_format'] }] },
              { status: 422 },
            ),
      'POST /v2/audio/speech': () =>
        new Response(encoded, { headers: { 'content-type': 'text/plain' } }),
    })
    for (const url of [server.url, server.url.replace('/v1', '/v2')]) {
      const engine = new SpeechHttp({ id: 'k', adapter: 'openai-http', base_url: url }, toWav)
      for (const _ of [1, 2]) {
        const sound = soundOf(await engine.speak(plain, signal))
        expect(sound.sampleRate).toBe(16_000)
        expect(sound.seconds).toBeCloseTo(1, 0)
        expect(sound.loudness).toBeGreaterThan(0.05)
      }
    }
    expect(server.bodies.map((body) => body['response_format'])).toEqual([
      'wav',
      'mp3',
      'mp3',
      'wav',
      'wav',
    ])
  },
)

test('SpeechHttp reports a server that breaks off or is not there', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: 48044\r\n\r\n'
  using server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.write(head)
        socket.write(streamedWav().slice(0, 20_000))
        socket.end()
      },
    },
  })
  const broken = await thrown(engineAt(`http://127.0.0.1:${server.port}/v1`).speak(plain, signal))
  expect(broken).toMatchObject({ verdict: 'transient' })
  const absent = engineAt('http://127.0.0.1:9/v1')
  for (const call of [() => absent.speak(plain, signal), () => absent.checkStatus(signal)])
    expect(await thrown(call())).toMatchObject({ verdict: 'transient', kind: 'unreachable' })
})

test('SpeechHttp closes an endless answer, and the request of a caller who left', async () => {
  const closed = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  await using server = speechServer({
    'POST /v1/audio/speech': (_request, { input }) =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array(input === 'slow' ? 10 : 8 * 1024 * 1024))
            started.resolve()
            if (input === 'slow') await closed.promise
          },
          cancel: () => closed.resolve(),
        }),
        { headers: { 'content-type': 'audio/wav' } },
      ),
  })
  const engine = engineAt(server.url)
  const controller = new AbortController()
  const slow = thrown(engine.speak({ ...plain, text: 'slow' }, controller.signal))
  await started.promise
  const reason = new Error('No longer wanted')
  controller.abort(reason)
  expect(await slow).toBe(reason)
  await closed.promise
  const endless = await thrown(engine.speak(plain, signal))
  expect(endless).toMatchObject({ verdict: 'unknown' })
  expect(String(endless)).toContain('without an end')
})

test('SpeechHttp ends a request that takes too long', async () => {
  await using server = speechServer({
    'POST /v1/audio/speech': () => new Promise<Response>(() => {}),
  })
  const engine = engineAt(server.url, { timeout_seconds: 0.05 })
  expect(await thrown(engine.speak(plain, signal))).toMatchObject({ verdict: 'timeout' })
})

test('SpeechHttp refuses a public address before anything is sent', async () => {
  const error = await thrown(engineAt('http://93.184.216.34/v1').speak(plain, signal))
  expect(String(error)).toContain('is not a loopback or private address')
})

test('listedVoices() and speakingModels() read lists of any kind and refuse all else', () => {
  expect(listedVoices(['a', 'a', 1, '', 'b\n'], ['en'])).toEqual([{ id: 'a', languages: ['en'] }])
  expect(listedVoices({ voices: [{ name: 'x', language: 'pt-br' }] }, [])).toEqual([
    { id: 'x', languages: ['pt'] },
  ])
  for (const value of [undefined, null, 1, 'x', {}, { voices: {} }]) {
    expect(listedVoices(value, [])).toBeUndefined()
    expect(speakingModels(value)).toBeUndefined()
  }
  const data = [{ id: 'gpt-4o' }, { id: 'kokoro' }, { id: 'whisper-1' }, 'x', { id: 'voice-en' }]
  expect(speakingModels({ data })).toEqual(['kokoro', 'voice-en'])
  expect(
    listedVoices(
      Array.from({ length: 2_000 }, (_, n) => `v${n}`),
      [],
    )?.length,
  ).toBe(1_000)
})

function html(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** 32-bit floats in an extensible format. */
function floatWav(): Uint8Array<ArrayBuffer> {
  const samples = new Float32Array(2_205).fill(0.5)
  const header = Buffer.alloc(68)
  header.write('RIFF')
  header.writeUInt32LE(60 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(40, 16)
  header.writeUInt16LE(0xfffe, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(22_050, 24)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(32, 34)
  header.writeUInt16LE(3, 44)
  header.write('data', 60)
  header.writeUInt32LE(samples.byteLength, 64)
  return new Uint8Array([...header, ...new Uint8Array(samples.buffer)])
}
