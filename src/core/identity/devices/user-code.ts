/** No vowels, so that no code is a word, and nothing that looks like another. RFC 8628, 6.1 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** 34.6 bits. */
const LENGTH = 8
/** Bytes from here on are drawn again, or the first letters would come more often. */
const FAIR_BYTES = 240

/** A short code for a user to type. */
export function randomUserCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < FAIR_BYTES) code += LETTERS.charAt(byte % LETTERS.length)
  }
  return code
}

/** Normalizes a typed code: case, spaces and punctuation do not count. */
export function readUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, '')
}

/** In two halves, which are easier to compare. */
export function showUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}
