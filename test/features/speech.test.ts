import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { SpeechEngine } from '../../src/engines/contract/speech.ts'
import { CLIP_RETENTION_DAYS } from '../../src/features/speech/clips.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { PRIMARY_KEY, startService, type TestOptions } from '../support/service.ts'
import { soundOf } from '../support/sound.ts'
import { failingEngine, SECONDS_PER_CHARACTER, toneEngine } from '../support/speech-engines.ts'

const PATH = '/api/ai/tts'
const DAY_MS = 24 * 60 * 60_000
const TEXT = 'The river rises in the hills. It runs for three hundred miles to the sea.'
const GERMAN = 'Die Sitzung beginnt um zehn Uhr im großen Saal.'
const UNREACHABLE = new EngineFailure('unreachable', 'connect ECONNREFUSED 10.0.0.7:8880')

function english() {
  const voices = [
    { id: 'Anna', languages: ['en'] },
    { id: 'bob', languages: ['en'] },
  ]
  return toneEngine({ id: 'english', models: ['small', 'large'], voices, languages: ['en'] })
}

function polyglot() {
  const voices = [
    { id: 'en-gb', languages: ['en'] },
    { id: 'de', languages: ['de'] },
  ]
  return toneEngine({ id: 'polyglot', level: 0.02, sampleRate: 22_050, voices })
}

function service(speechEngines: readonly SpeechEngine[], options: TestOptions = {}) {
  const started = startService({ ...options, speechEngines })
  const request = (method: string, path: string, body?: object) =>
    fetch(started.url + path, {
      method,
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    service: started,
    request,
    async speak(body: object): Promise<Record<string, unknown>> {
      const response = await request('POST', PATH, { format: 'wav', ...body })
      return { status: response.status, ...Object(await response.json()) }
    },
    credits: async () =>
      Number(await pickFrom(await request('GET', '/admin/usage'), 'totals.credits')),
  }
}

test('POST /api/ai/tts answers with a clip that opens for anyone who has its name', async () => {
  const { service: started, speak, credits } = service([english()])
  await using _ = started
  const made = await speak({ text: TEXT })
  expect(made).toEqual({
    status: 200,
    name: expect.stringMatching(/^[A-Za-z0-9_-]{22}\.wav$/),
    url: `${started.url}/api/ai/tts/file/${made['name']}`,
    media_type: 'audio/wav',
    duration_seconds: expect.any(Number),
    bytes: expect.any(Number),
    engine: 'english',
    voice: 'Anna',
  })
  expect(await credits()).toBe(1)
  const url = String(made['url'])
  const whole = await fetch(url)
  const bytes = await whole.bytes()
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-disposition': 'inline; filename="speech.wav"',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  expect(bytes.byteLength).toBe(Number(made['bytes']))
  const { seconds } = soundOf(bytes)
  expect(seconds).toBeCloseTo(Number(made['duration_seconds']), 2)
  expect(seconds).toBeCloseTo(TEXT.length * SECONDS_PER_CHARACTER + 0.6, 0)
  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
  expect(await head.text()).toBe('')
  const range = await fetch(url, { headers: { range: 'bytes=4-7' } })
  expect(range.status).toBe(206)
  expect(await range.bytes()).toEqual(bytes.slice(4, 8))
  expect((await fetch(url, { headers: { range: 'bytes=9999999-' } })).status).toBe(416)
  const other = `${'A'.repeat(22)}.wav`
  expect((await fetch(url.replace(String(made['name']), other))).status).toBe(404)
})

test('POST /api/ai/tts makes engines equally loud, and follows the speed', async () => {
  const { service: started, speak } = service([
    english(),
    polyglot(),
    toneEngine({ id: 'steady', appliesSpeed: false }),
  ])
  await using _ = started
  const heard = async (body: object) => {
    const made = await speak({ text: TEXT, ...body })
    return soundOf(await (await fetch(String(made['url']))).bytes())
  }
  const loud = await heard({})
  const quiet = await heard({ voice: 'EN-GB' })
  expect(quiet.sampleRate).toBe(22_050)
  expect(quiet.loudness / loud.loudness).toBeCloseTo(1, 1)
  expect(loud.peak).toBeLessThan(0.9)
  expect((await heard({ speed: 2 })).seconds).toBeCloseTo(loud.seconds / 2, 0)
  expect((await heard({ speed: 0.5 })).seconds).toBeCloseTo(loud.seconds * 2, 0)
})

test('speech takes the voice of a brand where the request names none, and refuses unknown brands', async () => {
  const engine = english()
  const { service: started, request, speak } = service([engine])
  await using _ = started
  for (const [id, voice] of Object.entries({ acme: 'bob', plain: null, lost: 'carl' }))
    await request('PUT', `/api/brands/${id}`, { name: id, voice })
  expect(await speak({ text: TEXT, brand: 'acme' })).toMatchObject({ status: 200, voice: 'bob' })
  expect(await speak({ text: TEXT, brand: 'acme', voice: 'Anna' })).toMatchObject({ voice: 'Anna' })
  expect(await speak({ text: TEXT, brand: 'plain' })).toMatchObject({ voice: 'Anna' })
  const job = await speak({ text: TEXT, brand: 'acme', async: true })
  const events = await request('GET', `${PATH}/${job['job_id']}/events`)
  expect(await events.text()).toContain('"voice":"bob"')
  const unknown = { code: 'invalid', detail: 'There is no brand "none"' }
  expect(await speak({ text: TEXT, brand: 'none' })).toMatchObject({ status: 422, ...unknown })
  expect(await speak({ text: TEXT, brand: 'lost' })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('There is no voice "carl"'),
  })
  const openAi = async (brand: string) => {
    const body = { input: TEXT, voice: 'alloy', response_format: 'wav', brand }
    const response = await request('POST', '/v1/audio/speech', body)
    return response.ok ? (await response.bytes()).length > 0 : response.json()
  }
  expect(await openAi('none')).toMatchObject({ error: { param: 'brand' } })
  expect([await openAi('acme'), engine.spoken.at(-1)?.voice]).toEqual([true, 'bob'])
})

