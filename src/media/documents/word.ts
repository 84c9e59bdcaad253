import type { ExtractedText } from './document-error.ts'
import { TextCollector } from './html.ts'
import type { Archive } from './xml.ts'
import { attribute, entryText, mainPart, picturesNote, readXml, relationshipsOf } from './xml.ts'

/** The other texts of a document, by the type of their relationship, with their headings. */
const FURTHER_TEXTS: Readonly<Record<string, string>> = {
  footnotes: 'Footnotes',
  endnotes: 'Endnotes',
  comments: 'Comments',
  header: 'Header',
  footer: 'Footer',
}

/** Reads a docx: its paragraphs, tables, notes, comments, headers and footers. */
export function readWord(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const part = mainPart(archive, 'word/document.xml')
  readBody(entryText(archive, part), collector)
  const seen = new Set<string>()
  for (const { type, target } of relationshipsOf(archive, part)) {
    const heading = FURTHER_TEXTS[type]
    if (heading === undefined) continue
    const own = new TextCollector(maxCharacters)
    readBody(entryText(archive, target), own)
    const text = own.tidied
    // Each section has headers of its own, which are often the same.
    if (text === '' || seen.has(text)) continue
    seen.add(text)
    collector.add(`\n\n${heading}:\n${text}\n`)
  }
  return {
    kind: 'document',
    text: collector.tidied,
    isCut: collector.isCut,
    notes: picturesNote(archive, 'word/media/'),
  }
}

function readBody(xml: string, collector: TextCollector): void {
  let runs = 0
  let texts = 0
  let cells = 0
  let skipped = 0
  readXml(
    xml,
    {
      open(name, attributes) {
        // It repeats what stands beside it, for older programs.
        if (name === 'Fallback') skipped += 1
        if (skipped > 0) return
        if (name === 'r') runs += 1
        else if (name === 't') texts += 1
        else if (name === 'tc') cells += 1
        else if (name === 'tab' && runs > 0) collector.add('\t')
        else if ((name === 'br' || name === 'cr') && runs > 0) collector.add('\n')
        else if (name === 'numPr') collector.add('- ')
        else if (name === 'pStyle') collector.add(headingMark(attribute(attributes, 'val')))
      },
      close(name) {
        if (name === 'Fallback') skipped -= 1
        if (skipped > 0) return
        if (name === 'r') runs -= 1
        else if (name === 't') texts -= 1
        else if (name === 'p') collector.add(cells > 0 ? ' ' : '\n')
        else if (name === 'tr') collector.add('\n')
        else if (name === 'tc') {
          cells -= 1
          collector.add('| ')
        }
      },
      text(text) {
        if (texts > 0 && skipped === 0) collector.add(text)
      },
    },
    () => collector.isCut,
  )
}

function headingMark(style = ''): string {
  const [, level] = /^heading ?([1-6])$/i.exec(style) ?? []
  return level === undefined ? '' : `${'#'.repeat(Number(level))} `
}
