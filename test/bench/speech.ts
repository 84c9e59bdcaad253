import { loadavg } from 'node:os'
import { PRIMARY_KEY } from '../support/service.ts'
import { type Bench, startHearth } from './bench.ts'
import { besideWork } from './beside.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'

const SENTENCE = 'The quick brown fox jumps over the lazy dog near the bank of the river. '
/** About 5 minutes of speech, and much more. */
const TEXT = SENTENCE.repeat(60)
const LONG_TEXT = SENTENCE.repeat(400)
const REAL_TIME_FACTOR = 0.03
const FIRST_BYTE_MS = 300
const P99_MS = 10
/** 16-bit PCM in mono. */
const BYTES_PER_SAMPLE = 2
const SAMPLE_RATE = 24_000
const MAX_LISTENING_MS = 30_000

/** The embedded voice from request to last byte, and what it costs others. */
export async function speech(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 2)
  const whole: number[] = []
  const first: number[] = []
  for (let round = 0; round <= bench.rounds; round += 1) {
    const factor = await realTimeFactor(hearth.url)
    const firstMs = await firstByte(hearth.url)
    if (round === 0) continue
    whole.push(factor)
    first.push(firstMs)
  }
  // The heavy line is two wide here, so that a chat does not wait for the clip itself.
  const chat = await besideWork(bench, hearth, () => realTimeFactor(hearth.url))
  const load = `load ${loadavg()[0]?.toFixed(1)}`
  return [
    {
      measure: 'embedded voice, time / duration of the clip',
      value: median(whole),
      unit: 'x',
      target: { below: REAL_TIME_FACTOR },
      detail: `${TEXT.length} characters as WAV; ${load}`,
    },
    {
      measure: 'first byte of /v1/audio/speech',
      value: median(first),
      unit: 'ms',
      target: { below: FIRST_BYTE_MS },
      detail: `${LONG_TEXT.length} characters as WAV, the header left out; ${load}`,
    },
    {
      measure: 'added time to first byte of a chat beside a clip, p99',
      value: chat.addedMs,
      unit: 'ms',
      target: { below: P99_MS },
      detail: `${chat.detail}; ${load}`,
    },
  ]
}

async function realTimeFactor(base: string): Promise<number> {
  const started = performance.now()
  const response = await speak(base, TEXT)
  const bytes = (await response.arrayBuffer()).byteLength
  const ms = performance.now() - started
  return ms / 1000 / (bytes / SAMPLE_RATE / BYTES_PER_SAMPLE)
}

async function firstByte(base: string): Promise<number> {
  const started = performance.now()
  const response = await speak(base, LONG_TEXT, AbortSignal.timeout(MAX_LISTENING_MS))
  const reader = response.body?.getReader()
  await reader?.read()
  const ms = performance.now() - started
  await reader?.cancel()
  return ms
}

async function speak(base: string, input: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`${base}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRIMARY_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input, response_format: 'pcm' }),
    ...(signal && { signal }),
  })
  if (!response.ok) throw new Error(`Speech was answered with ${response.status}`)
  return response
}