test('POST /api/ai/tts finds an engine and a voice for the language, or says which can', async () => {
  const { service: started, speak } = service([
    failingEngine('broken', UNREACHABLE),
    ...[english(), polyglot()],
  ])
  await using _ = started
  expect(await speak({ text: TEXT })).toMatchObject({ engine: 'english' })
  expect(await speak({ text: TEXT, model: 'large' })).toMatchObject({ engine: 'english' })
  expect(await speak({ text: GERMAN })).toMatchObject({ engine: 'polyglot', voice: 'de' })
  // Of a few words it can only be guessed, which prefers a voice and refuses nothing.
  expect(await speak({ text: 'Guten Morgen' })).toMatchObject({ engine: 'polyglot', voice: 'de' })
  expect(await speak({ text: 'Guten Morgen', engine: 'english' })).toMatchObject({ status: 200 })
  expect(await speak({ text: GERMAN, engine: 'english' })).toMatchObject({
    status: 422,
    detail:
      'The text seems to be in German, and the engine english cannot say that. These can: broken; polyglot (de). If it is in another language, name it in `language`',
  })
  expect(await speak({ text: GERMAN, engine: 'english', language: 'en' })).toMatchObject({
    status: 200,
  })
  expect(await speak({ text: GERMAN, engine: 'broken' })).toMatchObject({
    status: 502,
    code: 'engine_failed',
    detail:
      'No engine could speak this: broken cannot be reached (connect ECONNREFUSED 10.0.0.7:8880)',
  })
})

test('POST /api/ai/tts refuses what cannot be spoken, at no cost', async () => {
  const { service: started, speak, request, credits } = service([english()])
  await using _ = started
  const wrong: [object, number, string][] = [
    [{ text: 'Hi', speed: 2.01 }, 422, 'speed'],
    [{ text: 'Hi', speed: 0.49 }, 422, 'speed'],
    [{ text: 'Hi', format: 'aac' }, 422, 'format'],
    [{ text: '' }, 422, 'text'],
    [{ text: ' … ' }, 422, 'There is nothing to say'],
    [{ text: 'a'.repeat(100_001) }, 422, 'has 100001 characters: at most 100000'],
    [
      { text: 'Hi', voice: 'zoe' },
      422,
      'There is no voice "zoe": Anna, bob. GET /api/ai/tts/voices',
    ],
    [{ text: 'Hi', engine: 'none' }, 404, 'There is no speech engine "none": english'],
    [{ text: 'Hi', model: 'huge' }, 404, 'auto, english, english/small, english/large'],
    [
      { text: '今天天气很好' },
      422,
      'seems to be in Chinese, and no speech engine here can say that',
    ],
    [{}, 422, 'text'],
  ]
  for (const [body, status, words] of wrong)
    expect(await speak(body)).toMatchObject({ status, detail: expect.stringContaining(words) })
  expect((await request('POST', PATH)).status).toBe(400)
  expect(await credits()).toBe(0)
})

