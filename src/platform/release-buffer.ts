/** Chunks from this size on are worth it. */
const WORTH_BYTES = 16 * 1024

/**
 * Gives the memory of bytes back at once, which are empty then; nothing of a part of a buffer. Left to
 * the collector, 80 MB of chunks that were written pile up during an upload at full speed.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < WORTH_BYTES || byteLength !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
