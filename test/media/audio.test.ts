import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { readWavLayout, secondsOf, wavFile, wavHeader } from '../../src/media/audio/wav.ts'
import { tempFolder } from '../support/process.ts'
import { bytesOf, samplesOf, strengthOf, tone, wavOf } from '../support/sounds.ts'
import { thrown } from '../support/thrown.ts'

/** No program is found on this PATH. */
const audio = new LocalAudio({ env: { PATH: '/nowhere' } })
const { signal } = new AbortController()
const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const target = join(folder.path, 'prepared.wav')

function stored(bytes: Uint8Array, name = 'source'): string {
  const path = join(folder.path, name)
  writeFileSync(path, bytes)
  return path
}

async function* once(...chunks: Uint8Array[]) {
  yield* chunks
}

test('without ffmpeg WAV of PCM of every encoding is read', async () => {
  const values = Array.from({ length: 4000 }, (_, index) => 0.5 * Math.sin(index / 5))
  for (const bits of [8, 16, 24, 32] as const) {
    const { seconds } = await audio.prepare(stored(wavOf(values, { bits })), target, { signal })
    expect(seconds).toBe(0.25)
    expect(readFileSync(target).byteLength).toBe(44 + 8000)
    const samples = samplesOf(readFileSync(target), 44)
    const error = Math.max(
      ...values.map((value, at) => Math.abs(value * 32_768 - (samples[at] ?? 0))),
    )
    expect(error).toBeLessThan(bits === 8 ? 400 : 3)
  }
  for (const bits of [32, 64] as const) {
    const loud = [...values, Number.NaN, 7, Number.NEGATIVE_INFINITY]
    await audio.prepare(stored(wavOf(loud, { bits, isFloat: true })), target, { signal })
    const samples = samplesOf(readFileSync(target), 44)
    expect([...samples.slice(-3)]).toEqual([0, 32_767, 0])
  }
})

test('other sample rates and several channels become 16 kHz mono, without an echo of what is too high', async () => {
  for (const sampleRate of [8_000, 11_025, 44_100, 48_000, 96_000]) {
    const options = { sampleRate, channels: 2 }
    const pcm = tone(0.5, 1_000, options)
    const told: number[] = []
    const { seconds } = await audio.prepare(stored(wavFile(options, pcm)), target, {
      signal,
      onProgress: (done) => told.push(done),
    })
    expect(seconds).toBeCloseTo(0.5, 3)
    expect(told.length).toBeGreaterThan(0)
    const prepared = readFileSync(target)
    expect(readWavLayout(prepared)).toMatchObject({ sampleRate: 16_000, channels: 1, bits: 16 })
    const samples = samplesOf(prepared, 44)
    expect(strengthOf(samples, 1_000)).toBeCloseTo(0.5, 2)
  }
  // 11 kHz would be heard as 5 kHz.
  const high = wavFile(
    { sampleRate: 48_000, channels: 1 },
    tone(0.5, 11_000, { sampleRate: 48_000 }),
  )
  await audio.prepare(stored(high), target, { signal })
  expect(strengthOf(samplesOf(readFileSync(target), 44), 5_000)).toBeLessThan(0.001)
})

test('without ffmpeg everything else is not_installed, and nothing is left behind', async () => {
  const other = stored(new TextEncoder().encode('ID3 and more'))
  const error = await thrown(audio.prepare(other, target, { signal }))
  expect(error).toMatchObject({
    code: 'not_installed',
    message: expect.stringContaining('apt install ffmpeg (Debian, Ubuntu) or brew install ffmpeg'),
  })
  expect(existsSync(target)).toBe(false)
  expect(audio.isInstalled()).toBe(false)
  const options = { sampleRate: 16_000, channels: 1, signal }
  for (const more of [{ format: 'mp3' } as const, { format: 'wav', tempo: 1.5 } as const]) {
    const encoded = audio.encode(once(tone(0.1, 440)), { ...options, ...more })
    expect(await thrown(bytesOf(encoded))).toMatchObject({ code: 'not_installed' })
  }
})

test('a recording of 0 seconds is refused, and one without room on the disk as well', async () => {
  const empty = stored(wavFile({ sampleRate: 8_000, channels: 1 }, new Uint8Array()))
  expect(await thrown(audio.prepare(empty, target, { signal }))).toMatchObject({
    code: 'invalid',
    message: 'Cannot read this recording: it has no sound: it is 0 seconds long',
  })
  const cramped = new LocalAudio({ env: {}, minFreeBytes: Number.MAX_SAFE_INTEGER })
  const source = stored(wavFile({ sampleRate: 16_000, channels: 1 }, tone(1, 440)))
  expect(await thrown(cramped.prepare(source, target, { signal }))).toMatchObject({
    code: 'storage_full',
  })
  expect(existsSync(target)).toBe(false)
})

test('a conversion that is aborted ends, and removes what it has written', async () => {
  const pcm = new Uint8Array(60 * 48_000 * 2)
  const source = stored(wavFile({ sampleRate: 48_000, channels: 1 }, pcm))
  const stop = new AbortController()
  const work = audio.prepare(source, target, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('Enough')),
  })
  expect(await thrown(work)).toMatchObject({ message: 'Enough' })
  expect(existsSync(target)).toBe(false)
})