test('POST /api/ai/tts makes jobs, each with one clip in the history', async () => {
  const { service: started, speak, request, credits } = service([english()])
  await using _ = started
  const job = await speak({ text: TEXT, async: true })
  const path = `${PATH}/${job['job_id']}`
  expect(path).toStartWith(`${PATH}/tts_`)
  const events = (await (await request('GET', `${path}/events`)).text()).trim().split('\n\n')
  const last = JSON.parse(String(events.at(-1)).slice('data: '.length))
  expect(last).toMatchObject({
    status: 'succeeded',
    progress: { unit: 'characters', total: TEXT.length },
    result: { engine: 'english', url: expect.stringContaining(`${started.url}/api/ai/tts/file/`) },
  })
  expect(await credits()).toBe(1)
  const { items } = Object(await (await request('GET', '/history?kind=speech')).json())
  expect(items).toHaveLength(1)
  const { items: jobs } = Object(await (await request('GET', '/api/ai/jobs')).json())
  expect(jobs[0]).toMatchObject({ kind: 'tts', path })
})

test('a clip expires after 30 days, unless its entry in the history is kept', async () => {
  let now = Date.UTC(2026, 10, 22)
  const { service: started, speak, request } = service([english()], { now: () => now })
  await using _ = started
  const { services } = started
  const kept = await speak({ text: 'Keep this' })
  const { items } = Object(await (await request('GET', '/history')).json())
  await request('PATCH', `/history/${items[0].id}`, { keep: true })
  const gone = await speak({ text: 'Forget this' })
  const status = async (clip: Record<string, unknown>) => (await fetch(String(clip['url']))).status
  now += CLIP_RETENTION_DAYS * DAY_MS - 1
  services.history.sweep()
  services.speech.clips.sweep()
  expect([await status(kept), await status(gone)]).toEqual([200, 200])
  now += 1
  services.history.sweep()
  services.speech.clips.sweep()
  expect([await status(kept), await status(gone)]).toEqual([200, 404])
  now += 1000 * DAY_MS
  expect([await status(kept), await status(gone)]).toEqual([200, 404])
  await request('DELETE', `/history/${items[0].id}`)
  expect(await status(kept)).toBe(404)
})

test('other work goes on between the pieces of a long text, and nobody fills the queue', async () => {
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (start: string) => {
    const found = gates.get(start) ?? Promise.withResolvers<void>()
    gates.set(start, found)
    return found.promise
  }
  const slow = toneEngine({ onSpeak: ({ text }) => gate(text.split(' ', 1)[0] ?? '') })
  const chat = gatedEngine('local')
  const {
    service: started,
    speak,
    request,
  } = service([slow], {
    engines: [chat.engine],
    isOneMachine: true,
    limits: { speechTurnMs: 0 },
  })
  await using _ = started
  const long = await speak({ text: `First piece.\n\nSecond piece.`, async: true })
  await until(() => slow.spoken.length === 1)
  const answer = request('POST', '/api/ai/generate', { prompt: 'Hi' })
  const { queue } = started.services
  const waiting = async () => (await queue.lanes()).flatMap((lane) => lane.waiting).length
  while ((await waiting()) === 0) await Bun.sleep(0)
  gates.get('First')?.resolve()
  await until(() => chat.prompts.length === 1)
  expect(slow.spoken).toHaveLength(1)
  chat.release('Hi')
  expect((await answer).status).toBe(200)
  await until(() => slow.spoken.length === 2)

  const others = Array.from({ length: 7 }, () => speak({ text: 'Last', async: true }))
  for (const { status } of await Promise.all(others)) expect(status).toBe('queued')
  const refused = await request('POST', PATH, { text: 'Last' })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  for (const start of ['Second', 'Last']) void gate(start).then(() => {})
  for (const { resolve } of gates.values()) resolve()
  await (await request('GET', `${PATH}/${long['job_id']}/events`)).text()
  expect(Object(await (await request('GET', `${PATH}/${long['job_id']}`)).json())).toMatchObject({
    status: 'succeeded',
  })
})
