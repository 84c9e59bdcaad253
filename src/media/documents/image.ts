import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  type ExtractedDocument,
  MAX_IMAGE_FRAMES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE_PIXELS,
} from '../contract-documents.ts'
import { DocumentError, damaged } from './document-error.ts'

const JPEG_QUALITY = 85
const ENCODE_SECONDS = 10
/** What libvips calls the formats that are decoded. AVIF is a kind of HEIF. */
const FORMATS: ReadonlySet<unknown> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif'])

sharp.cache(false)
// The machine's other processors are for the service.
sharp.concurrency(1)

/**
 * Decodes a picture and encodes it anew: upright, without metadata, at most 1568 pixels a side.
 *
 * @throws {DocumentError}
 */
export async function readImage(bytes: Buffer): Promise<ExtractedDocument> {
  const { format, width, height, pages = 1, pageHeight = height } = await sizeOf(bytes)
  if (!FORMATS.has(format)) throw damaged()
  if (pages > MAX_IMAGE_FRAMES)
    throw new DocumentError(
      `it has ${pages} frames, more than ${MAX_IMAGE_FRAMES}`,
      'frames',
      MAX_IMAGE_FRAMES,
    )
  if (width * pageHeight > MAX_IMAGE_PIXELS) {
    throw new DocumentError(
      `it has ${width} × ${pageHeight} pixels, more than ${MAX_IMAGE_PIXELS / 1e6} million`,
      'pixels',
      MAX_IMAGE_PIXELS,
    )
  }
  try {
    const image = await encode(
      sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, pages: 1, failOn: 'error' }).rotate(),
    )
    const notes = pages > 1 ? [`Only the first of its ${pages} frames was read`] : []
    return { kind: 'image', text: '', isCut: false, images: [image], notes }
  } catch {
    throw damaged()
  }
}

/** @param data Four bytes a pixel: red, green, blue, alpha */
export function encodePixels(data: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return encode(sharp(data, { raw: { width, height, channels: 4 } }))
}

async function encode(image: Sharp): Promise<Uint8Array> {
  const side = MAX_IMAGE_SIDE_PIXELS
  return await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: ENCODE_SECONDS })
    .toBuffer()
}

async function sizeOf(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
  } catch {
    throw damaged()
  }
}
