import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { EmbeddedVoice, spokenText } from '../../src/engines/embedded-voice/embedded-voice.ts'
import { soundOf } from '../support/sound.ts'
import { thrown } from '../support/thrown.ts'

const SENTENCE = 'She said that it would be ready by Monday at ten.'
const signal = new AbortController().signal
const plain = { voice: undefined, model: undefined, speed: 1 }
/** Shared, because each worker compiles the module. */
const voice = new EmbeddedVoice()

test('EmbeddedVoice speaks a sentence with each of its voices', async () => {
  await voice.checkStatus()
  expect(voice.languages).toEqual(['en'])
  for (const { id } of voice.voices) {
    const sound = soundOf(await voice.speak({ ...plain, text: SENTENCE, voice: id }, signal))
    expect(sound.channels).toBe(1)
    expect(sound.sampleRate).toBe(id === 'kal' ? 8_000 : 16_000)
    expect(sound.seconds).toBeGreaterThan(2)
    expect(sound.seconds).toBeLessThan(4.5)
    expect(sound.loudness).toBeGreaterThan(0.02)
    expect(sound.loudness).toBeLessThan(0.3)
    expect(sound.peak).toBeLessThan(0.99)
  }
})

test('EmbeddedVoice speaks at the asked speed', async () => {
  const [slow, usual, fast] = await Promise.all(
    [0.5, 1, 2].map(async (speed) => {
      const wav = await voice.speak({ ...plain, text: SENTENCE, voice: 'kal16', speed }, signal)
      return soundOf(wav).seconds
    }),
  )
  expect((slow ?? 0) / (usual ?? 1)).toBeCloseTo(2, 1)
  expect((fast ?? 0) / (usual ?? 1)).toBeCloseTo(0.5, 1)
})

test('EmbeddedVoice makes silence of a text in which there is nothing to say', async () => {
  for (const text of ['', ' \n', '…', '\u0000', '😀', '***']) {
    const sound = soundOf(await voice.speak({ ...plain, text }, signal))
    expect(sound).toMatchObject({ seconds: 0.2, loudness: 0 })
  }
})

test('EmbeddedVoice says the rest of a text behind a control character', async () => {
  const seconds = async (text: string) =>
    soundOf(await voice.speak({ ...plain, text, voice: 'kal16' }, signal)).seconds
  expect(await seconds('One\u0000 two three four')).toBeGreaterThan(2 * (await seconds('One')))
})

test('EmbeddedVoice refuses a voice that it does not have', async () => {
  const error = await thrown(voice.speak({ ...plain, text: SENTENCE, voice: 'af_heart' }, signal))
  expect(error).toBeInstanceOf(EngineFailure)
  expect(error).toMatchObject({ verdict: 'request', retryableElsewhere: true })
  expect(String(error)).toContain('slt, awb, rms, kal, kal16')
})

test('EmbeddedVoice reports a package that is not installed', async () => {
  const broken = new EmbeddedVoice({ module: '/nowhere/flite.wasm' })
  expect(await thrown(broken.checkStatus())).toMatchObject({ verdict: 'not_installed' })
  expect(await thrown(broken.speak({ ...plain, text: 'One' }, signal))).toMatchObject({
    verdict: 'not_installed',
  })
})

test('spokenText() writes in words what the voice would not say', () => {
  expect(spokenText('£5.50 & 6 €, 20 °C')).toBe('5.50 pounds and 6 euros, 20 degrees Celsius')
  expect(spokenText('Café — “naïve”')).toBe('Cafe, “naive”')
  expect(spokenText('pages 5–7, a – b')).toBe('pages 5 to 7, a, b')
  expect(spokenText('don’t *shout* 2 + 2')).toBe("don't  shout  2 plus 2")
  expect(spokenText('one\u0000\u001b\ntwo\u00ad')).toBe('one  \ntwo')
  expect(spokenText('½')).toBe('1/2')
})

test('spokenText() splits long words, in time that grows with their length only', () => {
  expect(
    spokenText('a'.repeat(130))
      .split(' ')
      .map((part) => part.length),
  ).toEqual([60, 60, 10])
  expect(spokenText('b'.repeat(60))).toBe('b'.repeat(60))
  expect(spokenText('€ '.repeat(50_000) + '9'.repeat(100_000)).length).toBeGreaterThan(100_000)
})
