import { deflateSync } from 'node:zlib'
import { animatedGif, hugePng } from '../support/documents/images.ts'
import { docx, paragraph, richDocx } from '../support/documents/office.ts'
import { pdf } from '../support/documents/pdf.ts'
import { zip } from '../support/documents/zip.ts'
import { pick } from '../support/pick.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import type { Driver } from './driver.ts'
import { faultOf, type HostileCase, runHostile } from './hostile.ts'
import { startModels } from './models.ts'

const DEPTH = 200_000
const CUTS = 6
/** A document may take half a minute, and others may be before it. */
const CASE_MS = 120_000

/** Documents and archives that are bombs, damaged or not what they say, as uploads and attachments. */
export const documents: Driver = {
  name: 'documents',
  async run(context) {
    await using models = startModels(() => 0)
    const files = { ...hostileDocuments(), ...damaged(context.random) }
    const cases = Object.entries(files).map(
      ([filename, content]): HostileCase => ({
        name: filename,
        attack: async ({ url }) => {
          const path = `/api/nas/upload?filename=${filename}`
          const stored = await send(url, PRIMARY_KEY, 'POST', path, new Uint8Array(content))
          const file = pick(await stored.json(), 'token')
          if (stored.status !== 201) return `${stored.status} as an upload`
          const body = { prompt: 'x', attachments: [{ file }] }
          return faultOf(await send(url, PRIMARY_KEY, 'POST', '/api/ai/generate', body))
        },
      }),
    )
    const service = { toml: models.toml }
    return await runHostile({ context, service, cases, width: 2, caseMs: CASE_MS })
  },
}

function hostileDocuments(): Record<string, Uint8Array> {
  const text = Buffer.alloc(400_000_000, paragraph('word'))
  const bomb = zip([{ name: 'x', content: text }])
  const deep = `${'<w:p>'.repeat(DEPTH)}text${'</w:p>'.repeat(DEPTH)}`
  const entities = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(10_000)}">${doubled('a')}]>&h;`
  return {
    'bomb.pdf': pdf([], { contents: [deflateSync(Buffer.alloc(500_000_000, '0 0 m '))] }),
    'bomb.docx': zip([{ name: 'word/document.xml', content: text }]),
    'bomb.zip': bomb,
    'nested.zip': zip([{ name: 'inner.zip', content: bomb }]),
    'deep.docx': docx(deep),
    'entities.docx': zip([{ name: 'word/document.xml', content: Buffer.from(entities) }]),
    'outside.docx': zip([{ name: '../../../../tmp/outside', content: Buffer.from('x') }]),
    'many.zip': zip(
      Array.from({ length: 20_000 }, (_, index) => ({
        name: `word/${index}.xml`,
        content: Buffer.from('x'),
      })),
    ),
    'huge.png': hugePng(50_000),
    'frames.gif': animatedGif(10_000),
    'page.pdf': pdf([''], { size: [100_000, 100_000] }),
    'deep.html': Buffer.from('<div>'.repeat(DEPTH)),
    'deep.rtf': Buffer.from(`{\\rtf1${'{'.repeat(DEPTH)}text`),
    'deep.pdf': Buffer.from(
      `%PDF-1.7\n1 0 obj\n${'['.repeat(DEPTH)}\nendobj\ntrailer<</Root 1 0 R>>`,
    ),
    'line.txt': Buffer.alloc(14_000_000, 'a'),
    'zeros.bin': Buffer.alloc(14_000_000),
    'empty.pdf': Buffer.from('%PDF-'),
    'svg.png': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    ),
  }
}

/** The content of entities that multiply each other, as of "billion laughs". */
function doubled(first: string): string {
  return ['b', 'c', 'd', 'e', 'f', 'g', 'h']
    .map((name, index, names) => {
      const one = `&${names[index - 1] ?? first};`
      return `<!ENTITY ${name} "${one.repeat(10)}">`
    })
    .join('')
}

/** Good documents that are cut off or have some bytes changed. */
function damaged(random: () => number): Record<string, Uint8Array> {
  const good = { docx: richDocx(), pdf: pdf(['Some text on a page', 'And more']) }
  return Object.fromEntries(
    Object.entries(good).flatMap(([kind, content]) =>
      Array.from({ length: CUTS }, (_, index): [string, Uint8Array] => {
        const part = Buffer.from(content)
        const cut = Math.floor(random() * part.length)
        if (index % 2 === 0) return [`cut-${index}.${kind}`, part.subarray(0, cut)]
        for (let at = 0; at < 20; at += 1)
          part[Math.floor(random() * part.length)] = Math.floor(random() * 256)
        return [`changed-${index}.${kind}`, part]
      }),
    ),
  )
}
