import { join } from 'node:path'
import { DocumentPool } from '../../src/media/documents/document-pool.ts'
import { docx, paragraph, xlsx } from '../support/documents/office.ts'
import { pdf } from '../support/documents/pdf.ts'
import type { Bench } from './bench.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'

const PAGES = 25
const PDF_MS = 400
const OFFICE_MS = 50
const LINE = 'A line of text with some words that somebody may want to read'

/** Documents to text: a PDF by a new process, and office documents by one that waits for the next. */
export async function documents({ folder, rounds }: Bench): Promise<Row[]> {
  const page = Array<string>(45).fill(LINE).join('\n')
  const paragraphs = Array<string>(1000).fill(paragraph(LINE)).join('')
  const cells = '<c><v>46023.5</v></c>'.repeat(10)
  const files: [name: string, content: Uint8Array, bound: number][] = [
    [`PDF of ${PAGES} pages`, pdf(Array<string>(PAGES).fill(page)), PDF_MS],
    ['docx of 1,000 paragraphs', docx(paragraphs), OFFICE_MS],
    ['xlsx of 1,000 rows', xlsx(`<row>${cells}</row>`.repeat(1000)), OFFICE_MS],
  ]
  const rows: Row[] = []
  for (const [name, content, below] of files) {
    const path = join(folder, 'document')
    await Bun.write(path, content)
    const cold = await timesOf(path, rounds, false)
    const warm = await timesOf(path, rounds, true)
    const value = below === PDF_MS ? median(cold) : median(warm)
    const detail = `${median(cold).toFixed(0)} ms with a new process, ${median(warm).toFixed(1)} ms after another document`
    rows.push({ measure: `${name} to text`, value, unit: 'ms', target: { below }, detail })
  }
  return rows
}

async function timesOf(path: string, rounds: number, isWarm: boolean): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    using pool = new DocumentPool()
    const read = () =>
      pool.read({ path, name: 'document', maxCharacters: 80_000 }, new AbortController().signal)
    if (isWarm) await read()
    const started = performance.now()
    await read()
    times.push(performance.now() - started)
  }
  return times
}
