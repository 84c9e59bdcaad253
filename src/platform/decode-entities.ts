import { Parser } from 'htmlparser2'

/** Replaces the character references of HTML, which WebVTT has as well. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => parts.push(part) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}
