import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one pixel. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture of one colour. */
export async function photo(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  { width = 40, height = 20 } = {},
): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 30 }
  return await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** A photo that says that it lies on its side, where it was taken, and by whom. */
export async function sidewaysPhoto(): Promise<Buffer> {
  return await sharp(await photo('jpeg'))
    .withExif({ IFD0: { Artist: 'Secret Person' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/**
 * A small PNG of very many pixels.
 *
 * @param rowCount How many rows are there; by default all that its head announces
 */
export function hugePng(side: number, rowCount = side): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel, in shades of grey.
  header[8] = 1
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * rowCount)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(Bun.hash.crc32(body))
  return Buffer.concat([length, body, sum])
}

/** An animation of frames of one pixel. */
export function animatedGif(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f90400010000002c00000000010001000002024401003b', 'hex').subarray(
    0,
    -1,
  )
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}
