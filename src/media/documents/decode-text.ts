import { analyse } from 'chardet'
import { getEncoding } from 'encoding-sniffer'

/** How many bytes show whether a text without a byte order mark is UTF-16. */
const PROBE_BYTES = 4096
/** The share of zero bytes at even or odd places that makes it so. */
const UTF16_SHARE = 0.1

/** Where a declaration is looked for: some pages have long comments before it. */
const DECLARATION_BYTES = 8192

/**
 * Decodes text by its byte order mark, as UTF-16 by its zero bytes, as UTF-8 where it is valid, by
 * what it declares (HTML, XML) unless that is plainly wrong, or by the frequencies of its characters.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = byMark(bytes) ?? wideEncoding(bytes)
  if (marked !== undefined) return decoderOf(marked).decode(bytes)
  return (
    validUtf8(bytes) ??
    // Without a declaration as UTF-8, of which single characters may be damaged.
    decodeAs(
      getEncoding(bytes, { maxBytes: DECLARATION_BYTES, defaultEncoding: 'utf-8' }),
      bytes,
    ) ??
    decodeAs(guessEncoding(bytes), bytes) ??
    new TextDecoder('windows-1252').decode(bytes)
  )
}

/** @returns undefined unless every byte is part of a character */
export function validUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes in the encoding of a label. Single damaged characters are replaced.
 *
 * @returns undefined when nobody knows the label, or most characters beyond ASCII are no text in it
 */
export function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = decoderOf(label).decode(bytes)
  } catch {
    return undefined
  }
  const damaged = text.split('\ufffd').length - 1
  if (damaged === 0) return text
  const others = (text.match(/[^\p{ASCII}\ufffd]/gu) ?? []).length
  return damaged > others ? undefined : text
}

function byMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** UTF-16 without a byte order mark, by the zero bytes of its ASCII characters. */
export function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const probe = bytes.subarray(0, PROBE_BYTES)
  for (const [index, byte] of probe.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / probe.length)
  if (odd > UTF16_SHARE && even < odd / 4) return 'utf-16le'
  if (even > UTF16_SHARE && odd < even / 4) return 'utf-16be'
  return undefined
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

/** Bytes whose frequencies are looked at. */
const ENCODING_PROBE_BYTES = 128 * 1024
/** Bytes beyond ASCII, below which frequencies say nothing. */
const MIN_BYTES = 10
/** How much surer (of 100) one encoding must be than one that the language speaks for. */
const CENTRAL_EUROPEAN_MARGIN = 25
const FALLBACK = 'windows-1252'
/** Bytes mean the same in the larger encoding, which pages use in fact. */
const LARGER: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
}
/** In them the frequent letters of Western Europe stand for others. */
const CENTRAL_EUROPEAN = new Set(['windows-1250', 'ISO-8859-2'])
const CENTRAL_EUROPEAN_LANGUAGE = /<html\b[^>]*\blang\s*=\s*["']?(?:cs|hr|hu|pl|ro|sk|sl)\b/i

/**
 * Guesses the encoding of a text that declares none, by the frequencies of its characters.
 *
 * @returns A name of which the caller must check whether there is a decoder
 */
function guessEncoding(bytes: Uint8Array): string {
  // One character for each byte.
  const text = Buffer.from(bytes.subarray(0, ENCODING_PROBE_BYTES)).toString('latin1')
  // Markup has no part in the frequencies.
  const words = text
    .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
  if ((words.match(/[\x80-\xff]/g) ?? []).length < MIN_BYTES) return FALLBACK
  const matches = analyse(Buffer.from(words, 'latin1'))
  const [first] = matches
  if (first === undefined) return FALLBACK
  if (CENTRAL_EUROPEAN_LANGUAGE.test(text)) {
    const central = matches.find(({ name }) => CENTRAL_EUROPEAN.has(name))
    if (central !== undefined && central.confidence + CENTRAL_EUROPEAN_MARGIN > first.confidence)
      return central.name
  }
  return LARGER[first.name] ?? first.name
}
