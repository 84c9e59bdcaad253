import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { MAX_PAGE_FIELDS } from '../../src/media/contract-documents.ts'
import { DocumentPool } from '../../src/media/documents/document-pool.ts'
import { AppError } from '../../src/platform/errors.ts'
import { animatedGif, hugePng, photo, sidewaysPhoto } from '../support/documents/images.ts'
import {
  docx,
  epub,
  openDocument,
  paragraph,
  pptx,
  richDocx,
  xlsx,
} from '../support/documents/office.ts'
import { FIRST_EXTRA, pdf, pdfStream } from '../support/documents/pdf.ts'
import { zip } from '../support/documents/zip.ts'
import { CHINESE, FRENCH, JAPANESE, KOREAN, RUSSIAN } from '../support/pages/texts.ts'
import { thrown } from '../support/thrown.ts'

const folder = mkdtempSync(join(tmpdir(), 'hearth-documents-'))
let pool: DocumentPool

beforeAll(() => {
  pool = new DocumentPool()
})
afterAll(() => {
  pool[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

async function read(name: string, content: string | Uint8Array, maxCharacters = 80_000) {
  const path = join(folder, 'file')
  await Bun.write(path, content)
  return pool.read({ path, name, maxCharacters }, new AbortController().signal)
}

async function textOf(name: string, content: string | Uint8Array): Promise<string> {
  return (await read(name, content)).text
}

/** Why a file is refused, without the name. */
async function refusalOf(name: string, content: string | Uint8Array): Promise<string> {
  const error = await thrown(read(name, content))
  const message = error instanceof AppError ? error.message : String(error)
  expect(message).toStartWith(`Cannot attach ${JSON.stringify(name)}: `)
  return message.slice(message.indexOf(': ') + 2)
}

test('a file that the service itself cannot open is no damaged file', async () => {
  for (const [path, code] of [
    [join(folder, 'missing'), 'ENOENT'],
    [folder, 'EISDIR'],
  ] as const) {
    const request = { path, name: 'a.docx', maxCharacters: 80_000 }
    const error = await thrown(pool.read(request, new AbortController().signal))
    expect(error).not.toBeInstanceOf(AppError)
    expect(String(error)).toContain(code)
  }
})

test('a process that cannot start is no fault of the file, and says why', async () => {
  const broken = join(folder, 'prlimit')
  writeFileSync(broken, '#!/bin/sh\necho A library is missing >&2\nexit 127\n')
  chmodSync(broken, 0o755)
  const request = { path: broken, name: 'a.txt', maxCharacters: 80_000 }
  const script = `
    const { DocumentPool } = await import('${import.meta.resolve('../../src/media/documents/document-pool.ts')}')
    const read = new DocumentPool().read(${JSON.stringify(request)}, new AbortController().signal)
    console.log(await read.catch((error) => error.name + ': ' + error.message))`
  const child = Bun.spawnSync([process.execPath, '-e', script], {
    env: { PATH: `${folder}:${process.env['PATH']}` },
  })
  expect(child.stdout.toString()).toBe(
    'Error: The process that reads documents cannot start: A library is missing\n',
  )
})

test('text of any common encoding is read', async () => {
  const german = 'Größe: 5 µm'
  expect(await textOf('a.txt', german)).toBe(german)
  expect(await textOf('a.txt', `\ufeff${german}`)).toBe(german)
  expect(await textOf('a.txt', Buffer.from(german, 'latin1'))).toBe(german)
  expect(await textOf('a.txt', Buffer.from(german, 'utf16le'))).toBe(german)
  expect(await textOf('a.txt', Buffer.from(`\ufeff${german}`, 'utf16le').swap16())).toBe(german)
  expect(await textOf('main.ts', 'const a = `x`\n\n\n\nexport {}\n')).toBe(
    'const a = `x`\n\n\n\nexport {}',
  )
  expect(await textOf('a.csv', 'a;b\r\n1;2')).toBe('a;b\n1;2')
})

test('a page gives its text without scripts, an RTF its text without controls', async () => {
  const page =
    '<meta charset=iso-8859-2><title>T</title><script>steal()</script><h2>\xb3yk</h2><ul><li>one<li>two</ul>'
  const html = await read('page', Buffer.from(`<!doctype html>${page}`, 'latin1'))
  expect([html.kind, html.text]).toEqual(['html', 'T\n\n## łyk\n\n- one\n\n- two'])
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}Gr\'fc\'dfe \b bold\b0\par \u8364?5}`
  expect(await textOf('letter', rtf)).toBe('Grüße bold\n€5')
})

test('office documents give their text, with notes about what was left out', async () => {
  const word = await read('r.docx', richDocx())
  expect(word.text).toBe(
    '# Yearly report\nRain & sun\ttoday\nTown | mm |\nBergen | 2250 |\n\nFootnotes:\nMeasured in Florida',
  )
  expect(word.notes).toEqual(['Its picture was not read'])
  const slides = await read('p', pptx('Hello', 'Speak slowly'))
  expect([slides.text, slides.pages]).toEqual(['Slide 1:\nHello\n\nNotes:\nSpeak slowly', 1])
  const odt = '<text:h text:outline-level="2">Head</text:h><text:p>One<text:tab/>two</text:p>'
  expect(await textOf('o.odt', openDocument('text', odt))).toBe('## Head\nOne\ttwo')
  const ods =
    '<table:table table:name="S"><table:table-row><table:table-cell><text:p>01.02.2026</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>'
  expect(await textOf('o.ods', openDocument('spreadsheet', ods))).toBe('Table: S\n01.02.2026')
  const odp =
    '<draw:page><text:p>Hi</text:p><presentation:notes><text:p>n</text:p></presentation:notes></draw:page>'
  expect(await textOf('o.odp', openDocument('presentation', odp))).toBe('Slide 1:\nHi\n\nNotes:\nn')
  expect(await textOf('b.epub', epub(['<p>First</p>', '<p>Second</p>']))).toBe('First\n\nSecond')
})

test('a spreadsheet gives rows as CSV, dates as dates and numbers as they are shown', async () => {
  const rows =
    '<row><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>46023</v></c><c r="D1" s="2"><v>46023.75</v></c></row><row/><row><c r="A3"><v>0.30000000000000004</v></c><c t="inlineStr"><is><t>a, b</t></is></c><c t="b"><v>1</v></c></row>'
  const sheet = await read('x.xlsx', xlsx(rows, ['Bergen']))
  expect(sheet.text).toBe('Sheet: Rain\nBergen,,2026-01-01,2026-01-01 18:00:00\n0.3,"a, b",TRUE')
  expect([sheet.kind, sheet.pages]).toEqual(['spreadsheet', 1])
})

test('a PDF gives the text of its pages, or its pages as pictures', async () => {
  const sentence = 'Glomma is the longest river in Norway'
  const text = await read('t.pdf', pdf([sentence, `${sentence} indeed`, '']))
  expect(text.text).toBe(`[Page 1]\n${sentence}\n\n[Page 2]\n${sentence} indeed`)
  expect([text.pages, text.images.length, text.notes]).toEqual([
    3,
    0,
    ['Without text, and so not read: page 3'],
  ])
  const pictured = `BT /F1 11 Tf 50 740 Td (${sentence}) Tj ET q 9 0 0 9 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q`
  const both = await read('b.pdf', pdf([], { contents: [deflateSync(Buffer.from(pictured))] }))
  expect(both.notes).toEqual(['Only the text, and no pictures, was read of page 1'])
  const scan = await read('s.pdf', pdf(['', '', '', '', '', '', '']))
  expect([scan.pages, scan.text, scan.images.length]).toEqual([7, '', 6])
  expect(scan.notes).toContain('Only the first 6 of its 7 pages were read')
  const { width, height } = await sharp(Buffer.from(scan.images[0] ?? [])).metadata()
  expect([width, height]).toEqual([934, 1210])
})

const XOBJECT = '/Type /XObject /Subtype /Form /BBox [0 0 100 12]'
const FORM = {
  annotations: [
    // Without an appearance: the reader's program would make it.
    '/Subtype /Widget /FT /Tx /T (f1) /V (Ramachandran) /Rect [150 736 300 750] /DA (/Helv 11 Tf 0 g) /F 4',
    '/Subtype /Widget /FT /Ch /Ff 131072 /T (f2) /Opt [[(b) (Bergen)] [(o) (Oslo)]] /V (o) /Rect [150 708 300 722] /DA (/Helv 11 Tf 0 g) /F 4',
    '/Subtype /Widget /FT /Ch /Ff 2097152 /T (f3) /Opt [(Tea) (Coffee) (Milk)] /V [(Tea) (Milk)] /Rect [150 680 300 694] /DA (/Helv 11 Tf 0 g) /F 4',
    // With one.
    `/Subtype /Widget /FT /Btn /T (f4) /V /Yes /AS /Yes /Rect [34 652 46 664] /F 4 /AP << /N << /Yes ${FIRST_EXTRA} 0 R /Off ${FIRST_EXTRA + 1} 0 R >> >>`,
    `/Subtype /Widget /FT /Btn /T (f5) /V /Off /AS /Off /Rect [34 638 46 650] /F 4 /AP << /N << /Yes ${FIRST_EXTRA} 0 R /Off ${FIRST_EXTRA + 1} 0 R >> >>`,
    `/Subtype /Widget /FT /Tx /T (f6) /V (Halden) /Rect [80 626 180 638] /F 4 /AP << /N ${FIRST_EXTRA + 2} 0 R >>`,
    `/Subtype /Widget /FT /Tx /T (f7) /V (Moss) /Rect [250 626 300 638] /F 4 /AP << /N ${FIRST_EXTRA + 2} 0 R >>`,
    '/Subtype /Widget /FT /Tx /T (f8) /TU (Remarks) /V (Bring\\rboots) /Rect [300 100 400 130] /DA (/Helv 11 Tf 0 g) /F 4',
    '/Subtype /FreeText /Contents (Seen by Lind) /Rect [300 60 400 90] /DA (/Helv 11 Tf 0 g) /F 4',
    // Empty, hidden, a password, and a button.
    '/Subtype /Widget /FT /Tx /T (f9) /V () /Rect [300 140 400 150] /F 4',
    '/Subtype /Widget /FT /Tx /T (f10) /V (unseen) /Rect [300 160 400 170] /F 2',
    '/Subtype /Widget /FT /Tx /Ff 8192 /T (f11) /V (secret) /Rect [300 180 400 190] /F 4',
    '/Subtype /Widget /FT /Btn /Ff 65536 /T (f12) /Rect [300 200 400 210] /F 4 /MK << /CA (Send) >>',
  ],
  extra: [
    pdfStream('0 0 12 12 re f', XOBJECT),
    pdfStream('', XOBJECT),
    pdfStream(
      'BT /F1 11 Tf 0 2 Td (Halden) Tj ET',
      `${XOBJECT} /Resources << /Font << /F1 3 0 R >> >>`,
    ),
  ],
}

test('what is filled into a PDF form is read beside its labels', async () => {
  const labels =
    'Family name\n\nCity\n\nDrinks\n\nMarried\nRetired\nFrom                                        To'
  for (const form of ['', '/NeedAppearances true']) {
    const { text, images, notes } = await read('f.pdf', pdf([labels], { ...FORM, form }))
    expect([images.length, notes]).toEqual([0, []])
    expect(text.replaceAll(/ +/g, ' ')).toBe(
      [
        '[Page 1]\nFamily name Ramachandran\nCity Oslo\nDrinks Tea, Milk\n[x] Married\n[ ] Retired',
        'From Halden To Moss\nRemarks: Bring\nboots\nSeen by Lind',
      ].join('\n'),
    )
  }
})

test('stamps and fields that are only drawn are said to be left out', async () => {
  const drawn = `/Rect [150 708 300 722] /F 4 /AP << /N ${FIRST_EXTRA + 2} 0 R >>`
  const blank = `/Rect [150 708 300 722] /F 4 /AP << /N ${FIRST_EXTRA + 1} 0 R >>`
  const notes = async (annotation: string) => {
    const annotations = [annotation]
    const { extra } = FORM
    return (
      await read('f.pdf', pdf(['A form with enough words to be read'], { annotations, extra }))
    ).notes
  }
  const said = ['Stamps and fields that are only drawn were not read: page 1']
  expect(await notes(`/Subtype /Stamp ${drawn}`)).toEqual(said)
  expect(await notes(`/Subtype /Widget /FT /Tx /T (f1) ${drawn}`)).toEqual(said)
  for (const kept of [
    `/Subtype /Widget /FT /Tx /T (f1) ${blank}`,
    `/Subtype /Widget /FT /Tx /T (f1) /V (Halden) ${drawn}`,
    `/Subtype /Widget /FT /Btn /Ff 65536 /T (f1) ${drawn}`,
    `/Subtype /Stamp ${drawn.replace('/F 4', '/F 2')}`,
  ])
    expect(await notes(kept)).toEqual([])
})

test('the fields of a PDF form are beside their labels on a page that is turned', async () => {
  const lines =
    'BT /F1 11 Tf 0 1 -1 0 100 50 Tm (Family name) Tj 0 1 -1 0 130 50 Tm (City of birth) Tj ET'
  const annotations = [
    '/Subtype /Widget /FT /Tx /T (f2) /V (Oslo) /Rect [120 150 134 300] /F 4',
    '/Subtype /Widget /FT /Tx /T (f1) /V (Ramachandran) /Rect [90 150 104 300] /F 4',
  ]
  const contents = [deflateSync(Buffer.from(lines))]
  const turned = pdf([], { contents, annotations, pageEntries: '/Rotate 90' })
  expect(await textOf('f.pdf', turned)).toBe(
    '[Page 1]\nFamily name Ramachandran\nCity of birth Oslo',
  )
})

test('fields that are too many are said to be left out', async () => {
  const annotations = Array.from(
    { length: MAX_PAGE_FIELDS + 1 },
    (_, at) => `/Subtype /Widget /FT /Tx /T (f${at}) /V (value${at}.) /Rect [50 50 90 60] /F 4`,
  )
  const { text, notes } = await read(
    'f.pdf',
    pdf(['A form with very many fields'], { annotations }),
  )
  expect(text).toContain(`value${MAX_PAGE_FIELDS - 1}.`)
  expect(text).not.toContain(`value${MAX_PAGE_FIELDS}.`)
  expect(notes).toEqual(['Only the first 2,000 fields were read of page 1'])
})

test('the values of an XFA form are read, and its pages said to be missing', async () => {
  const datasets =
    '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form><name>Zoë &amp; Ann</name><home>\n<town>Halden</town><fax/></home></form></xfa:data><dd>x</dd></xfa:datasets>'
  const { text, notes } = await read(
    'x.pdf',
    pdf(['Please wait until the form is loaded'], {
      ...{ form: `/XFA [(config) ${FIRST_EXTRA} 0 R (datasets) ${FIRST_EXTRA + 1} 0 R]` },
      ...{ catalog: '/NeedsRendering true', extra: [pdfStream('<config/>'), pdfStream(datasets)] },
    }),
  )
  expect(text).toBe(
    '[Page 1]\nPlease wait until the form is loaded\n\n[Form]\nname: Zoë & Ann\ntown: Halden',
  )
  expect(notes.join()).toContain('only the values of fields were read')
})

test('what is filled into a page that is drawn is drawn, and read as well', async () => {
  const ink = async (bytes: Buffer) => {
    const { images, text } = await read('f.pdf', bytes)
    const { data } = await sharp(Buffer.from(images[0] ?? []))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { text, dark: data.filter((grey) => grey < 128).length }
  }
  const blank = await ink(pdf(['']))
  const filled = await ink(pdf([''], FORM))
  expect([blank.text, blank.dark]).toEqual(['', 0])
  expect(filled.dark).toBeGreaterThan(500)
  expect(filled.text).toBe(
    [
      '[Page 1]\nf1: Ramachandran\nf2: Oslo\nf3: Tea, Milk\n[x] f4\n[ ] f5\nf6: Halden\nf7: Moss',
      'Remarks: Bring\nboots\nSeen by Lind',
    ].join('\n'),
  )
})

/** A font whose letters say that they are those of a text, whatever they are drawn as. */
function saying(text: string): { font: string; codes: string } {
  const letters = [...new Set(text.replaceAll(' ', ''))]
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
  const codeOf = (letter: string) => hex(letter === ' ' ? 0x20 : 0x41 + letters.indexOf(letter), 2)
  const rows = letters.map((one) => `<${codeOf(one)}> <${hex(one.charCodeAt(0), 4)}>`).join('\n')
  return {
    font: `/CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange ${letters.length} beginbfchar\n${rows}\nendbfchar`,
    codes: `<${[...text].map(codeOf).join('')}>`,
  }
}

const CYRILLIC = 'Ночью река поднялась на два метра, сказал сторож, и дорога теперь под водой'
/** As where its UTF-8 is read as UTF-16, and its windows-1251 as Latin-1. */
const AS_HANGUL = Buffer.from(CYRILLIC.replaceAll(/[ ,]/g, '')).swap16().toString('utf16le')
const AS_LATIN = 'Íî÷üþ ðåêà ïîäíÿëàñü íà äâà ìåòðà, ñêàçàë ñòîðîæ, è äîðîãà òåïåðü ïîä âîäîé'

test('a page of a PDF whose text is garbled is read as a picture, and others as text', async () => {
  const sentence = 'Glomma is the longest river in Norway'
  const plain = deflateSync(Buffer.from(`BT /F1 11 Tf 50 740 Td (${sentence}) Tj ET`))
  const withFont = (text: string) => {
    const { font, codes } = saying(text)
    return {
      contents: [plain, deflateSync(Buffer.from(`BT /F2 11 Tf 50 740 Td ${codes} Tj ET`))],
      fonts: `/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${FIRST_EXTRA} 0 R >>`,
      extra: [pdfStream(font)],
    }
  }
  for (const garbled of [AS_HANGUL, AS_LATIN]) {
    const one = await read('g.pdf', pdf([], withFont(garbled)))
    expect(one.text).toBe(`[Page 1]\n${sentence}`)
    expect(one.images).toHaveLength(1)
    expect(one.notes).toEqual(['Garbled, and so read as a picture: page 2'])
    const { contents, ...font } = withFont(garbled)
    const all = await read('g.pdf', pdf([], { contents: contents.slice(1), ...font }))
    expect([all.text, all.images.length]).toEqual(['', 1])
  }
  for (const [right = ''] of [KOREAN, CHINESE, JAPANESE, RUSSIAN, FRENCH]) {
    const { images, text } = await read('g.pdf', pdf([], withFont(right.replaceAll('\n', ' '))))
    expect(images).toHaveLength(0)
    expect(text.replaceAll(/\s/g, '')).toContain(right.replaceAll(/\s/g, ''))
  }
})

test('letters of which a PDF does not say what they are are read as a picture', async () => {
  const codes = Array.from({ length: 60 }, (_, at) => (at + 36).toString(16).padStart(4, '0'))
  const { text, images } = await read(
    'g.pdf',
    pdf([], {
      contents: [deflateSync(Buffer.from(`BT /F2 11 Tf 50 740 Td <${codes.join('')}> Tj ET`))],
      fonts:
        '/F2 << /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 >> >>] >>',
    }),
  )
  expect([text, images.length]).toEqual(['', 1])
})

test('text ends at the bound, and is said to be cut', async () => {
  const cut = await read('a.txt', '🦊'.repeat(30), 20)
  expect([cut.text, cut.isCut]).toEqual(['🦊'.repeat(20), true])
  const whole = await read('a.txt', '🦊'.repeat(20), 20)
  expect(whole.isCut).toBe(false)
  const long = await read('a.pdf', pdf(Array<string>(9).fill('word '.repeat(20))), 250)
  expect([long.isCut, long.notes]).toEqual([true, ['The text ends on page 3 of 9']])
})

test('pictures are encoded anew: upright, without metadata, at most 1568 pixels a side', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const { kind, images } = await read(`a.${format}`, await photo(format))
    const { width, height, format: now } = await sharp(Buffer.from(images[0] ?? [])).metadata()
    expect([kind, width, height, now]).toEqual(['image', 40, 20, 'jpeg'])
  }
  const [upright] = (await read('p.jpg', await sidewaysPhoto())).images
  const { width, height, exif, orientation } = await sharp(Buffer.from(upright ?? [])).metadata()
  expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined])
  const [large] = (await read('l.png', await photo('png', { width: 3000, height: 1000 }))).images
  expect((await sharp(Buffer.from(large ?? [])).metadata()).width).toBe(1568)
  const moving = await read('m.gif', animatedGif(3))
  expect(moving.notes).toEqual(['Only the first of its 3 frames was read'])
})

