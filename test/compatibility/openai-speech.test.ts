import { expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { generateSpeech } from 'ai'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { openaiClient } from '../support/clients.ts'
import { until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { soundOf } from '../support/sound.ts'
import { failingEngine, SECONDS_PER_CHARACTER, toneEngine } from '../support/speech-engines.ts'
import { thrown } from '../support/thrown.ts'

const INPUT = 'The river rises in the hills. It runs for three hundred miles to the sea.'
const UNREACHABLE = new EngineFailure('unreachable', 'connect ECONNREFUSED')

function tones() {
  const voices = [
    { id: 'anna', languages: [] },
    { id: 'bob', languages: [] },
  ]
  return toneEngine({ id: 'tone', models: ['small', 'large'], voices })
}

test('openai: speaks with its own names, with ours, and as events', async () => {
  const tone = tones()
  await using service = startService({ speechEngines: [tone] })
  const { speech } = openaiClient(service, { retries: 0 }).audio
  const wav = await speech.create({
    ...{ model: 'gpt-4o-mini-tts', voice: 'alloy', input: INPUT, response_format: 'wav' },
    ...{ instructions: 'Speak gladly', speed: 2 },
  })
  expect(wav.headers.get('content-type')).toBe('audio/wav')
  const { seconds } = soundOf(await wav.bytes())
  expect(seconds).toBeCloseTo((INPUT.length * SECONDS_PER_CHARACTER) / 2 + 0.3, 0)
  expect(tone.spoken.at(-1)).toMatchObject({ voice: undefined, model: 'small', speed: 2 })
  const pcm = await speech.create({
    ...{ model: 'tone/large', voice: { id: 'BOB' }, input: INPUT, response_format: 'pcm' },
  })
  expect(tone.spoken.at(-1)).toMatchObject({ voice: 'bob', model: 'large' })
  const rate = 24_000
  expect((await pcm.bytes()).byteLength / 2 / rate).toBeCloseTo(seconds * 2, 0)
  const events = await speech.create({
    ...{ model: 'auto', voice: 'nova', input: INPUT, response_format: 'wav', stream_format: 'sse' },
  })
  expect(events.headers.get('content-type')).toStartWith('text/event-stream')
  const frames = (await events.text())
    .trim()
    .split('\n\n')
    .map((frame) => JSON.parse(frame.slice('data: '.length)))
  expect(frames.slice(0, -1).every(({ type }) => type === 'speech.audio.delta')).toBe(true)
  expect(Buffer.from(frames[0].audio, 'base64').toString('latin1', 0, 4)).toBe('RIFF')
  expect(frames.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { total_tokens: 0 } })
  expect(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits')).toBe(3)
})

test('openai: is told why a text is not spoken, before the sound and in the middle of it', async () => {
  const fails = toneEngine({
    id: 'fails',
    onSpeak: ({ text }) => {
      if (text.startsWith('It')) throw UNREACHABLE
    },
  })
  const fallback = toneEngine({ id: 'fallback' })
  await using service = startService({
    speechEngines: [failingEngine('broken', UNREACHABLE), fails, fallback],
  })
  const { speech } = openaiClient(service, { retries: 0 }).audio
  const body = { voice: 'alloy', input: INPUT, response_format: 'wav' } as const
  expect(await thrown(speech.create({ ...body, model: 'broken' }))).toMatchObject({
    ...{ status: 502, code: 'engine_failed', type: 'server_error' },
    message: '502 No engine could speak this: broken cannot be reached (connect ECONNREFUSED)',
  })
  expect(await thrown(speech.create({ ...body, model: 'whisper-1' }))).toMatchObject({
    ...{ status: 404, code: 'model_not_found', param: 'model' },
  })
  expect(await thrown(speech.create({ ...body, model: 'auto', speed: 4 }))).toMatchObject({
    ...{ status: 422, param: 'speed' },
  })
  const cut = await speech.create({ ...body, model: 'fails' })
  expect(await thrown(cut.bytes())).toBeInstanceOf(Error)
  const events = await speech.create({ ...body, model: 'fails', stream_format: 'sse' })
  expect(await events.text()).toContain('"code":"engine_failed"')
  expect(fallback.spoken).toEqual([])
  expect(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits')).toBe(0)
})

test('openai: a client that leaves ends the work and frees its place', async () => {
  const started = Promise.withResolvers<AbortSignal>()
  const gated = toneEngine({
    id: 'gated',
    onSpeak: (_, signal) => {
      started.resolve(signal)
      return new Promise((__, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    },
  })
  await using service = startService({ speechEngines: [gated, toneEngine()] })
  const { speech } = openaiClient(service, { retries: 0 }).audio
  const body = { voice: 'alloy', input: INPUT, response_format: 'wav' } as const
  const leaving = new AbortController()
  const left = thrown(speech.create({ ...body, model: 'gated' }, { signal: leaving.signal }))
  const signal = await started.promise
  leaving.abort()
  await left
  await until(() => signal.aborted)
  const { admissions } = service.services
  await until(() => admissions.of('speech').state().admitted === 0)
  expect((await speech.create({ ...body, model: 'tone' })).status).toBe(200)
})

test('ai: generates speech', async () => {
  await using service = startService({ speechEngines: [tones()] })
  const provider = createOpenAI({ baseURL: `${service.url}/v1`, apiKey: PRIMARY_KEY })
  const { audio } = await generateSpeech({
    ...{ model: provider.speech('tts-1'), text: INPUT, voice: 'alloy', outputFormat: 'wav' },
  })
  expect(audio.mediaType).toBe('audio/wav')
  expect(soundOf(audio.uint8Array).seconds).toBeGreaterThan(3)
})
