import { type FileHandle, open } from 'node:fs/promises'

const HEADER_BYTES = 16
/** Top-level boxes of a file that are looked at; one in many fragments has its `moov` first. */
const MAX_BOXES = 200
/** How much of the description of its tracks is searched. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024
/** Types of sample entries of sound that cannot be decoded without a key. ISO/IEC 14496-12, 8.12 */
const ENCRYPTED = ['enca', 'drms']

/**
 * Whether the sound of an MP4 file is encrypted. ffmpeg does not tell, and decodes it to noise.
 */
export async function hasEncryptedSound(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  let at = 0
  for (let count = 0; count < MAX_BOXES && at + HEADER_BYTES <= size; count += 1) {
    const header = await read(file, at, HEADER_BYTES)
    const declared = header.readUInt32BE(0)
    const bytes =
      declared === 0 ? size - at : declared === 1 ? Number(header.readBigUInt64BE(8)) : declared
    if (bytes < 8) return false
    if (header.toString('latin1', 4, 8) === 'moov') {
      const box = await read(file, at, Math.min(bytes, size - at, MAX_SEARCHED_BYTES))
      return ENCRYPTED.some((type) => box.includes(type, 0, 'latin1')) && box.includes('sinf')
    }
    at += bytes
  }
  return false
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}
