const RIFF_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** Of a WAV file as it is written here: one `fmt ` chunk of 16 bytes, then `data`. */
export const WAV_HEADER_BYTES = 44
const FORMAT_BYTES = 16
const EXTENSIBLE_BYTES = 40
/** Written where the length is not known yet, as ffmpeg and OpenAI do. */
const UNKNOWN_LENGTH = 0xffff_ffff
const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const MAX_CHANNELS = 64
const MAX_SAMPLE_RATE = 768_000

/** Interleaved 16-bit little-endian samples. */
export interface PcmFormat {
  /** Samples per second of one channel. */
  sampleRate: number
  channels: number
}

/** Where the samples of a WAV file are, and how they are written. */
export interface WavLayout extends PcmFormat {
  encoding: 'integer' | 'float'
  /** Bits of one sample: 8, 16, 24 or 32 of integers, 32 or 64 of floats. */
  bits: number
  /** Offset of the first sample in bytes. */
  dataStart: number
  /** Offset behind the last whole frame in bytes. */
  dataEnd: number
}

/** Bytes that are no WAV file of PCM. The message says why, to follow on a colon. */
export class WavError extends Error {
  override readonly name = 'WavError'
}

interface Chunk {
  id: string
  start: number
  /** As declared, which may be more than there is. */
  bytes: number
}

/**
 * Finds the samples in a WAV file: chunks in any order, odd sizes, RF64, an extensible format, and
 * a data chunk of unknown or too great a length, which goes up to the end of the file.
 *
 * @param head The whole file, or its start with the format and the start of the data
 * @param fileBytes Size of the whole file
 * @throws {WavError}
 */
export function readWavLayout(head: Uint8Array, fileBytes = head.byteLength): WavLayout {
  const view = viewOf(head)
  const kind = head.byteLength < RIFF_HEADER_BYTES ? '' : nameAt(view, 0)
  if ((kind !== 'RIFF' && kind !== 'RF64') || nameAt(view, 8) !== 'WAVE')
    throw new WavError('it is not a WAV file')
  let format: Omit<WavLayout, 'dataStart' | 'dataEnd'> | undefined
  let data: Chunk | undefined
  let longDataBytes: number | undefined
  // Only a file that was finished has its size here: there, a length of 0 is meant.
  const isFinished = view.getUint32(4, true) + CHUNK_HEADER_BYTES === fileBytes
  const bytesOfData = (start: number, declared: number) => {
    if (declared === UNKNOWN_LENGTH && longDataBytes !== undefined) return longDataBytes
    const isUnknown = (declared === 0 && !isFinished) || start + declared > fileBytes
    return isUnknown ? fileBytes - start : declared
  }
  for (const chunk of chunksOf(view, bytesOfData)) {
    if (chunk.id === 'ds64' && fits(view, chunk, 16))
      longDataBytes = Number(view.getBigUint64(chunk.start + 8, true))
    if (chunk.id === 'fmt ') format ??= formatOf(view, chunk)
    if (chunk.id === 'data') data ??= chunk
    if (format !== undefined && data !== undefined) break
  }
  if (format === undefined) throw new WavError('its format is missing')
  if (data === undefined) throw new WavError('it has no samples')
  const frameBytes = (format.bits / 8) * format.channels
  const frames = Math.floor(Math.min(data.bytes, fileBytes - data.start) / frameBytes)
  return { ...format, dataStart: data.start, dataEnd: data.start + frames * frameBytes }
}

/** Its duration in seconds. */
export function secondsOf({ dataStart, dataEnd, bits, channels, sampleRate }: WavLayout): number {
  return (dataEnd - dataStart) / ((bits / 8) * channels * sampleRate)
}

/**
 * The samples of a whole WAV file as 16-bit little-endian PCM. Those that have 16 bits are not
 * copied.
 */
export function pcm16Of(file: Uint8Array, layout: WavLayout): Uint8Array {
  const { encoding, bits, dataStart, dataEnd } = layout
  const source = file.subarray(dataStart, dataEnd)
  if (encoding === 'integer' && bits === 16) return source
  const view = viewOf(source)
  const sampleBytes = bits / 8
  const count = source.byteLength / sampleBytes
  const target = new Uint8Array(count * 2)
  const targetView = viewOf(target)
  const read = readerOf(view, layout)
  for (let index = 0; index < count; index += 1)
    targetView.setInt16(index * 2, read(index * sampleBytes), true)
  return target
}

