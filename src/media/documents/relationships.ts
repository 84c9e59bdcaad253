import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { attribute, entryText, readXml } from './xml.ts'

interface Relationship {
  id: string
  /** The last part of its type, such as `worksheet`. */
  type: string
  /** The name of the entry that it leads to. */
  target: string
}

/** What a part of an Office document refers to. ECMA-376, part 2, 9 */
export function relationshipsOf(archive: Archive, part: string): Relationship[] {
  const folder = posix.dirname(part)
  const xml = entryText(archive, posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const found: Relationship[] = []
  readXml(xml, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const target = attribute(attributes, 'Target') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: posix.basename(attribute(attributes, 'Type') ?? ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
  })
  return found
}

/** The name of the part with the document itself. */
export function mainPart(archive: Archive, usual: string): string {
  const target = relationshipsOf(archive, '.').find(({ type }) => type === 'officeDocument')?.target
  return target !== undefined && archive.has(target) ? target : usual
}

/** A sentence about pictures that are left out, where there are any. */
export function picturesNote(archive: Archive, folder: string): string[] {
  const count = archive.names.filter(
    (name) => name.startsWith(folder) && !name.endsWith('/'),
  ).length
  if (count === 0) return []
  return [count === 1 ? 'Its picture was not read' : `Its ${count} pictures were not read`]
}
