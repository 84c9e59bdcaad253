import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import type { ExtractedText } from './extracted-text.ts'
import { addHtml } from './html.ts'
import { DAMAGED, DocumentRefusal } from './refusal.ts'
import { TextCollector } from './text-collector.ts'
import { attribute, entryText, readXml } from './xml.ts'

/** Reads an EPUB: its chapters in their order. */
export function readEpub(archive: Archive, maxCharacters: number): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  const chapters = chapterParts(archive)
  for (const part of chapters) {
    if (collector.isCut) break
    const html = entryText(archive, part)
    addHtml(html, collector, true)
    collector.add('\n\n')
  }
  const text = collector.tidied
  if (text === '' && archive.has('META-INF/encryption.xml'))
    throw new DocumentRefusal('it is protected against reading by other programs')
  return { kind: 'ebook', text, isCut: collector.isCut, notes: [] }
}

function chapterParts(archive: Archive): string[] {
  let root = ''
  readXml(entryText(archive, 'META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && root === '') root = attribute(attributes, 'full-path') ?? ''
    },
  })
  if (!archive.has(root)) throw new DocumentRefusal(DAMAGED)
  const parts = new Map<string, string>()
  const order: string[] = []
  readXml(entryText(archive, root), {
    open(name, attributes) {
      if (name === 'item')
        parts.set(attribute(attributes, 'id') ?? '', partName(root, attribute(attributes, 'href')))
      else if (name === 'itemref') order.push(attribute(attributes, 'idref') ?? '')
    },
  })
  return order.flatMap((id) => parts.get(id) ?? [])
}

function partName(root: string, href = ''): string {
  const [path = ''] = href.split('#', 1)
  try {
    return posix.join(posix.dirname(root), decodeURIComponent(path))
  } catch {
    return ''
  }
}
