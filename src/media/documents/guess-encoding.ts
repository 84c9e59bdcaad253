import { analyse } from 'chardet'

/** Bytes whose frequencies are looked at. */
const PROBE_BYTES = 128 * 1024
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
export function guessEncoding(bytes: Uint8Array): string {
  // One character for each byte.
  const text = Buffer.from(bytes.subarray(0, PROBE_BYTES)).toString('latin1')
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
