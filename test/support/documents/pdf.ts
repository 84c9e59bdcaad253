import { createCipheriv, createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

interface PdfOptions {
  /** Points; 612 by 792 by default. */
  size?: [width: number, height: number]
  /** A user password that nobody knows. */
  isEncrypted?: boolean
  /** Deflated content of each page instead of its text. */
  contents?: readonly Uint8Array[]
  /** Dictionaries of annotations of the first page; those with a /FT are fields of its form. */
  annotations?: readonly string[]
  /** Entries of the fonts of the pages, beside /F1. */
  fonts?: string
  /** Entries of the dictionaries of its form, its catalog and its pages. */
  form?: string
  catalog?: string
  pageEntries?: string
  /** Further objects; the first one has the number {@link FIRST_EXTRA}. */
  extra?: readonly (string | Buffer)[]
}

/** Far above the objects of the pages, so that dictionaries can name them. */
export const FIRST_EXTRA = 100

/** A stream that is not compressed. */
export function pdfStream(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)

/** A PDF with a page for each text. */
export function pdf(pages: readonly string[], options: PdfOptions = {}): Buffer {
  const {
    size = [612, 792],
    isEncrypted = false,
    annotations = [],
    form = '',
    extra = [],
  } = options
  const streams =
    options.contents ?? pages.map((text) => deflateSync(Buffer.from(pageContent(text), 'latin1')))
  const pageIds = streams.map((_, index) => 4 + index * 2)
  const annotationIds = annotations.map((_, index) => 4 + streams.length * 2 + index)
  const fieldIds = annotationIds.filter((_, index) => annotations[index]?.includes('/FT'))
  const references = (ids: readonly number[]) => `[${ids.map((id) => `${id} 0 R`).join(' ')}]`
  const acroForm =
    fieldIds.length + form.length === 0
      ? ''
      : ` /AcroForm << /Fields ${references(fieldIds)} /DR << /Font << /Helv 3 0 R >> >> /DA (/Helv 11 Tf 0 g) ${form} >>`
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R${acroForm} ${options.catalog ?? ''} >>`),
    Buffer.from(`<< /Type /Pages /Count ${pageIds.length} /Kids ${references(pageIds)} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...streams.flatMap((stream, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R ${options.pageEntries ?? ''} /MediaBox [0 0 ${size.join(' ')}] /Resources << /Font << /F1 3 0 R ${options.fonts ?? ''} >> >> /Contents ${5 + index * 2} 0 R${index === 0 && annotations.length > 0 ? ` /Annots ${references(annotationIds)}` : ''} >>`,
      ),
      pdfStream(Buffer.from(stream), '/Filter /FlateDecode'),
    ]),
    ...annotations.map((one) => Buffer.from(`<< /Type /Annot ${one} >>`)),
  ]
  while (extra.length > 0 && objects.length < FIRST_EXTRA - 1) objects.push(Buffer.from('null'))
  objects.push(...extra.map((one) => Buffer.from(one)))
  const id = '00112233445566778899aabbccddeeff'
  const trailer = isEncrypted
    ? ` /Encrypt ${objects.push(encryption(id))} 0 R /ID [<${id}> <${id}>]`
    : ''
  return assemble(objects, trailer)
}

function pageContent(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => `(${line.replace(/[\\()]/g, String.raw`\$&`)}) Tj T*`)
  return `BT /F1 11 Tf 14 TL 50 740 Td ${lines.join(' ')} ET`
}

/** The standard security handler, revision 2. ISO 32000-1, 7.6.3 */
function encryption(id: string): Buffer {
  const owner = createHash('md5').update('owner').digest()
  const key = createHash('md5')
    .update(Buffer.concat([Buffer.from('unknown password'), PADDING]).subarray(0, 32))
    .update(Buffer.concat([owner, owner]))
    .update(Buffer.from([0xfc, 0xff, 0xff, 0xff]))
    .update(Buffer.from(id, 'hex'))
    .digest()
    .subarray(0, 5)
  // Not what the password gives, so no password opens it.
  const user = createCipheriv(
    'aes-128-ecb',
    Buffer.concat([key, key, key, key]).subarray(0, 16),
    null,
  )
    .update(PADDING)
    .subarray(0, 32)
  return Buffer.from(
    `<< /Filter /Standard /V 1 /R 2 /O <${Buffer.concat([owner, owner]).toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`,
  )
}

function assemble(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(length)
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${trailer} >>\nstartxref\n${length}\n%%EOF`,
    ),
  ])
}
