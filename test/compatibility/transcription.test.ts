import { afterAll, expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { transcribe } from 'ai'
import { toFile } from 'openai'
import { TranscriptionHttp } from '../../src/engines/transcription-http/transcription-http.ts'
import { openaiClient } from '../support/clients.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'
import { installedAudio, transcriptService } from '../support/transcripts.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

const whisper = startWhisperServer()
const engine = new TranscriptionHttp({
  ...{ id: 'whisper', adapter: 'openai-http', timeout_seconds: 60, base_url: whisper.url },
})
const service = transcriptService({
  ...{ transcriptionEngines: [engine], audio: installedAudio(), env: { EDGE_PORT: '0' } },
  limits: { lateAnswerMs: 20, keepaliveMs: 10 },
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await whisper[Symbol.asyncDispose]()
})
const client = openaiClient(service, { retries: 0 })
const { transcriptions, translations } = client.audio
const model = 'whisper-1'
const speech = () => toFile(speechWav(3), 'speech.wav')

test('openai: transcriptions in every format', async () => {
  expect(await transcriptions.create({ model, file: await speech() })).toEqual({
    text: 'word 1 word 2',
  })
  const text = await transcriptions.create({
    ...{ model, file: await speech(), response_format: 'text' },
  })
  expect(text).toBe('word 1 word 2\n')
  const srt = await transcriptions.create({ model, file: await speech(), response_format: 'srt' })
  // One cue for each segment.
  expect(srt).toBe(
    '1\n00:00:00,000 --> 00:00:02,000\nword 1\n\n2\n00:00:02,000 --> 00:00:03,000\nword 2\n',
  )
  const vtt = await transcriptions.create({ model, file: await speech(), response_format: 'vtt' })
  expect(vtt).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nword 1\n\n00:00:02.000 --> 00:00:03.000\nword 2\n',
  )
  const verbose = await transcriptions.create({
    ...{ model: 'auto', file: await speech(), response_format: 'verbose_json' },
    ...{ language: 'de', prompt: 'Hearth', temperature: 0.2 },
    timestamp_granularities: ['word', 'segment'],
  })
  expect(verbose).toMatchObject({ language: 'german', duration: 3, text: 'word 1 word 2' })
  expect(verbose.segments?.map(({ start, end, text }) => [start, end, text])).toEqual([
    [0, 2, 'word 1'],
    [2, 3, 'word 2'],
  ])
  expect(verbose.words?.map(({ word }) => word).join(' ')).toBe('word 1 word 2')
  expect(whisper.recogniser.calls.at(-1)).toMatchObject({ language: 'de', prompt: 'Hearth' })
})

test('openai: translations into English', async () => {
  const file = await speech()
  const answer = await translations.create({ model, file, response_format: 'verbose_json' })
  expect(answer).toMatchObject({ language: 'english', text: 'translated 1 translated 2' })
  expect(whisper.recogniser.calls.at(-1)?.task).toBe('translate')
})

test('openai: a stream has each piece, then the whole text', async () => {
  const file = await toFile(speechWav(130), 'speech.wav')
  const events = await Array.fromAsync(
    await transcriptions.create({ model, file, stream: true, response_format: 'json' }),
  )
  const deltas = events.flatMap((event) =>
    event.type === 'transcript.text.delta' ? [event.delta] : [],
  )
  expect(deltas.length).toBeGreaterThan(1)
  expect(events.at(-1)).toEqual({ type: 'transcript.text.done', text: deltas.join('') })
  whisper.recogniser.fail({ status: 400, text: 'Invalid request' })
  const refused = transcriptions.create({ model, file: await speech(), stream: true })
  expect(await thrown(refused.then((stream) => Array.fromAsync(stream)))).toMatchObject({
    error: { code: 'engine_refused' },
  })
})

test('through a proxy a long wait is shown, and ends as any other', async () => {
  const send = (fields: Record<string, string>) =>
    fetch(`http://127.0.0.1:${service.edgePort}/v1/audio/transcriptions`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${PRIMARY_KEY}` } },
      body: form({ file: new File([speechWav(3).slice()], 'a.wav'), ...fields }),
    })
  const texts: string[] = []
  for (const response_format of ['json', 'vtt', 'srt']) {
    whisper.recogniser.hold()
    // It is answered while the recogniser still works.
    const answer = await send({ response_format })
    expect(answer.status).toBe(200)
    whisper.recogniser.release()
    texts.push(await answer.text())
  }
  const [json = '', vtt, srt] = texts
  expect(JSON.parse(json)).toEqual({ text: 'word 1 word 2' })
  expect(vtt).toMatch(/^WEBVTT\n\n+00:00:00\.000 --> 00:00:02\.000\nword 1\n\n00:00:02/)
  expect(srt).toMatch(/^\n+1\n00:00:00,000 --> /)
})

test('openai: what is wrong is told as its client reads it', async () => {
  // Without a sound, also for a machine that has no ffmpeg.
  const file = await toFile(Buffer.from(speechWav(0)), 'speech.wav')
  expect(await thrown(transcriptions.create({ model, file }))).toMatchObject({
    status: 422,
    code: 'invalid',
    type: 'invalid_request_error',
  })
  const unknown = transcriptions.create({ model: 'nobody', file: await speech() })
  expect(await thrown(unknown)).toMatchObject({ status: 404, code: 'model_not_found' })
  const format: string = 'docx'
  const wrong = client.post('/audio/transcriptions', {
    body: form({ file: new File([speechWav(1).slice()], 'a.wav'), response_format: format }),
  })
  expect(await thrown(wrong)).toMatchObject({ status: 422, param: 'response_format' })
})

test('ai: transcribe has the text, the segments, the language and the duration', async () => {
  const provider = createOpenAI({ baseURL: `${service.url}/v1`, apiKey: PRIMARY_KEY })
  const answer = await transcribe({
    model: provider.transcription('whisper-1'),
    audio: speechWav(3),
  })
  expect(answer).toMatchObject({
    ...{ text: 'word 1 word 2', language: 'en', durationInSeconds: 3 },
    segments: [
      { text: 'word 1', startSecond: 0, endSecond: 2 },
      { text: 'word 2', startSecond: 2, endSecond: 3 },
    ],
  })
})

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
