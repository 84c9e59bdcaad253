import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import type { Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { DocumentError } from './document-error.ts'

/** Parsed at a time, so that reading can stop in the middle. */
const SLICE_CHARACTERS = 64 * 1024

export type Attributes = Readonly<Record<string, string>>

/** Names come without their namespace's prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Reads XML by events. Entities that a document declares are never expanded: a document that has any
 * is refused.
 *
 * @param isEnough Asked now and then; ends the reading
 * @throws {DocumentRefusal}
 */
export function readXml(xml: string, handler: XmlHandler, isEnough = () => false): void {
  if (xml.includes('<!ENTITY')) throw new DocumentError('its XML declares entities of its own')
  parse(xml, handler, { xmlMode: true }, isEnough)
}

/** The same for HTML, whose tags need not be closed. */
export function readHtml(html: string, handler: XmlHandler, isEnough = () => false): void {
  parse(html, handler, { lowerCaseTags: true }, isEnough)
}

function parse(
  source: string,
  handler: XmlHandler,
  options: { xmlMode?: boolean; lowerCaseTags?: boolean },
  isEnough: () => boolean,
): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), attributes),
      onclosetag: (name) => handler.close?.(localName(name)),
      ontext: (text) => handler.text?.(text),
    },
    { decodeEntities: true, ...options },
  )
  for (let at = 0; at < source.length && !isEnough(); at += SLICE_CHARACTERS)
    parser.write(source.slice(at, at + SLICE_CHARACTERS))
  if (!isEnough()) parser.end()
}

/** The text of an entry; empty when there is none. */
export function entryText(archive: Archive, name: string): string {
  const bytes = archive.read(name)
  return bytes === undefined ? '' : decodeText(bytes)
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const found = Object.keys(attributes).find((key) => localName(key) === name)
  return found === undefined ? undefined : attributes[found]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

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