/**
 * The header of a WAV file of 16-bit PCM.
 *
 * @param dataBytes Size of the samples that follow; undefined where it is not known yet
 */
export function wavHeader(
  { sampleRate, channels }: PcmFormat,
  dataBytes?: number,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES)
  const view = viewOf(header)
  const frameBytes = channels * 2
  const isKnown = dataBytes !== undefined && dataBytes + WAV_HEADER_BYTES < UNKNOWN_LENGTH
  setName(header, 0, 'RIFF')
  view.setUint32(4, isKnown ? dataBytes + WAV_HEADER_BYTES - 8 : UNKNOWN_LENGTH, true)
  setName(header, 8, 'WAVE')
  setName(header, 12, 'fmt ')
  view.setUint32(16, FORMAT_BYTES, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, 16, true)
  setName(header, 36, 'data')
  view.setUint32(40, isKnown ? dataBytes : UNKNOWN_LENGTH, true)
  return header
}

/** A whole WAV file of 16-bit PCM. */
export function wavFile(format: PcmFormat, pcm: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WAV_HEADER_BYTES + pcm.byteLength)
  file.set(wavHeader(format, pcm.byteLength))
  file.set(pcm, WAV_HEADER_BYTES)
  return file
}

/** Each chunk is followed by a filling byte where its size is odd. */
function* chunksOf(
  view: DataView,
  bytesOfData: (start: number, declared: number) => number,
): Generator<Chunk> {
  let at = RIFF_HEADER_BYTES
  while (at + CHUNK_HEADER_BYTES <= view.byteLength) {
    const id = nameAt(view, at)
    const start = at + CHUNK_HEADER_BYTES
    const declared = view.getUint32(at + 4, true)
    const bytes = id === 'data' ? bytesOfData(start, declared) : declared
    yield { id, start, bytes }
    at = start + bytes + (bytes % 2)
  }
}

function formatOf(view: DataView, chunk: Chunk): Omit<WavLayout, 'dataStart' | 'dataEnd'> {
  if (!fits(view, chunk, FORMAT_BYTES)) throw new WavError('its format is cut off')
  const { start } = chunk
  const tag = view.getUint16(start, true)
  // Its own tag is the start of an identifier.
  const isExtensible = tag === EXTENSIBLE && fits(view, chunk, EXTENSIBLE_BYTES)
  const code = isExtensible ? view.getUint16(start + 24, true) : tag
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  const isInteger = code === PCM && [8, 16, 24, 32].includes(bits)
  const isFloat = code === FLOAT && [32, 64].includes(bits)
  if (!isInteger && !isFloat)
    throw new WavError(`its encoding (number ${code}, ${bits} bits) is not PCM`)
  if (channels < 1 || channels > MAX_CHANNELS) throw new WavError(`it has ${channels} channels`)
  if (sampleRate < 1 || sampleRate > MAX_SAMPLE_RATE)
    throw new WavError(`it has ${sampleRate} samples per second`)
  return { encoding: isFloat ? 'float' : 'integer', bits, channels, sampleRate }
}

/** Reads the sample at an offset as a 16-bit number. */
function readerOf(view: DataView, { encoding, bits }: WavLayout): (at: number) => number {
  if (encoding === 'float') {
    const read = (at: number) =>
      bits === 32 ? view.getFloat32(at, true) : view.getFloat64(at, true)
    // NaN becomes 0 in `setInt16`.
    return (at) => Math.round(Math.max(-1, Math.min(1, read(at))) * 32_767)
  }
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) << 8
    case 24:
      return (at) => view.getInt16(at + 1, true)
    case 32:
      return (at) => view.getInt16(at + 2, true)
    default:
      return (at) => view.getInt16(at, true)
  }
}

function fits(view: DataView, { start, bytes }: Chunk, needed: number): boolean {
  return bytes >= needed && start + needed <= view.byteLength
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

function setName(bytes: Uint8Array, at: number, name: string): void {
  bytes.set(new TextEncoder().encode(name), at)
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
