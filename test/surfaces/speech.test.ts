import { expect, test } from 'bun:test'
import { CLIP_RETENTION_DAYS } from '../../src/core/speech/clips.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { openaiClient } from '../support/clients.ts'
import { until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { soundOf } from '../support/sound.ts'
import { failingEngine, SECONDS_PER_CHARACTER, toneEngine } from '../support/speech-engines.ts'
import { thrown } from '../support/thrown.ts'

const CLIP = '/api/ai/tts'
const STREAM = '/v1/audio/speech'
const DAY_MS = 24 * 60 * 60_000
const TEXT = 'The river rises in the hills. It runs for three hundred miles to the sea.'

test('speech as clips and as streams, by the engines that can', async () => {
  let now = Date.UTC(2026, 10, 22)
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<AbortSignal>()
  const secret = new EngineFailure('transient', 'connect ECONNREFUSED 10.0.0.7:8880', {
    reason: 'unreachable',
  })
  const english = toneEngine({
    id: 'english',
    models: ['small', 'large'],
    voices: [
      { id: 'Anna', languages: ['en'] },
      { id: 'bob', languages: ['en'] },
    ],
    languages: ['en'],
  })
  const polyglot = toneEngine({
    id: 'polyglot',
    level: 0.02,
    sampleRate: 22_050,
    voices: [
      { id: 'en-gb', languages: ['en'] },
      { id: 'de', languages: ['de'] },
    ],
  })
  const gated = toneEngine({
    id: 'gated',
    languages: ['xx'],
    onSpeak: async (_, signal) => {
      started.resolve(signal)
      await Promise.race([
        gate.promise,
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ])
    },
  })
  const second = toneEngine({
    id: 'second',
    languages: ['xx'],
    onSpeak: ({ text }) => {
      if (text.startsWith('It')) throw secret
    },
  })
  await using service = startService({
    now: () => now,
    speechEngines: [failingEngine('broken', secret), ...[english, polyglot, gated, second]],
  })
  const post = async (path: string, body: object) => service.asOwner('POST', path, body)
  const clip = async (body: object) => {
    const response = await post(CLIP, { format: 'wav', ...body })
    const answer: Record<string, unknown> = await response.json()
    return { status: response.status, ...answer } as Record<string, unknown>
  }
  const credits = async () =>
    Number(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits'))

  // A clip, by the second engine, as the first cannot be reached.
  const made = await clip({ text: TEXT, engine: 'auto' })
  expect(made).toMatchObject({
    status: 200,
    name: expect.stringMatching(/^[A-Za-z0-9_-]{22}\.wav$/),
    url: `http://localhost/api/ai/tts/file/${made['name']}`,
    media_type: 'audio/wav',
    engine: 'english',
    voice: 'Anna',
  })
  expect(await credits()).toBe(1)

  // For whoever has the name, whole and in part.
  const path = new URL(String(made['url'])).pathname
  const whole = await fetch(service.url + path)
  const bytes = await whole.bytes()
  expect(whole.headers.get('content-type')).toBe('audio/wav')
  expect(whole.headers.get('content-disposition')).toBe('inline; filename="speech.wav"')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  expect(bytes.byteLength).toBe(Number(made['bytes']))
  const sound = soundOf(bytes)
  expect(sound.seconds).toBeCloseTo(Number(made['duration_seconds']), 2)
  expect(sound.seconds).toBeCloseTo(TEXT.length * SECONDS_PER_CHARACTER + 0.7, 0)
  const head = await fetch(service.url + path, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
  const range = await fetch(service.url + path, { headers: { range: 'bytes=4-7' } })
  expect(range.status).toBe(206)
  expect(await range.bytes()).toEqual(bytes.slice(4, 8))
  expect((await fetch(`${service.url}${path.slice(0, -5)}A.wav`)).status).toBe(404)

  // As loud from a quiet engine; speed is the engine's.
  const quiet = await clip({ text: TEXT, voice: 'en-gb' })
  const quietBytes = await (
    await fetch(String(quiet['url']).replace('http://localhost', service.url))
  ).bytes()
  expect(quiet['engine']).toBe('polyglot')
  expect(soundOf(quietBytes).loudness).toBeCloseTo(sound.loudness, 1)
  expect(soundOf(quietBytes).sampleRate).toBe(22_050)
  const fast = await clip({ text: TEXT, engine: 'english', speed: 2 })
  expect(Number(fast['duration_seconds'])).toBeCloseTo(sound.seconds / 2, 0)

  // Another language goes to the engine and the voice that can say it.
  const german = 'Die Sitzung beginnt um zehn Uhr im großen Saal.'
  expect(await clip({ text: german })).toMatchObject({ engine: 'polyglot', voice: 'de' })
  const unsaid = await clip({ text: german, engine: 'english' })
  expect(unsaid).toMatchObject({
    status: 422,
    detail: expect.stringContaining(
      'in German, and the engine english cannot say that. These can: polyglot (de)',
    ),
  })
  expect(await clip({ text: german, engine: 'english', language: 'en' })).toMatchObject({
    status: 200,
  })
  expect(await clip({ text: '今天天气很好', engine: 'polyglot' })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('install espeak-ng'),
  })

  // Wrong input costs nothing and says what is right.
  const before = await credits()
  const wrong: [object, number, string][] = [
    [{ text: 'Hi', speed: 2.01 }, 422, 'speed'],
    [{ text: 'Hi', speed: 0.49 }, 422, 'speed'],
    [{ text: 'Hi', format: 'aac' }, 422, 'format'],
    [{ text: '' }, 422, 'text'],
    [{ text: ' … ' }, 422, 'There is nothing to say'],
    [{ text: 'a'.repeat(100_001) }, 422, 'has 100001 characters: at most 100000'],
    [{ text: 'Hi', voice: 'zoe', engine: 'english' }, 422, 'no voice "zoe": Anna, bob'],
    [{ text: 'Hi', engine: 'none' }, 404, 'no speech engine "none": broken, english'],
    [{ text: 'Hi', model: 'huge' }, 404, 'english/large'],
    [{}, 422, 'text'],
  ]
  for (const [body, status, words] of wrong) {
    const refused = await clip(body)
    expect({ status: refused['status'], detail: refused['detail'] }).toEqual({
      status,
      detail: expect.stringContaining(words),
    })
  }
  expect(await clip({ text: 'Hi', engine: 'broken' })).toMatchObject({
    status: 502,
    code: 'engine_failed',
    detail: expect.stringMatching(/^No engine could speak this: broken cannot be reached/),
  })
  expect(await credits()).toBe(before)

  // As a job, whose result is the same.
  const job = await clip({ text: TEXT, async: true, engine: 'english' })
  expect(job).toMatchObject({ status: 'queued', kind: 'tts' })
  const events = await service.asOwner('GET', `${CLIP}/${job['job_id']}/events`)
  const last = (await events.text()).trim().split('\n\n').at(-1) ?? ''
  expect(JSON.parse(last.slice('data: '.length))).toMatchObject({
    status: 'succeeded',
    progress: { unit: 'characters', done: TEXT.length - 1 },
    result: { engine: 'english', media_type: 'audio/wav' },
  })

  // OpenAI's client drives the stream; its own names mean any engine and voice.
  const client = openaiClient(service, { retries: 0 })
  const streamed = await client.audio.speech.create({
    ...{ model: 'gpt-4o-mini-tts', voice: 'alloy', input: TEXT },
    response_format: 'wav',
    instructions: 'Speak gladly',
  })
  expect(streamed.headers.get('content-type')).toBe('audio/wav')
  expect(soundOf(await streamed.bytes()).seconds).toBeCloseTo(sound.seconds, 1)
  const raw = await client.audio.speech.create({
    ...{ model: 'polyglot', voice: { id: 'DE' }, input: german, response_format: 'pcm' },
  })
  expect(polyglot.spoken.at(-1)?.voice).toBe('de')
  expect((await raw.bytes()).byteLength / 48_000).toBeCloseTo(
    german.length * SECONDS_PER_CHARACTER,
    0,
  )
  await client.audio.speech.create({
    ...{ model: 'english/large', voice: 'bob', input: TEXT, response_format: 'wav' },
  })
  expect(english.spoken.at(-1)).toMatchObject({ model: 'large', voice: 'bob' })
  const sse = await client.audio.speech.create({
    ...{ model: 'english', voice: 'nova', input: 'Hello there', response_format: 'wav' },
    stream_format: 'sse',
  })
  const frames = (await sse.text())
    .trim()
    .split('\n\n')
    .map((one) => JSON.parse(one.slice(6)))
  expect(frames[0]).toMatchObject({ type: 'speech.audio.delta' })
  expect(Buffer.from(frames[0].audio, 'base64').toString('latin1', 0, 4)).toBe('RIFF')
  expect(frames.at(-1)).toMatchObject({ type: 'speech.audio.done' })

  // A failure before the first sound has a status, one in the middle breaks the stream off.
  const paid = await credits()
  const refused = await thrown(
    client.audio.speech.create({
      model: 'broken',
      voice: 'alloy',
      input: 'Hi',
      response_format: 'wav',
    }),
  )
  expect(refused).toMatchObject({ status: 502, code: 'engine_failed', type: 'server_error' })
  const cut = await post(STREAM, { model: 'second', input: TEXT, response_format: 'wav' })
  expect(cut.status).toBe(200)
  expect(await thrown(cut.bytes())).toMatchObject({
    message:
      'The speech engine failed in the middle: second cannot be reached (connect ECONNREFUSED 10.0.0.7:8880)',
  })
  expect(await credits()).toBe(paid)

  // A client that leaves ends the work and frees its place.
  const leaving = new AbortController()
  const left = thrown(
    fetch(service.url + STREAM, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.apiKey}` },
      body: JSON.stringify({ model: 'gated', input: 'Hello', response_format: 'wav' }),
      signal: leaving.signal,
    }),
  )
  const signal = await started.promise
  leaving.abort()
  await left
  await until(() => signal.aborted)
  await until(() => service.services.admissions.of('speech').state().admitted === 0)
  expect(await clip({ text: 'Hello', engine: 'english' })).toMatchObject({ status: 200 })

  // A clip expires unless its entry in the history is kept.
  const [entry] = service.services.history.list('primary', { kind: 'speech' }, 1, undefined).items
  expect(entry?.title).toBe('Hello')
  const kept = await clip({ text: TEXT, engine: 'english' })
  const owner = String(service.services.stores.clips.expired(Number.MAX_SAFE_INTEGER, 1)[0]?.name)
  expect(owner).not.toBe('undefined')
  now += (CLIP_RETENTION_DAYS + 1) * DAY_MS
  expect(kept['status']).toBe(200)
})
