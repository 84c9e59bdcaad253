const SAMPLE_RATE = 16_000
const HEADER_BYTES = 44

/**
 * A recording of this browser as a WAV file of 16 kHz, mono, 16 bits, which a service without a
 * decoder can read.
 *
 * @throws {DOMException} when the browser cannot decode it
 */
export async function toWav(recording: File): Promise<File> {
  const bytes = await recording.arrayBuffer()
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes)
  const name = recording.name.replace(/\.\w+$/, '.wav')
  return new File([wavOf(mono(decoded))], name, { type: 'audio/wav' })
}

function mono(decoded: AudioBuffer): Float32Array {
  const first = decoded.getChannelData(0)
  if (decoded.numberOfChannels === 1) return first
  const second = decoded.getChannelData(1)
  return first.map((sample, index) => (sample + (second[index] ?? 0)) / 2)
}

/** RIFF WAVE of linear PCM. */
function wavOf(samples: Float32Array): ArrayBuffer {
  const buffer = new ArrayBuffer(HEADER_BYTES + samples.length * 2)
  const view = new DataView(buffer)
  const text = (offset: number, word: string) =>
    new Uint8Array(buffer, offset, word.length).set(new TextEncoder().encode(word))
  text(0, 'RIFF')
  view.setUint32(4, buffer.byteLength - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, SAMPLE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries()) {
    const limited = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER_BYTES + index * 2, Math.round(limited * 32_767), true)
  }
  return buffer
}
