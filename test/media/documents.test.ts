import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
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
import { pdf } from '../support/documents/pdf.ts'
import { zip } from '../support/documents/zip.ts'
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
