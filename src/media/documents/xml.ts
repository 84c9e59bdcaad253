import { Parser } from 'htmlparser2'
import type { Archive } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { DocumentRefusal } from './refusal.ts'

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
  if (xml.includes('<!ENTITY')) throw new DocumentRefusal('its XML declares entities of its own')
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
