/** A prefix and 128 random bits, 22 letters of base64url: ids of jobs, keys and requests. */
export function randomId(prefix: string): string {
  return prefix + randomText(16)
}

/**
 * Ids that nobody could profit from guessing: a random start and a number. Unique over restarts.
 *
 * @returns Gives the next one
 */
export function sequentialIds(prefix: string): () => string {
  const start = `${prefix}${randomText(9)}-`
  let count = 0
  return () => {
    count += 1
    return start + count.toString(36)
  }
}

/** Random text in base64url. */
export function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
}

/** SHA-256 in hex: how every secret is kept at rest. */
export function sha256(value: string | Uint8Array): string {
  return Bun.SHA256.hash(value, 'hex')
}

export function sha256Bytes(value: string | Uint8Array): Buffer {
  return new Bun.CryptoHasher('sha256').update(value).digest()
}

/** HMAC-SHA-256 in hex: for a secret so short that its plain hash could be tried out. */
export function keyedHash(key: string, text: string): string {
  return new Bun.CryptoHasher('sha256', key).update(text).digest('hex')
}
