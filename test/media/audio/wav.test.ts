import { expect, test } from 'bun:test'
import {
  pcm16Of,
  readWavLayout,
  secondsOf,
  WAV_HEADER_BYTES,
  WavError,
  wavFile,
  wavHeader,
} from '../../../src/media/audio/wav.ts'

const UNKNOWN_LENGTH = 0xffff_ffff
const FORMAT = { sampleRate: 24_000, channels: 1 }
const SAMPLES = [0, 1, -1, 1000, -1000, 32_767, -32_768]
const PCM = bytesOf(SAMPLES, 2, (view, at, value) => view.setInt16(at, value, true))

test('wavFile() is read back with the same samples', () => {
  for (const channels of [1, 7]) {
    const file = wavFile({ sampleRate: 44_100, channels }, PCM)
    const layout = readWavLayout(file)
    expect(layout).toEqual({
      encoding: 'integer',
      bits: 16,
      sampleRate: 44_100,
      channels,
      dataStart: WAV_HEADER_BYTES,
      dataEnd: file.byteLength,
    })
    expect(pcm16Of(file, layout)).toEqual(PCM)
    expect(secondsOf(layout)).toBeCloseTo(7 / channels / 44_100)
  }
})

test('a header of unknown length leaves the samples up to the end of the file', () => {
  const pcm = new Uint8Array([...PCM, 99])
  for (const length of [undefined, 5 * 1024 ** 3]) {
    const file = new Uint8Array([...wavHeader(FORMAT, length), ...pcm])
    expect(new DataView(file.buffer).getUint32(40, true)).toBe(UNKNOWN_LENGTH)
    expect(pcm16Of(file, readWavLayout(file))).toEqual(PCM)
  }
})

test('readWavLayout() takes the lengths that streaming servers write', () => {
  for (const declared of [0, 0x7fff_ffff, UNKNOWN_LENGTH, 1_000]) {
    const file = riff([chunk('fmt ', format({})), chunk('data', PCM, declared)], UNKNOWN_LENGTH)
    expect(pcm16Of(file, readWavLayout(file))).toEqual(PCM)
  }
})

test('readWavLayout() finds chunks in any order and of odd sizes', () => {
  const list = chunk('LIST', new Uint8Array(7))
  const parts = [list, chunk('data', PCM), list, chunk('fmt ', format({})), list]
  const file = riff(parts)
  expect(pcm16Of(file, readWavLayout(file))).toEqual(PCM)
})

test('readWavLayout() takes an empty data chunk of a finished file for empty', () => {
  const file = riff([
    chunk('fmt ', format({})),
    chunk('data', PCM.subarray(0, 0)),
    chunk('LIST', PCM),
  ])
  const { dataStart, dataEnd } = readWavLayout(file)
  expect(dataEnd).toBe(dataStart)
})

test('readWavLayout() reads the length of an RF64 file from its ds64 chunk', () => {
  const sizes = new Uint8Array(28)
  new DataView(sizes.buffer).setBigUint64(8, BigInt(PCM.byteLength), true)
  const file = riff([
    chunk('ds64', sizes),
    chunk('fmt ', format({})),
    chunk('data', PCM, UNKNOWN_LENGTH),
    chunk('LIST', PCM),
  ])
  file.set(new TextEncoder().encode('RF64'))
  expect(pcm16Of(file, readWavLayout(file))).toEqual(PCM)
})

test('readWavLayout() reads the start of a file that is larger than memory', () => {
  const dataBytes = 3 * 1024 ** 3
  const head = new Uint8Array([...wavHeader(FORMAT, dataBytes), ...PCM])
  const layout = readWavLayout(head, dataBytes + WAV_HEADER_BYTES)
  expect(layout.dataEnd).toBe(dataBytes + WAV_HEADER_BYTES)
  expect(secondsOf(layout)).toBeCloseTo(dataBytes / 48_000)
})

test('pcm16Of() converts other encodings', () => {
  const expected = [0, 0.5, -0.5, 1, -1]
  const sixteen = (values: readonly number[], tolerance: number) => (pcm: Uint8Array) => {
    const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
    expect(pcm.byteLength).toBe(values.length * 2)
    values.forEach((value, index) => {
      const got = view.getInt16(index * 2, true)
      expect(
        Math.abs(got - Math.max(-32_768, Math.min(32_767, value * 32_768))),
      ).toBeLessThanOrEqual(tolerance)
    })
  }
  const whole = (bits: number) => (value: number) =>
    Math.max(-(2 ** (bits - 1)), Math.min(2 ** (bits - 1) - 1, value * 2 ** (bits - 1)))
  const check = (given: { tag?: number; bits: number }, data: Uint8Array, tolerance: number) => {
    const file = riff([chunk('fmt ', format(given)), chunk('data', data)])
    sixteen(expected, tolerance)(pcm16Of(file, readWavLayout(file)))
  }
  const eight = bytesOf(expected, 1, (view, at, v) => view.setUint8(at, whole(8)(v) + 128))
  check({ bits: 8 }, eight, 256)
  const twentyFour = bytesOf(expected, 3, (view, at, value) => {
    const number = Math.trunc(whole(24)(value))
    view.setUint8(at, number & 255)
    view.setInt16(at + 1, number >> 8, true)
  })
  check({ bits: 24 }, twentyFour, 1)
  const long = bytesOf(expected, 4, (view, at, v) => view.setInt32(at, whole(32)(v), true))
  check({ bits: 32 }, long, 1)
  const float = bytesOf(expected, 4, (view, at, v) => view.setFloat32(at, v, true))
  check({ bits: 32, tag: 3 }, float, 1)
  const double = bytesOf(expected, 8, (view, at, v) => view.setFloat64(at, v, true))
  check({ bits: 64, tag: 3 }, double, 1)
})

