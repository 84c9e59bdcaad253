import { countCharacters, firstCharacters } from '../../platform/subprocess.ts'
import type { ExtractedText } from './document-error.ts'
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

/** Collects text up to a number of code points. */
export class TextCollector {
  readonly #parts: string[] = []
  #room: number
  #isCut = false

  constructor(maxCharacters: number) {
    this.#room = maxCharacters
  }

  add(text: string): void {
    if (text === '') return
    const characters = countCharacters(text)
    if (characters <= this.#room) {
      this.#parts.push(text)
      this.#room -= characters
      return
    }
    this.#isCut = true
    if (this.#room > 0) this.#parts.push(firstCharacters(text, this.#room))
    this.#room = 0
  }

  /** Whether more was added than there was room for. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** The text without spaces at the ends of lines and without more than one empty line in a row. */
  get tidied(): string {
    // By lines, as a pattern would look at each of many spaces in a row again and again.
    const lines = this.raw.split('\n').map((line) => line.trimEnd())
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  get raw(): string {
    return this.#parts.join('')
  }
}
