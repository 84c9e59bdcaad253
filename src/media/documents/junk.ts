const SPACE = 0x20
const DELETE = 0x7f
const LAST_CONTROL = 0x9f
const REPLACEMENT = 0xfffd
const [TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE] = [9, 10, 12, 13, 27]
/** Control characters that text files have. */
const USUAL: ReadonlySet<number> = new Set([TAB, LINE_FEED, FORM_FEED, RETURN, ESCAPE])
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff }

/** Characters that no writer means: control, replacement and private-use characters. */
export function countJunk(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isJunk(text.charCodeAt(at))) count += 1
  return count
}

function isJunk(unit: number): boolean {
  if (unit < SPACE) return !USUAL.has(unit)
  if (unit >= DELETE && unit <= LAST_CONTROL) return true
  return unit === REPLACEMENT || (unit >= PRIVATE_USE.first && unit <= PRIVATE_USE.last)
}

/** Below so many letters, and so many different ones, nothing can be said. */
const MIN_LETTERS = 20
const MIN_DIFFERENT = 8
const WIDE_SCRIPTS = /[\u4e00-\u9fff\uac00-\ud7a3]/g
const ACCENTED = /[\u00c0-\u00ff]/g
/** No language has so many among its letters. */
const MAX_ACCENTED_SHARE = 0.5
const MAX_QUARTER_SHARE = 0.9
const BYTE = 8
const QUARTER = 6

/**
 * Whether letters are those of another encoding, as where bytes of UTF-8 or of Cyrillic were taken for
 * Hangul, Han or accented Latin letters. What people write in Hangul and Han uses all parts of these
 * wide blocks alike; bytes of another encoding use a small one.
 */
export function hasImplausibleLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const accented = text.match(ACCENTED)?.length ?? 0
  if (accented >= MIN_LETTERS && accented > MAX_ACCENTED_SHARE * letters) return true
  const wide = (text.match(WIDE_SCRIPTS) ?? []).map((letter) => letter.charCodeAt(0))
  if (wide.length < MIN_LETTERS || new Set(wide).size < MIN_DIFFERENT) return false
  const most = MAX_QUARTER_SHARE * wide.length
  const counts = new Map<string, number>()
  for (const code of wide)
    for (const part of [`${code >> BYTE}..`, `..${(code & 0xff) >> QUARTER}`])
      counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts.values()].some((count) => count > most)
}
