import { afterAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import type { AudioFormat } from '../../src/media/contract-audio.ts'
import { ffmpeg, HAS_FFMPEG, secondsOf } from '../support/ffmpeg.ts'
import { tempFolder } from '../support/process.ts'
import { bytesOf, samplesOf, strengthOf, tone } from '../support/sounds.ts'

const SECONDS = 4

const audio = new LocalAudio({ env: process.env })
const { signal } = new AbortController()
const folder = tempFolder()
const path = (name: string) => join(folder.path, name)
afterAll(() => folder[Symbol.dispose]())
const whenInstalled = test.skipIf(!HAS_FFMPEG)

async function* pieces(sampleRate: number, channels = 1) {
  const pcm = tone(SECONDS, 440, { sampleRate, channels })
  // Of a length that ends within a sample.
  for (let at = 0; at < pcm.byteLength; at += 4001) yield pcm.subarray(at, at + 4001)
}

/** The samples of a sound file at 16 kHz, decoded by ffmpeg alone. */
async function decoded(name: string, ...input: string[]): Promise<Int16Array> {
  await ffmpeg(folder.path, [...input, `-i ${name} -ac 1 -ar 16000 -f s16le ${name}.raw`].join(' '))
  return samplesOf(readFileSync(path(`${name}.raw`)))
}

whenInstalled(
  'each format has the right length, pitch and loudness, at every rate of voices',
  async () => {
    const cases: [AudioFormat, rate: number][] = [
      ['mp3', 22_050],
      ['opus', 22_050],
      ['opus', 16_000],
      ['flac', 44_100],
      ['aac', 22_050],
      ['wav', 24_000],
      ['pcm', 8_000],
    ]
    for (const [format, sampleRate] of cases) {
      const name = `${format}-${sampleRate}`
      const encoded = audio.encode(pieces(sampleRate), { format, sampleRate, channels: 1, signal })
      writeFileSync(path(name), await bytesOf(encoded))
      const raw = format === 'pcm' ? [`-f s16le -ar ${sampleRate} -ac 1`] : []
      const samples = await decoded(name, ...raw)
      expect([name, Math.abs(samples.length / 16_000 - SECONDS) < 0.12]).toEqual([name, true])
      expect(strengthOf(samples, 440)).toBeCloseTo(0.5, 1)
    }
    // Players of a stream know how long it is.
    for (const name of ['mp3-22050', 'opus-22050', 'aac-22050', 'wav-24000'])
      expect(Math.abs((await secondsOf(path(name))) - SECONDS)).toBeLessThan(0.2)
  },
)

whenInstalled('another tempo changes the length and not the pitch, in stereo as well', async () => {
  for (const [format, tempo] of [
    ['wav', 2],
    ['pcm', 0.5],
    ['mp3', 1.25],
  ] as const) {
    const options = { format, tempo, sampleRate: 24_000, channels: 2, signal }
    writeFileSync(path('tempo'), await bytesOf(audio.encode(pieces(24_000, 2), options)))
    const samples = await decoded(
      'tempo',
      ...(format === 'pcm' ? ['-f s16le -ar 24000 -ac 2'] : []),
    )
    expect(Math.abs(samples.length / 16_000 - SECONDS / tempo)).toBeLessThan(0.2)
    expect(strengthOf(samples, 440)).toBeGreaterThan(0.35)
  }
})

whenInstalled('the first bytes leave while the source still speaks', async () => {
  for (const format of ['mp3', 'opus', 'flac', 'aac'] as const) {
    const next = Promise.withResolvers<void>()
    const source = (async function* () {
      yield tone(2, 440, { sampleRate: 24_000 })
      await next.promise
      yield tone(2, 440, { sampleRate: 24_000 })
    })()
    let bytes = 0
    for await (const chunk of audio.encode(source, {
      format,
      sampleRate: 24_000,
      channels: 1,
      signal,
    })) {
      bytes += chunk.byteLength
      // More than a header: sound. Until it comes, the source says no more.
      if (bytes >= 4_000) next.resolve()
    }
    expect(bytes).toBeGreaterThan(8_000)
  }
})
