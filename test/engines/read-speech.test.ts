import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { speechOf } from '../../src/engines/speech/read-speech.ts'
import { wavFile } from '../../src/media/audio/wav.ts'

test('speechOf refuses sample rates and lengths that no speech has', () => {
  const file = (sampleRate: number, bytes: number) =>
    wavFile({ sampleRate, channels: 1 }, new Uint8Array(bytes))
  expect(speechOf(file(4_000, 8_000), 'It')).toHaveLength(8_044)
  for (const rate of [1, 3_999, 192_001])
    expect(() => speechOf(file(rate, 8_000), 'It')).toThrow(EngineFailure)
  expect(() => speechOf(file(4_000, 2 * 1_801 * 4_000), 'It')).toThrow('longer than 1800 seconds')
})
