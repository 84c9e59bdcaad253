/** Enough for the shape of a sound, and an eighth of the memory that its own rate takes. */
const SAMPLE_RATE = 8_000
/** A larger file is played without its waveform: decoding it would take the page's memory. */
const MAX_BYTES = 24 * 1024 ** 2
/** Samples that are looked at before the page gets its turn. */
const SAMPLES_AT_ONCE = 400_000

/**
 * The loudest sample of each of equal parts of a recording, 0 to 1.
 *
 * @param source The recording, or its address
 * @param count How many parts
 * @returns undefined where it is too large or the browser cannot decode it
 */
export async function readPeaks(
  source: string | Blob,
  count: number,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  try {
    const bytes = await bytesOf(source, signal)
    if (bytes === undefined) return undefined
    const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes)
    return await peaksOf(decoded.getChannelData(0), count, signal)
  } catch {
    return undefined
  }
}

/** @returns undefined where there are none, or too many */
async function bytesOf(
  source: string | Blob,
  signal: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  if (source instanceof Blob)
    return source.size > MAX_BYTES ? undefined : await source.arrayBuffer()
  const response = await fetch(source, { signal })
  const length = Number(response.headers.get('content-length') ?? 0)
  if (!response.ok || length > MAX_BYTES) {
    await response.body?.cancel()
    return undefined
  }
  const bytes = await response.arrayBuffer()
  return bytes.byteLength > MAX_BYTES ? undefined : bytes
}

async function peaksOf(
  samples: Float32Array,
  count: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const peaks = new Float32Array(count)
  let highest = 0
  let sinceTurn = 0
  for (let part = 0; part < count; part += 1) {
    const start = Math.floor((part * samples.length) / count)
    const end = Math.floor(((part + 1) * samples.length) / count)
    let peak = 0
    for (let index = start; index < end; index += 1)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0))
    peaks[part] = peak
    highest = Math.max(highest, peak)
    sinceTurn += end - start
    if (sinceTurn < SAMPLES_AT_ONCE) continue
    sinceTurn = 0
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  // Quiet speech is to be seen as well.
  return highest === 0 ? peaks : peaks.map((peak) => peak / highest)
}
