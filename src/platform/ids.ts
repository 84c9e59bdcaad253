/**
 * A prefix and 128 random bits as 22 characters of base64url; for ids of jobs, keys and requests.
 */
export function randomId(prefix: string): string {
  return prefix + randomText(16)
}

/** Random text in base64url. */
export function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
}

/** SHA-256 in hex, the form in which secrets are stored. */
export function sha256(value: string | Uint8Array): string {
  return Bun.SHA256.hash(value, 'hex')
}

export function sha256Bytes(value: string | Uint8Array): Buffer {
  return new Bun.CryptoHasher('sha256').update(value).digest()
}

/**
 * HMAC-SHA-256 in hex, for secrets so short that a plain hash could be reversed by trying all
 * values.
 */
export function keyedHash(key: string, text: string): string {
  return new Bun.CryptoHasher('sha256', key).update(text).digest('hex')
}
