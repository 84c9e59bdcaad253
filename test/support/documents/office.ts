import { type ZipEntry, zip } from './zip.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relationships(targets: Readonly<Record<string, [type: string, target: string]>>): string {
  const all = Object.entries(targets).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships>${all.join('')}</Relationships>`
}

function root(target: string): ZipEntry {
  return { name: '_rels/.rels', content: relationships({ rId1: ['officeDocument', target] }) }
}

/** @param body Of `w:body` */
export function docx(body: string, more: readonly ZipEntry[] = []): Buffer {
  return zip([
    root('word/document.xml'),
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ])
}

export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
}

/** A docx with a table, a footnote and a picture. */
export function richDocx(): Buffer {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  return docx(
    [
      paragraph('Yearly report', 'Heading1'),
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Rain &amp; sun</w:t><w:tab/><w:t>today</w:t></w:r></w:p>',
      `<w:tbl><w:tr>${cell('Town')}${cell('mm')}</w:tr><w:tr>${cell('Bergen')}${cell('2250')}</w:tr></w:tbl>`,
      '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del></w:p>',
    ].join(''),
    [
      {
        name: 'word/_rels/document.xml.rels',
        content: relationships({ rId1: ['footnotes', 'footnotes.xml'] }),
      },
      {
        name: 'word/footnotes.xml',
        content: `<w:footnotes xmlns:w="w"><w:footnote>${paragraph('Measured in Florida')}</w:footnote></w:footnotes>`,
      },
      { name: 'word/media/image1.png', content: 'PNG' },
    ],
  )
}

/** An xlsx of one sheet. @param rows Of `sheetData`; style 1 is a date, 2 a date with time */
export function xlsx(rows: string, strings: readonly string[] = []): Buffer {
  return zip([
    root('xl/workbook.xml'),
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><sheets><sheet name="Rain" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships({
        rId1: ['worksheet', 'worksheets/sheet1.xml'],
        rId2: ['sharedStrings', 'sharedStrings.xml'],
        rId3: ['styles', 'styles.xml'],
      }),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
    {
      name: 'xl/styles.xml',
      content:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    },
  ])
}

/** A pptx of one slide with notes. */
export function pptx(title: string, notes: string): Buffer {
  const text = (words: string) => `<p:sp><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sp>`
  return zip([
    root('ppt/presentation.xml'),
    {
      name: 'ppt/presentation.xml',
      content:
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst></p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationships({ rId2: ['slide', 'slides/slide1.xml'] }),
    },
    { name: 'ppt/slides/slide1.xml', content: `<p:sld>${text(title)}</p:sld>` },
    {
      name: 'ppt/slides/_rels/slide1.xml.rels',
      content: relationships({ rId1: ['notesSlide', '../notesSlides/notesSlide1.xml'] }),
    },
    { name: 'ppt/notesSlides/notesSlide1.xml', content: `<p:notes>${text(notes)}</p:notes>` },
  ])
}

/** @param kind As in `application/vnd.oasis.opendocument.KIND` @param body Of `office:body` */
export function openDocument(kind: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer {
  return zip([
    {
      name: 'mimetype',
      content: `application/vnd.oasis.opendocument.${kind}`,
      isStored: true,
    },
    {
      name: 'content.xml',
      content: `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    },
  ])
}

/** @param chapters XHTML, in their order */
export function epub(chapters: readonly string[]): Buffer {
  const ids = chapters.map((_, index) => `c${index + 1}`)
  return zip([
    { name: 'mimetype', content: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      content:
        '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/content.opf',
      // In another order than they are read.
      content: `<package><manifest>${ids
        .toReversed()
        .map((id) => `<item id="${id}" href="text/${id}.xhtml"/>`)
        .join(
          '',
        )}</manifest><spine>${ids.map((id) => `<itemref idref="${id}"/>`).join('')}</spine></package>`,
    },
    ...chapters.map((content, index) => ({ name: `OEBPS/text/c${index + 1}.xhtml`, content })),
  ])
}
