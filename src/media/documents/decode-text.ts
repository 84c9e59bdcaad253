import { getEncoding } from 'encoding-sniffer'

/** How many bytes show whether a text without a byte order mark is UTF-16. */
const PROBE_BYTES = 4096
/** The share of zero bytes at even or odd places that makes it so. */
const UTF16_SHARE = 0.3

/**
 * Decodes text by its byte order mark, as UTF-8 where it is valid, as UTF-16 by its zero bytes, by
 * what it declares (HTML, XML), or as windows-1252, in which every byte means something.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = byMark(bytes)
  if (marked !== undefined) return decoderOf(marked).decode(bytes)
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return decoderOf(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoderOf(sniffed(bytes)).decode(bytes)
  }
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const probe = bytes.subarray(0, PROBE_BYTES)
  for (const [index, byte] of probe.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / probe.length)
  if (odd > UTF16_SHARE && even < odd / 4) return 'utf-16le'
  if (even > UTF16_SHARE && odd < even / 4) return 'utf-16be'
  return undefined
}

function sniffed(bytes: Uint8Array): string {
  const label = getEncoding(bytes, { defaultEncoding: 'windows-1252' })
  try {
    return decoderOf(label).encoding
  } catch {
    return 'windows-1252'
  }
}

/**
 * A decoder for any label of the Encoding Standard, of which Bun's types know a few.
 *
 * @throws {RangeError} for any other label
 */
export function decoderOf(label: string): TextDecoder {
  const decoder: unknown = Reflect.construct(TextDecoder, [label])
  if (decoder instanceof TextDecoder) return decoder
  throw new Error('A decoder is not of its own class')
}
