/** Words of a piece, about. @limit knowledge-piece count */
export const PIECE_WORDS = 300
/** With fewer, what follows under the next heading is added. */
const MIN_WORDS = 60
/** A page with fewer words belongs to the piece before it. */
const MIN_PAGE_WORDS = 15
/** Of a recording, so that its second is near the words. */
const SPOKEN_WORDS = 120
/** A paragraph that is longer than a piece by this is divided. */
const OVERLONG = 1.25
const MOST_WORDS = PIECE_WORDS * OVERLONG
/** Of a word, on average with its space; scripts without spaces have no other measure. */
const WORD_CHARACTERS = 7
const MOST_CHARACTERS = MOST_WORDS * WORD_CHARACTERS
const MAX_HEADING_CHARACTERS = 200

/** A part of a source that is found, quoted and shown as one. */
export interface Piece {
  /** The headings above it, the outermost first. */
  heading: string
  text: string
  /** Page or slide, from 1. */
  page?: number | undefined
  seconds?: number | undefined
  anchor?: string | undefined
}

const PAGE = /^(?:\[Page (\d{1,6})\]|Slide (\d{1,6}):)$/
const HEADING = /^(#{1,6})\s+(\S.*)$/

/**
 * Cuts a text at headings, pages and paragraphs.
 *
 * @param hasPages Whether lines of the reader of documents say where pages begin
 */
export function* cutText(text: string, { hasPages = false } = {}): Generator<Piece> {
  const piece = new PieceBuilder()
  for (const block of blocksOf(text)) {
    const page = hasPages ? PAGE.exec(block) : null
    if (page !== null) {
      if (piece.words >= MIN_PAGE_WORDS) yield* piece.take()
      piece.page = Number(page[1] ?? page[2])
      continue
    }
    const heading = HEADING.exec(block)
    if (heading !== null) {
      const [, marks = '', title = ''] = heading
      if (piece.words >= MIN_WORDS) yield* piece.take()
      piece.enter(marks.length, title)
      continue
    }
    for (const part of divide(block)) {
      const words = wordsIn(part)
      if (piece.words >= MIN_WORDS && piece.words + words > PIECE_WORDS) yield* piece.take()
      piece.add(part, words)
    }
  }
  yield* piece.take()
}

/** Joins what was spoken to pieces of about a minute. */
export function* cutSpeech(segments: Iterable<{ start: number; text: string }>): Generator<Piece> {
  let texts: string[] = []
  let words = 0
  let seconds = 0
  for (const { start, text } of segments) {
    if (texts.length === 0) seconds = start
    texts.push(text.trim())
    words += wordsIn(text)
    if (words < SPOKEN_WORDS) continue
    yield { heading: '', text: texts.join(' '), seconds }
    texts = []
    words = 0
  }
  if (words > 0) yield { heading: '', text: texts.join(' '), seconds }
}

class PieceBuilder {
  /** Of the next text. */
  page: number | undefined
  words = 0
  readonly #path: { level: number; title: string }[] = []
  #parts: string[] = []
  #first: { heading: string; page: number | undefined } = { heading: '', page: undefined }

  enter(level: number, title: string): void {
    while ((this.#path.at(-1)?.level ?? 0) >= level) this.#path.pop()
    this.#path.push({ level, title: title.trim() })
    // Within a piece the heading stands where it was; the first one is above it.
    if (this.#parts.length > 0) this.#parts.push(title.trim())
  }

  add(text: string, words: number): void {
    if (this.#parts.length === 0) {
      const heading = this.#path.map(({ title }) => title).join(' › ')
      this.#first = { heading: heading.slice(0, MAX_HEADING_CHARACTERS), page: this.page }
    }
    this.#parts.push(text)
    this.words += words
  }

  *take(): Generator<Piece> {
    const text = this.#parts.join('\n\n').trim().toWellFormed()
    if (this.words > 0 && text !== '') yield { ...this.#first, text }
    this.#parts = []
    this.words = 0
  }
}

/** Paragraphs, and lines that are a heading or the beginning of a page. */
function* blocksOf(text: string): Generator<string> {
  let lines: string[] = []
  for (const line of linesOf(text)) {
    const own = line.trim()
    if (own !== '' && !HEADING.test(own) && !PAGE.test(own)) {
      lines.push(line.trimEnd())
      continue
    }
    if (lines.length > 0) yield lines.join('\n')
    lines = []
    if (own !== '') yield own
  }
  if (lines.length > 0) yield lines.join('\n')
}

/** One by one: a long text has a million of them. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    yield text.slice(from, end)
    from = end + 1
  }
  yield text.slice(from)
}

/** A paragraph as it is, or in parts of whole sentences; a sentence that is too long at its words. */
function* divide(paragraph: string): Generator<string> {
  // The words of one that is longer need not be counted: a log may be a single paragraph.
  if (paragraph.length <= MOST_CHARACTERS && wordsIn(paragraph) <= MOST_WORDS) {
    yield paragraph
    return
  }
  let part = ''
  let words = 0
  for (const sentence of sentencesOf(paragraph)) {
    const more = wordsIn(sentence)
    if (words > 0 && words + more > PIECE_WORDS) {
      yield part.trim()
      part = ''
      words = 0
    }
    part += sentence
    words += more
  }
  if (part.trim() !== '') yield part.trim()
}

const SENTENCE = /[^.!?…。！？\n]*(?:[.!?…。！？]+["'”’»)\]]*\s*|\n+|$)/g
const LONG_CHARACTERS = (PIECE_WORDS * WORD_CHARACTERS) / 2

function* sentencesOf(text: string): Generator<string> {
  for (const [sentence] of text.matchAll(SENTENCE)) {
    let rest = sentence
    while (rest.length > LONG_CHARACTERS) {
      const space = rest.lastIndexOf(' ', LONG_CHARACTERS)
      const at = space > 0 ? space + 1 : LONG_CHARACTERS
      yield rest.slice(0, at)
      rest = rest.slice(at)
    }
    if (rest !== '') yield rest
  }
}

/** How many words a text has, or would have if its script had spaces between them. */
function wordsIn(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.max(words, Math.ceil(text.length / WORD_CHARACTERS))
}
