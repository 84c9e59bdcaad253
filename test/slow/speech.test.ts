import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EmbeddedVoice } from '../../src/engines/embedded-voice/embedded-voice.ts'
import { READER_LANE } from '../../src/features/speech/tts-task.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { tempFolder } from '../support/process.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { soundOf } from '../support/sound.ts'
import { SECONDS_PER_CHARACTER, toneEngine } from '../support/speech-engines.ts'
import { thrown } from '../support/thrown.ts'

const SENTENCE = 'The river rises in the hills above the town, and runs to the sea. '
const hasFfmpeg = Bun.which('ffmpeg') !== null
if (!hasFfmpeg) console.log('Without ffmpeg only WAV is tested: apt install ffmpeg')

function sender(url: string) {
  return (path: string, body: object, signal?: AbortSignal) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    })
}

test('the embedded voice speaks long texts at each speed, level and without a gap', async () => {
  await using service = startService({ speechEngines: [new EmbeddedVoice()] })
  const send = sender(service.url)
  const seconds: number[] = []
  for (const speed of [0.5, 1, 2]) {
    const response = await send('/v1/audio/speech', {
      ...{ model: 'auto', input: SENTENCE.repeat(12), response_format: 'wav', speed },
    })
    const wav = await response.bytes()
    const sound = soundOf(wav)
    seconds.push(sound.seconds)
    expect(sound.peak).toBeLessThan(0.99)
    expect(sound.loudness).toBeGreaterThan(0.05)
    expect(longestSilence(wav)).toBeLessThan(1 / speed)
  }
  const [slow = 0, normal = 0, fast = 0] = seconds
  expect(slow / normal).toBeCloseTo(2, 0)
  expect(normal / fast).toBeCloseTo(2, 0)
})

test.skipIf(!hasFfmpeg)('clips of every format are what they say', async () => {
  using folder = tempFolder()
  await using service = startService({
    speechEngines: [new EmbeddedVoice(), toneEngine({ id: 'steady', appliesSpeed: false })],
    env: { PATH: process.env['PATH'] ?? '' },
  })
  const send = sender(service.url)
  for (const format of ['wav', 'mp3', 'opus', 'flac']) {
    const made = Object(await (await send('/api/ai/tts', { text: SENTENCE, format })).json())
    const path = join(folder.path, made.name)
    await Bun.write(path, await fetch(made.url))
    const { duration, codec } = await probe(path)
    expect(codec).toBe({ wav: 'pcm_s16le', mp3: 'mp3', opus: 'opus', flac: 'flac' }[format] ?? '')
    expect(duration).toBeGreaterThan(made.duration_seconds - 0.1)
    expect(duration).toBeLessThan(made.duration_seconds + 0.2)
  }
  for (const format of ['aac', 'mp3']) {
    const response = await send('/v1/audio/speech', { input: SENTENCE, response_format: format })
    const path = join(folder.path, `stream.${format}`)
    await Bun.write(path, response)
    expect((await probe(path)).codec).toBe(format)
  }
  const slow = await send('/api/ai/tts', { text: SENTENCE, engine: 'steady', speed: 0.5 })
  const fast = await send('/api/ai/tts', { text: SENTENCE, engine: 'steady', speed: 2 })
  const [long, short] = [Object(await slow.json()), Object(await fast.json())]
  expect(long.duration_seconds / short.duration_seconds).toBeCloseTo(4, 1)
  const path = join(folder.path, 'fast.mp3')
  await Bun.write(path, await fetch(short.url))
  expect((await probe(path)).duration).toBeCloseTo(short.duration_seconds, 0)
})

test('a long text begins at once beside other requests, and ends when its client leaves', async () => {
  const voice = new EmbeddedVoice()
  await using service = startService({
    speechEngines: [voice],
    engines: [fakeEngine('local', saying('Hello'))],
  })
  const send = sender(service.url)
  const leaving = new AbortController()
  const body = { input: SENTENCE.repeat(1400), response_format: 'wav' }
  const speech = await send('/v1/audio/speech', body, leaving.signal)
  const reader = speech.body?.getReader()
  await reader?.read()
  // It needs no place in the queue, so it shows whether the thread is free.
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  leaving.abort()
  await thrown(Promise.resolve(reader?.read()).then(() => reader?.closed))
  const { admissions, queue } = service.services
  await until(() => admissions.of('speech').state().admitted === 0)
  expect((await queue.lanes()).flatMap(({ running }) => running)).toEqual([])
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }
  expect((await send('/v1/chat/completions', chat)).status).toBe(200)
})

test('a client that does not read holds nobody up, and gets the whole sound when it does', async () => {
  await using service = startService({
    speechEngines: [toneEngine()],
    engines: [fakeEngine('local', saying('Hello'))],
  })
  const send = sender(service.url)
  const input = SENTENCE.repeat(400)
  const speech = await send('/v1/audio/speech', { input, response_format: 'wav' })
  const { queue } = service.services
  // Some 40 MB: more than is buffered for a client.
  const isWaiting = async () =>
    (await queue.lanes()).some(({ name, running }) => name === READER_LANE && running.length === 1)
  while (!(await isWaiting())) await Bun.sleep(5)
  const chat = { model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }
  expect((await send('/v1/chat/completions', chat)).status).toBe(200)
  const { seconds } = soundOf(await speech.bytes())
  expect(seconds).toBeGreaterThan(input.length * SECONDS_PER_CHARACTER * 0.95)
})

async function probe(path: string): Promise<{ duration: number; codec: string }> {
  const child = Bun.spawn(
    [
      'ffprobe',
      '-v',
      'error',
      '-show_entries',
      'format=duration:stream=codec_name',
      '-of',
      'json',
      path,
    ],
    { stdout: 'pipe', stderr: 'ignore' },
  )
  const { format, streams } = Object(await new Response(child.stdout).json())
  return { duration: Number(format.duration), codec: streams[0].codec_name }
}

/** In seconds, below a hundredth of full scale. */
function longestSilence(wav: Uint8Array): number {
  const samples = new Int16Array(wav.slice(44).buffer)
  let longest = 0
  let current = 0
  for (const sample of samples) {
    current = Math.abs(sample) < 328 ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest / 16_000
}
