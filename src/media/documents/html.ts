import type { ExtractedText } from './extracted-text.ts'
import { TextCollector } from './text-collector.ts'
import { readHtml } from './xml.ts'

/** What a browser does not show as text. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object'])
const BLOCKS = new Set(
  'address article aside blockquote caption dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table title tr ul'.split(
    ' ',
  ),
)

/**
 * Reads the text of a page; nothing of it is run or fetched.
 *
 * @param withPictures Whether pictures are named where they stand
 */
export function readWebPage(
  html: string,
  maxCharacters: number,
  withPictures: boolean,
): ExtractedText {
  const collector = new TextCollector(maxCharacters)
  addHtml(html, collector, withPictures)
  return { kind: 'html', text: collector.tidied, isCut: collector.isCut, notes: [] }
}

export function addHtml(html: string, collector: TextCollector, withPictures: boolean): void {
  let hidden = 0
  let preformatted = 0
  readHtml(
    html,
    {
      open(name, attributes) {
        if (HIDDEN.has(name)) hidden += 1
        if (hidden > 0) return
        if (name === 'pre') preformatted += 1
        if (BLOCKS.has(name)) collector.add('\n')
        if (name === 'br') collector.add('\n')
        else if (name === 'li') collector.add('- ')
        else if (/^h[1-6]$/.test(name)) collector.add(`${'#'.repeat(Number(name[1]))} `)
        else if (withPictures && name === 'img' && (attributes['alt'] ?? '') !== '')
          collector.add(`[picture: ${attributes['alt']}]`)
      },
      close(name) {
        if (HIDDEN.has(name)) {
          hidden -= 1
          return
        }
        if (hidden > 0) return
        if (name === 'pre') preformatted -= 1
        if (name === 'td' || name === 'th') collector.add(' | ')
        if (BLOCKS.has(name)) collector.add('\n')
      },
      text(text) {
        if (hidden === 0) collector.add(preformatted > 0 ? text : text.replace(/\s+/g, ' '))
      },
    },
    () => collector.isCut,
  )
}