test('hostile files are refused at once, each with its reason', async () => {
  const bomb = Buffer.alloc(80 * 1024 * 1024, '<w:p>')
  expect(await refusalOf('b.docx', zip([{ name: 'word/document.xml', content: bomb }]))).toBe(
    'it unpacks to more than 64 MiB',
  )
  const nested = zip([{ name: 'a.zip', content: zip([{ name: 'b', content: 'x' }]) }])
  expect(await refusalOf('n.zip', nested)).toStartWith('it is an archive, which is not opened;')
  const entities = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:p>&b;</w:p>'
  expect(await refusalOf('e.docx', zip([{ name: 'word/document.xml', content: entities }]))).toBe(
    'its XML declares entities of its own',
  )
  const pixels = await refusalOf('h.png', hugePng(50_000, 10))
  expect(pixels).toBe('it has 50000 × 50000 pixels, more than 25 million')
  expect(await refusalOf('m.gif', animatedGif(10_000))).toBe('it has 10000 frames, more than 100')
  expect(await refusalOf('g.pdf', pdf([''], { size: [100_000, 100_000] }))).toEndWith(
    'too large or damaged to be drawn',
  )
  const svg = '<?xml version="1.0"?><svg onload="alert(1)"><image href="http://192.0.2.1/"/></svg>'
  expect(await refusalOf('s.svg', svg)).toStartWith('it is an SVG drawing; accepted are images')
  const polyglot = 'GIF89a=1;/*<html><script>alert(1)</script>*/'
  expect(await refusalOf('p.gif', polyglot)).toBe('it is damaged or incomplete')
  expect(await refusalOf('a.txt', Bun.gzipSync('text'))).toStartWith(
    'it is of the kind application/gzip; accepted',
  )
  expect(await refusalOf('a.txt', '')).toBe('it is empty')
})