test('a recording is split in its pauses, and its pieces join without a gap', async () => {
  const speech = (seconds: number) => tone(seconds, 300)
  const pause = (seconds: number) => tone(seconds, 120, { loudness: 0.001 })
  const parts = [
    speech(9),
    pause(1),
    speech(6),
    pause(0.5),
    speech(12),
    pause(2),
    speech(6),
    pause(0.5),
    speech(9),
  ]
  const pcm = Buffer.concat(parts)
  const path = stored(wavFile({ sampleRate: 16_000, channels: 1 }, pcm), 'talk.wav')
  const lengths = { targetSeconds: 10, maxSeconds: 15, signal }
  const pieces = await audio.split(path, lengths)
  const pauses = [
    [9, 10],
    [16, 16.5],
    [28.5, 30.5],
    [36.5, 37],
  ]
  expect(pieces).toHaveLength(pauses.length + 1)
  for (const [index, [from = 0, to = 0]] of pauses.entries()) {
    expect(pieces[index]?.end).toBeGreaterThan(from + 0.1)
    expect(pieces[index]?.end).toBeLessThan(to - 0.1)
  }
  expect(pieces[0]?.start).toBe(0)
  expect(pieces.at(-1)?.end).toBe(pcm.byteLength / 32_000)
  for (const [index, { start, end }] of pieces.entries()) {
    if (index > 0) expect(start).toBe(pieces[index - 1]?.end ?? -1)
    expect(end - start).toBeLessThanOrEqual(15)
  }
  expect(await audio.split(path, lengths)).toEqual(pieces)
  const cut: Uint8Array[] = []
  for (const piece of pieces) {
    await audio.cut(path, target, piece, signal)
    const file = readFileSync(target)
    expect(secondsOf(readWavLayout(file))).toBeCloseTo(piece.end - piece.start, 5)
    cut.push(file.subarray(44))
  }
  expect(Buffer.concat(cut).equals(pcm)).toBe(true)
})

test('a recording without a pause keeps the greatest length of a piece', async () => {
  const path = stored(wavFile({ sampleRate: 16_000, channels: 1 }, tone(61, 200)), 'long.wav')
  const pieces = await audio.split(path, { targetSeconds: 10, maxSeconds: 12, signal })
  expect(pieces.every(({ start, end }) => end - start >= 2.5 && end - start <= 12)).toBe(true)
  const short = await audio.split(path, { targetSeconds: 60, maxSeconds: 90, signal })
  expect(short).toEqual([{ start: 0, end: 61 }])
})

test('a long silence is a piece of its own, of whatever length, and a click does not end it', async () => {
  const lengths = { targetSeconds: 10, maxSeconds: 12, signal }
  const split = (...parts: Uint8Array[]) =>
    audio.split(
      stored(wavFile({ sampleRate: 16_000, channels: 1 }, Buffer.concat(parts)), 'pauses.wav'),
      lengths,
    )
  const silence = (seconds: number) => Buffer.alloc(seconds * 32_000)
  /** Noise of a quiet room. */
  const hush = (seconds: number) => tone(seconds, 120, { loudness: 0.0005 })
  expect(await split(silence(3))).toEqual([{ start: 0, end: 3, isSilent: true }])
  expect(await split(hush(60))).toEqual([{ start: 0, end: 60, isSilent: true }])
  expect(await split(silence(20), tone(5, 300), hush(30), tone(0.3, 300), silence(4))).toEqual([
    { start: 0, end: 19.5, isSilent: true },
    { start: 19.5, end: 25.5 },
    { start: 25.5, end: 54.5, isSilent: true },
    { start: 54.5, end: 59.3 },
  ])
  expect(await split(tone(3, 300), hush(20), tone(0.04, 300), hush(20))).toEqual([
    { start: 0, end: 3.5 },
    { start: 3.5, end: 43.04, isSilent: true },
  ])
})

test('wav and pcm need no ffmpeg, and each piece leaves as it comes', async () => {
  const pcm = tone(0.2, 440, { sampleRate: 24_000 })
  const options = { sampleRate: 24_000, channels: 1, signal }
  const plain = await bytesOf(audio.encode(once(pcm, pcm), { ...options, format: 'pcm' }))
  expect(Buffer.concat([pcm, pcm]).equals(plain)).toBe(true)
  const first = Promise.withResolvers<void>()
  const slow = (async function* () {
    yield pcm
    await first.promise
    yield pcm
  })()
  const received: Uint8Array[] = []
  for await (const chunk of audio.encode(slow, { ...options, format: 'wav' })) {
    received.push(chunk)
    if (received.length === 2) first.resolve()
  }
  expect(Buffer.concat(received).equals(Buffer.concat([wavHeader(options), pcm, pcm]))).toBe(true)
})

test('a recording that is longer than what is read of one is cut, and said to be', async () => {
  const options = { sampleRate: 16_000, channels: 1 }
  const source = (seconds: number, sampleRate = options.sampleRate) =>
    stored(wavFile({ ...options, sampleRate }, tone(seconds, 300, { ...options, sampleRate })))
  const short = new LocalAudio({ env: { PATH: '/nowhere' }, maxSeconds: 1 })
  const cut = { seconds: 1, isCut: true } as const
  expect(await short.prepare(source(1.2), target, { signal })).toEqual(cut)
  expect(await short.prepare(source(1), target, { signal })).toEqual({ seconds: 1 })
  const decoding = new LocalAudio({ env: process.env, maxSeconds: 1 })
  expect(await decoding.prepare(source(1.2, 48_000), target, { signal })).toEqual(cut)
  expect(secondsOf(readWavLayout(readFileSync(target)))).toBe(1)
  expect(await decoding.prepare(source(1, 48_000), target, { signal })).toEqual({ seconds: 1 })
})
