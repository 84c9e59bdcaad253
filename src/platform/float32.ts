import { endianness } from 'node:os'

/** Numbers of 32 bits, the lowest byte first, in base64. Empty for any other text. */
export function float32FromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % 4 !== 0) return new Float32Array()
  if (endianness() === 'BE') bytes.swap32()
  // Of its own memory, as a small buffer begins anywhere in a shared one.
  return new Float32Array(new Uint8Array(bytes).buffer)
}

/** As {@link float32FromBase64} reads it. */
export function float32ToBase64(numbers: Float32Array): string {
  const bytes = Buffer.from(new Float32Array(numbers).buffer)
  if (endianness() === 'BE') bytes.swap32()
  return bytes.toString('base64')
}
