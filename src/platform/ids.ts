const ID_BYTES = 16
/** Bytes of ids to come: to get many at a time takes a third of the time. */
const pool = Buffer.alloc(256 * ID_BYTES)
let used = pool.byteLength

/**
 * A prefix and 128 random bits as 22 characters of base64url; for ids of jobs, keys and requests.
 */
export function randomId(prefix: string): string {
  if (used === pool.byteLength) {
    crypto.getRandomValues(pool)
    used = 0
  }
  used += ID_BYTES
  return prefix + pool.toString('base64url', used - ID_BYTES, used)
}

/** Random text in base64url; also for secrets, which stay nowhere. */
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