test('pcm16Of() clips floats that are too loud, and makes silence of what is no number', () => {
  const data = bytesOf([2, -2, Number.NaN, Number.POSITIVE_INFINITY], 4, (view, at, v) =>
    view.setFloat32(at, v, true),
  )
  const file = riff([chunk('fmt ', format({ tag: 3, bits: 32 })), chunk('data', data)])
  const pcm = pcm16Of(file, readWavLayout(file))
  expect([...new Int16Array(pcm.slice().buffer)]).toEqual([32_767, -32_767, 0, 32_767])
})

test('readWavLayout() reads an extensible format', () => {
  const extensible = new Uint8Array(40)
  extensible.set(format({ tag: 0xfffe, bits: 32 }))
  new DataView(extensible.buffer).setUint16(24, 3, true)
  const file = riff([chunk('fmt ', extensible), chunk('data', new Uint8Array(8))])
  expect(readWavLayout(file)).toMatchObject({ encoding: 'float', bits: 32 })
})

test('readWavLayout() says why it cannot read a file', () => {
  const html = new TextEncoder().encode('<!doctype html><title>Sign in</title>')
  expect(reason(html)).toBe('it is not a WAV file')
  expect(reason(new Uint8Array())).toBe('it is not a WAV file')
  expect(reason(riff([chunk('data', PCM)]))).toBe('its format is missing')
  expect(reason(riff([chunk('fmt ', format({}))]))).toBe('it has no samples')
  expect(reason(riff([chunk('fmt ', format({}).subarray(0, 10)), chunk('data', PCM)]))).toBe(
    'its format is cut off',
  )
  const encodings = [{ tag: 6, bits: 8 }, { bits: 12 }, { tag: 3, bits: 16 }, { bits: 0 }]
  for (const given of encodings) {
    const file = riff([chunk('fmt ', format(given)), chunk('data', PCM)])
    expect(reason(file)).toContain('is not PCM')
  }
  expect(reason(riff([chunk('fmt ', format({ channels: 0 })), chunk('data', PCM)]))).toBe(
    'it has 0 channels',
  )
  expect(reason(riff([chunk('fmt ', format({ sampleRate: 0 })), chunk('data', PCM)]))).toBe(
    'it has 0 samples per second',
  )
})

test('readWavLayout() never throws anything else, however a file is damaged', () => {
  const file = riff([
    chunk('fmt ', format({})),
    chunk('LIST', new Uint8Array(9)),
    chunk('data', PCM),
  ])
  for (let length = 0; length <= file.byteLength; length += 1)
    readOrRefuse(file.subarray(0, length))
  for (let at = 0; at < file.byteLength; at += 1)
    for (const value of [0, 1, 127, 255]) {
      const damaged = file.slice()
      damaged[at] = value
      readOrRefuse(damaged)
    }
})

function readOrRefuse(file: Uint8Array): void {
  try {
    const layout = readWavLayout(file)
    expect(layout.dataEnd).toBeLessThanOrEqual(file.byteLength)
    expect(layout.dataEnd).toBeGreaterThanOrEqual(layout.dataStart)
    expect(pcm16Of(file, layout).byteLength % 2).toBe(0)
  } catch (error) {
    if (!(error instanceof WavError)) throw error
  }
}

function reason(file: Uint8Array): string {
  try {
    readWavLayout(file)
  } catch (error) {
    if (error instanceof WavError) return error.message
    throw error
  }
  return 'it was read'
}

function riff(chunks: readonly Uint8Array[], declared?: number): Uint8Array {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 4)
  const head = new Uint8Array(12)
  head.set(new TextEncoder().encode('RIFF'))
  new DataView(head.buffer).setUint32(4, declared ?? bytes, true)
  head.set(new TextEncoder().encode('WAVE'), 8)
  return new Uint8Array(Buffer.concat([head, ...chunks]))
}

function chunk(id: string, content: Uint8Array, declared = content.byteLength): Uint8Array {
  const head = new Uint8Array(8)
  head.set(new TextEncoder().encode(id))
  new DataView(head.buffer).setUint32(4, declared, true)
  return Buffer.concat([head, content, new Uint8Array(content.byteLength % 2)])
}

function format({ tag = 1, channels = 1, sampleRate = 24_000, bits = 16 }): Uint8Array {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag, true)
  view.setUint16(2, channels, true)
  view.setUint32(4, sampleRate, true)
  view.setUint32(8, sampleRate * channels * (bits / 8), true)
  view.setUint16(12, channels * (bits / 8), true)
  view.setUint16(14, bits, true)
  return bytes
}

function bytesOf(
  values: readonly number[],
  size: number,
  write: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  const bytes = new Uint8Array(values.length * size)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) write(view, index * size, value)
  return bytes
}
