import { type ZipEntry, zip } from './zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relationships(targets: Readonly<Record<string, [type: string, target: string]>>): string {
  const all = Object.entries(targets).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships>${all.join('')}</Relationships>`
}

/** The entries of an archive, by their names. */
function entries(contents: Readonly<Record<string, string>>): ZipEntry[] {
  return Object.entries(contents).map(([name, content]) => ({ name, content }))
}

const root = (target: string) => ({
  '_rels/.rels': relationships({ rId1: ['officeDocument', target] }),
})

/** @param body Of `w:body` */
export function docx(body: string, more: readonly ZipEntry[] = []): Buffer {
  const document = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`
  return zip([...entries({ ...root('word/document.xml'), 'word/document.xml': document }), ...more])
}

export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** A docx with a table, a footnote and a picture. */
export function richDocx(): Buffer {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const body = [
    paragraph('Yearly report', 'Heading1'),
    '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Rain &amp; sun</w:t><w:tab/><w:t>today</w:t></w:r></w:p>',
    `<w:tbl><w:tr>${cell('Town')}${cell('mm')}</w:tr><w:tr>${cell('Bergen')}${cell('2250')}</w:tr></w:tbl>`,
    '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del></w:p>',
  ]
  const more = entries({
    'word/_rels/document.xml.rels': relationships({ rId1: ['footnotes', 'footnotes.xml'] }),
    'word/footnotes.xml': `<w:footnotes xmlns:w="w"><w:footnote>${paragraph('Measured in Florida')}</w:footnote></w:footnotes>`,
    'word/media/image1.png': 'PNG',
  })
  return docx(body.join(''), more)
}

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'

/** An xlsx of one sheet. @param rows Of `sheetData`; style 1 is a date, 2 a date with time */
export function xlsx(rows: string, strings: readonly string[] = []): Buffer {
  const all = entries({
    ...root('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Rain" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      rId1: ['worksheet', 'worksheets/sheet1.xml'],
      rId2: ['sharedStrings', 'sharedStrings.xml'],
      rId3: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
  return zip(all)
}

/** A pptx of one slide with notes. */
export function pptx(title: string, notes: string): Buffer {
  const text = (words: string) => `<p:sp><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp>`
  const notesSlide: [string, string] = ['notesSlide', '../notesSlides/notesSlide1.xml']
  const all = entries({
    ...root('ppt/presentation.xml'),
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships({ rId2: ['slide', 'slides/slide1.xml'] }),
    'ppt/slides/slide1.xml': `<p:sld>${text(title)}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships({ rId1: notesSlide }),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes>${text(notes)}</p:notes>`,
  })
  return zip(all)
}

const mimetype = (content: string) => ({ name: 'mimetype', content, isStored: true })

/** @param kind As in `application/vnd.oasis.opendocument.KIND` @param body Of `office:body` */
export function openDocument(kind: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer {
  const content = `<office:document-content><office:body>${body}</office:body></office:document-content>`
  const first = mimetype(`application/vnd.oasis.opendocument.${kind}`)
  return zip([first, { name: 'content.xml', content }])
}

/** @param chapters XHTML, in their order */
export function epub(chapters: readonly string[]): Buffer {
  const ids = chapters.map((_, index) => `c${index + 1}`)
  // In another order than they are read.
  const items = ids.toReversed().map((id) => `<item id="${id}" href="text/${id}.xhtml"/>`)
  const spine = ids.map((id) => `<itemref idref="${id}"/>`)
  const all = entries({
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    'OEBPS/content.opf': `<package><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((text, index) => [`OEBPS/text/c${index + 1}.xhtml`, text])),
  })
  return zip([mimetype('application/epub+zip'), ...all])
}
