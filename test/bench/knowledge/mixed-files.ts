import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { docx, paragraph } from '../../support/documents/office.ts'
import { pdf, pdfStream } from '../../support/documents/pdf.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const SEED = 7
const WORDS = 5_000
const SYLLABLES = 'ba de fi go ku la me ni po ru sa te vi wo zu schen ter ung'.split(' ')
const PICTURES_BYTES = 16 * 1024 ** 2
const LOG_BLOCK_BYTES = 4 * 1024 ** 2
/** Of a gigabyte; the bytes of documents are those of their pictures. */
const LOGS = { count: 6, bytes: 110_000_000 }
const DOCUMENTS = { count: 40, bytes: 4_000_000, pages: 20 }
const TEXTS = { count: 5, words: 160_000 }
const PAGES = { count: 40, words: 15_000 }
const NOTES = { count: 100, words: 1_500 }

/** Words as frequent as in a language: some are in every text, most in few. */
export function wordsBy(random: () => number): () => string {
  const below = (bound: number) => Math.floor(random() * bound)
  const vocabulary = Array.from({ length: WORDS }, () =>
    Array.from({ length: 1 + below(4) }, () => SYLLABLES[below(SYLLABLES.length)]).join(''),
  )
  return () => vocabulary[Math.floor(WORDS * random() ** 3)] ?? ''
}

/**
 * Writes about as many gigabytes of logs, PDFs, Word documents, texts, web pages and Markdown into a
 * folder as a household may have: the same ones each time.
 *
 * @returns Their paths below the folder, and their bytes
 */
export async function writeMixedFiles(root: string, gigabytes: number) {
  const random = seededRandom(SEED)
  const below = (bound: number) => Math.floor(random() * bound)
  const word = wordsBy(random)
  const sentence = () => `${Array.from({ length: 8 + below(10) }, word).join(' ')}.`
  const sentences = (words: number) => Array.from({ length: words / 13 }, sentence)
  const pictures = Buffer.from(
    Uint32Array.from({ length: PICTURES_BYTES / 4 }, () => random() * 2 ** 32).buffer,
  )
  /** Between half and one and a half of a size. */
  const picture = (bytes: number) => {
    const length = Math.floor(bytes * (0.5 + random()))
    const at = below(pictures.length - length)
    return pictures.subarray(at, at + length)
  }
  const logLine = () => `2026-03-0${1 + below(9)}T12:00:00Z ${below(2 ** 31)} ${sentence()}\n`

  const paths: string[] = []
  let bytes = 0
  const write = async (path: string, content: string | Uint8Array | Iterable<Uint8Array>) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    const writer = Bun.file(file).writer()
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for (const part of parts) {
      bytes += await writer.write(part)
      await writer.flush()
    }
    await writer.end()
    paths.push(path)
  }
  const each = async (count: number, make: (index: number) => Promise<void>) => {
    for (let index = 0; index < count * gigabytes; index += 1) await make(index)
  }

  await each(LOGS.count, async (index) => {
    let block = ''
    while (block.length < LOG_BLOCK_BYTES) block += logLine()
    const encoded = Buffer.from(block)
    const blocks = Math.round(LOGS.bytes / encoded.length)
    await write(
      `logs/${index}.log`,
      Array.from({ length: blocks }, () => encoded),
    )
  })
  await each(DOCUMENTS.count, async (index) => {
    const pages = Array.from({ length: DOCUMENTS.pages }, () => sentences(300).join('\n'))
    const extra = [pdfStream(picture(DOCUMENTS.bytes))]
    await write(`papers/${index % 10}/${index}.pdf`, pdf(pages, { extra }))
    const body = sentences(3_000).map((text, at) =>
      paragraph(text, at % 30 === 0 ? 'Heading1' : undefined),
    )
    const content = picture(DOCUMENTS.bytes)
    const media = [{ name: 'word/media/image1.png', content, isStored: true }]
    await write(`papers/${index % 10}/${index}.docx`, docx(body.join(''), media))
  })
  await each(TEXTS.count, async (index) => {
    await write(`books/${index}.txt`, sentences(TEXTS.words).join(' '))
  })
  await each(PAGES.count, async (index) => {
    const body = sentences(PAGES.words).map((text) => `<p>${text}</p>`)
    await write(
      `sites/${index % 10}/${index}.html`,
      `<!doctype html><title>${sentence()}</title><h1>${sentence()}</h1>${body.join('\n')}`,
    )
  })
  await each(NOTES.count, async (index) => {
    const parts = sentences(NOTES.words).map((text, at) => (at % 20 === 0 ? `## ${text}` : text))
    await write(`notes/${index % 20}/${index}.md`, parts.join('\n\n'))
  })
  return { paths, bytes }
}