test('encrypted documents are refused as such', async () => {
  const locked = 'it is encrypted with a password'
  expect(await refusalOf('e.pdf', pdf(['x'], { isEncrypted: true }))).toBe(locked)
  const compound = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  expect(await refusalOf('e.xlsx', compound)).toBe(locked)
  const entry = { name: 'word/document.xml', content: 'x', isEncrypted: true }
  expect(await refusalOf('e.docx', zip([entry]))).toBe(locked)
})

test('a file that is cut off anywhere is refused, or read as far as it is whole', async () => {
  const files: [string, Buffer][] = [
    ['a.docx', richDocx()],
    ['a.xlsx', xlsx('<row><c><v>1</v></c></row>')],
    ['a.pdf', pdf(['Glomma is the longest river in Norway'])],
    ['a.png', await photo('png')],
    ['a.jpg', await photo('jpeg')],
    ['a.webp', await photo('webp')],
  ]
  for (const [name, whole] of files) {
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      expect(await refusalOf(name, cut)).toMatch(/^it is (damaged or incomplete|of )/)
    }
  }
  const damaged = Buffer.from(docx(paragraph('word '.repeat(5000))))
  damaged.fill(0xff, 250, 300)
  expect(await refusalOf('a.docx', damaged)).toBe('it is damaged or incomplete')
})
