import { open } from 'node:fs/promises'
import { readWavLayout, wavHeader } from '../../platform/wav.ts'
import type { AudioPiece } from '../contract-audio.ts'

const HEAD_BYTES = 4096
const BLOCK_BYTES = 1024 * 1024

/** Copies a piece of a WAV file of 16-bit PCM; the caller removes the target when this fails. */
export async function cutWav(
  path: string,
  target: string,
  { start, end }: AudioPiece,
  signal: AbortSignal,
): Promise<void> {
  await using input = await open(path)
  const { size } = await input.stat()
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
  await input.read(head, 0, head.byteLength, 0)
  const { dataStart, dataEnd, sampleRate, channels } = readWavLayout(head, size)
  const offsetOf = (seconds: number) =>
    Math.min(dataStart + Math.round(seconds * sampleRate) * channels * 2, dataEnd)
  const last = offsetOf(end)
  let at = offsetOf(start)
  await using output = await open(target, 'w')
  await output.write(wavHeader({ sampleRate, channels }, last - at))
  const block = Buffer.alloc(BLOCK_BYTES)
  while (at < last) {
    signal.throwIfAborted()
    const { bytesRead } = await input.read(block, 0, Math.min(BLOCK_BYTES, last - at), at)
    if (bytesRead === 0) throw new Error('A recording became shorter while it was cut')
    await output.writeFile(block.subarray(0, bytesRead))
    at += bytesRead
  }
}
