import { type FileHandle, open } from 'node:fs/promises'
import type { AudioFormat } from '../../media/contract-audio.ts'
import { readWavLayout } from '../../platform/wav.ts'

const HEAD_BYTES = 4096
/** Where the count of frames is in a FLAC file: the last 36 bits of 8 bytes. RFC 9639, 8.2 */
const FLAC_COUNT = { offset: 18, bytes: 8, bits: 36n }

/**
 * Writes the length into the header of a sound file that was encoded before it was known, so that
 * players show it and can seek. Other formats have no such place.
 *
 * @param frames Samples of a channel; undefined leaves a FLAC file as it is
 */
export async function finishHeader(
  path: string,
  format: AudioFormat,
  frames: number | undefined,
): Promise<void> {
  if (format !== 'wav' && (format !== 'flac' || frames === undefined)) return
  const file = await open(path, 'r+')
  try {
    if (format === 'wav') await finishWav(file)
    else if (frames !== undefined) await finishFlac(file, frames)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function finishWav(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const { dataStart } = readWavLayout(buffer.subarray(0, bytesRead), size)
  await writeNumber(file, size - 8, 4)
  await writeNumber(file, size - dataStart, dataStart - 4)
}

async function writeNumber(file: FileHandle, value: number, at: number): Promise<void> {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(Math.min(value, 0xffff_ffff))
  await file.write(bytes, 0, bytes.length, at)
}

async function finishFlac(file: FileHandle, frames: number): Promise<void> {
  const { offset, bytes, bits } = FLAC_COUNT
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, offset)
  const others = (buffer.readBigUInt64BE() >> bits) << bits
  buffer.writeBigUInt64BE(others | BigInt(frames))
  await file.write(buffer, 0, bytes, offset)
}
