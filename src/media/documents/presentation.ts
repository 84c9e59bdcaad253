import type { Archive } from './archive.ts'
import type { ExtractedText } from './extracted-text.ts'
import { mainPart, picturesNote, relationshipsOf } from './relationships.ts'
import { TextCollector } from './text-collector.ts'
import { entryText, readXml } from './xml.ts'

/** Reads a pptx: the texts of each slide in their order, with the speaker's notes. */
export function readPresentation(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const slides = slideParts(archive)
  for (const [index, part] of slides.entries()) {
    if (collector.isCut) break
    collector.add(`\n\nSlide ${index + 1}:\n`)
    readParagraphs(entryText(archive, part), collector)
    const notes = relationshipsOf(archive, part).find(({ type }) => type === 'notesSlide')
    if (notes === undefined) continue
    collector.add('\nNotes:\n')
    readParagraphs(entryText(archive, notes.target), collector)
  }
  return {
    kind: 'presentation',
    text: collector.tidied,
    isCut: collector.isCut,
    pages: slides.length,
    notes: picturesNote(archive, 'ppt/media/'),
  }
}

function slideParts(archive: Archive): string[] {
  const presentation = mainPart(archive, 'ppt/presentation.xml')
  const targets = new Map(
    relationshipsOf(archive, presentation).map(({ id, target }) => [id, target]),
  )
  const parts: string[] = []
  readXml(entryText(archive, presentation), {
    open(name, attributes) {
      if (name !== 'sldId') return
      // By its full name: a slide has a number called `id` as well.
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const part = targets.get(id)
      if (part !== undefined) parts.push(part)
    },
  })
  return parts
}

function readParagraphs(xml: string, collector: TextCollector): void {
  let isText = false
  let isField = false
  let cells = 0
  readXml(
    xml,
    {
      open(name, attributes) {
        // The number of a slide, of which the notes have one on each page.
        if (name === 'fld') isField = (attributes['type'] ?? '').startsWith('slidenum')
        else if (name === 't') isText = !isField
        else if (name === 'tc') cells += 1
        else if (name === 'br') collector.add('\n')
      },
      close(name) {
        if (name === 'fld') isField = false
        else if (name === 't') isText = false
        else if (name === 'p') collector.add(cells > 0 ? ' ' : '\n')
        else if (name === 'tr') collector.add('\n')
        else if (name === 'tc') {
          cells -= 1
          collector.add('| ')
        }
      },
      text(text) {
        if (isText) collector.add(text)
      },
    },
    () => collector.isCut,
  )
}
