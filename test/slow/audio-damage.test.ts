import { afterAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { SPEECH_SAMPLE_RATE } from '../../src/media/contract-audio.ts'
import { ffmpeg, HAS_FFMPEG, prepareAll } from '../support/ffmpeg.ts'
import { tempFolder } from '../support/process.ts'
import { samplesOf, strengthOf } from '../support/sounds.ts'

const audio = new LocalAudio({ env: process.env })
const { signal } = new AbortController()
const folder = tempFolder()
const path = (name: string) => join(folder.path, name)
afterAll(() => folder[Symbol.dispose]())

const whenInstalled = test.skipIf(!HAS_FFMPEG)

whenInstalled('a file that is cut off gives what is there, or is refused', async () => {
  await ffmpeg(
    folder.path,
    '-f lavfi -i sine=440:r=44100:d=3 -c:a libmp3lame a.mp3 -c:a libopus b.ogg -c:a flac c.mkv -c:a aac -movflags +faststart d.mp4 -c:a aac e.mp4',
  )
  const sources = ['a.mp3', 'b.ogg', 'c.mkv', 'd.mp4', 'e.mp4']
  const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const names = sources.flatMap((name) => {
    const whole = readFileSync(path(name))
    return tenths.map((tenth) => {
      const part = `${tenth}-${name}`
      writeFileSync(path(part), whole.subarray(0, Math.floor((whole.byteLength * tenth) / 10)))
      return part
    })
  })
  const results = await prepareAll(audio, folder.path, names)
  const secondsOf = (name: string) => tenths.map((tenth) => results.get(`${tenth}-${name}`))
  for (const name of ['a.mp3', 'c.mkv', 'd.mp4'])
    for (const [index, seconds] of secondsOf(name).entries())
      expect([name, Math.abs(Number(seconds) - (3 * (index + 1)) / 10) < 0.35]).toEqual([
        name,
        true,
      ])
  // A page of Ogg lasts a second, and one that is not whole is left out.
  expect(secondsOf('b.ogg')[8]).toBeGreaterThan(1.5)
  for (const result of secondsOf('b.ogg'))
    if (typeof result === 'string')
      expect(result).toStartWith('invalid: Cannot read this recording: ')
  // The index of this one is at its end.
  expect(new Set(secondsOf('e.mp4').slice(0, 8))).toEqual(
    new Set([
      'invalid: Cannot read this recording: its end is missing, and with it all that tells where the sound is',
    ]),
  )
})

whenInstalled('damaged frames neither stretch nor shorten a recording', async () => {
  // A tone for the first half of each second.
  await ffmpeg(
    folder.path,
    "-f lavfi -i sine=440:r=22050:d=14 -af volume='lt(mod(t\\,1)\\,0.5)':eval=frame -b:a 64k pulses.mp3",
  )
  const whole = readFileSync(path('pulses.mp3'))
  let seed = 7
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
  const shares = [0.001, 0.005, 0.01, 0.05]
  for (const share of shares) {
    const damaged = whole.map((byte, at) =>
      at > 2_000 && random() < share ? Math.floor(random() * 256) : byte,
    )
    writeFileSync(path(`${share}.mp3`), damaged)
  }
  const results = await prepareAll(
    audio,
    folder.path,
    shares.map((share) => `${share}.mp3`),
  )
  for (const [name, seconds] of results)
    expect({ name, seconds, isNear: Number(seconds) > 10 && Number(seconds) < 15 }).toEqual({
      ...{ name, seconds },
      isNear: true,
    })
  const samples = samplesOf(readFileSync(path('0.001.mp3.prepared')), 44)
  const strengthIn = (from: number) =>
    strengthOf(samples.slice(from * SPEECH_SAMPLE_RATE, (from + 0.25) * SPEECH_SAMPLE_RATE), 440)
  for (const second of [1, 4, 8, 12])
    expect(strengthIn(second + 0.1)).toBeGreaterThan(5 * strengthIn(second + 0.6))
})

whenInstalled(
  'six hours of silence are read to the end, and are one piece without speech',
  async () => {
    await ffmpeg(
      folder.path,
      '-f lavfi -i anullsrc=r=16000:cl=mono -t 60 -c:a flac -frame_size 16384 minute.flac',
    )
    await ffmpeg(folder.path, '-stream_loop 359 -i minute.flac -c copy night.mka')
    const told: number[] = []
    const { seconds } = await audio.prepare(path('night.mka'), path('night.wav'), {
      signal,
      onProgress: (done) => told.push(done),
    })
    expect(seconds).toBe(21_600)
    expect(told.at(-1)).toBe(21_600)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    const pieces = await audio.split(path('night.wav'), {
      targetSeconds: 600,
      maxSeconds: 900,
      signal,
    })
    expect(pieces).toEqual([{ start: 0, end: 21_600, isSilent: true }])
  },
)
