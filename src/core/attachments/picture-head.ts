/** The first bytes of the pictures that are accepted. */
const HEADS: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypavis'],
]

/** How many bytes tell it. */
export const PICTURE_HEAD_BYTES = 12

/** Whether bytes begin as a picture; whether they are one is found when they are read. */
export function beginsAsPicture(bytes: Buffer): boolean {
  return HEADS.some(
    ([offset, head]) => bytes.toString('latin1', offset, offset + head.length) === head,
  )
}
