import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AttachmentPreparation } from '../../../src/core/attachments/preparation.ts'
import { StoredInputs } from '../../../src/core/attachments/stored-inputs.ts'
import {
  MAX_WORKER_PAGE_IMAGES,
  MAX_WORKER_TEXT_BYTES,
  prepareInputs,
} from '../../../src/features/workers/prepare-inputs.ts'
import { DocumentPool } from '../../../src/media/documents/document-pool.ts'
import { LocalSpool } from '../../../src/storage/service-storage.ts'
import { docx, paragraph } from '../../support/documents/office.ts'
import { pdf } from '../../support/documents/pdf.ts'
import { localFetch } from '../../support/local-fetch.ts'
import { testContext } from '../../support/tasks.ts'
import { thrown } from '../../support/thrown.ts'
import { openJob } from '../../support/workers.ts'

/** Prepares files, each under a name, as the attachments of a job. */
async function prepared(...given: [name: string, content: string | Uint8Array][]) {
  const stack = new DisposableStack()
  const { folder } = stack.use(await openJob())
  const documents = stack.use(new DocumentPool())
  const spool = stack.use(new LocalSpool({ folder: join(folder.steps, 'spool'), temporary: true }))
  const files = { open: async () => Promise.reject(new Error('No stored file was expected')) }
  const inputs = new StoredInputs({ files })
  const preparation = new AttachmentPreparation({
    ...{ inputs, spool, documents, safeFetch: localFetch() },
  })
  const sources = []
  for (const [name, content] of given) {
    const { id } = await spool.write(new Blob([content as Uint8Array<ArrayBuffer>]).stream())
    sources.push({ type: 'spooled' as const, field: 'attachments[0]', id, name, isImage: false })
  }
  const found = await prepareInputs(preparation, sources, folder, testContext())
  return {
    files: found,
    names: readdirSync(folder.inputs).sort(),
    text: (name: string) => readFileSync(join(folder.inputs, name), 'utf8'),
    [Symbol.dispose]: () => stack.dispose(),
  }
}

test('documents lie among the inputs with their text, scanned ones with pictures of their pages', async () => {
  const scanned = pdf(Array.from({ length: MAX_WORKER_PAGE_IMAGES + 2 }, () => ''))
  using job = await prepared(
    ['offer.docx', docx(paragraph('A lamp costs 30'))],
    ['scan.pdf', scanned],
    ['plain.txt', 'plain'],
    ['latin.txt', new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x0a])],
  )
  expect(job.files).toMatchObject([
    { name: 'offer.docx', kind: 'document', textName: 'offer.docx.txt', pictures: [] },
    { name: 'scan.pdf', kind: 'pdf', pages: MAX_WORKER_PAGE_IMAGES + 2 },
    { name: 'plain.txt', kind: 'text', note: null, pictures: [] },
    { name: 'latin.txt', kind: 'text', textName: 'latin.txt.txt' },
  ])
  expect(job.text('offer.docx.txt')).toContain('A lamp costs 30')
  expect(job.text('latin.txt.txt')).toContain('Grüße')
  expect(job.files[1]?.pictures).toHaveLength(MAX_WORKER_PAGE_IMAGES)
  expect(job.files[1]?.note).toContain(`Only the first ${MAX_WORKER_PAGE_IMAGES}`)
  expect(job.names).toHaveLength(4 + 2 + MAX_WORKER_PAGE_IMAGES)
})

test('names are clean and differ, text is bounded, and what cannot be read is there with a note', async () => {
  const long = docx(paragraph('ü'.repeat(MAX_WORKER_TEXT_BYTES)))
  using job = await prepared(
    ['a.txt', 'one'],
    ['A.txt', 'two'],
    ['../../-rf\u202e.txt', 'three'],
    ['long.docx', long],
    ['data.bin', new Uint8Array([1, 0, 2, 3])],
  )
  expect(job.files.map(({ name }) => name)).toEqual([
    'a.txt',
    'A-2.txt',
    '_rf.txt',
    'long.docx',
    'data.bin',
  ])
  expect(Buffer.byteLength(job.text('long.docx.txt'))).toBe(MAX_WORKER_TEXT_BYTES)
  expect(job.files[3]?.note).toContain('Only the beginning')
  expect(job.files[4]).toMatchObject({
    kind: 'file',
    note: expect.stringContaining('Nothing was read'),
  })
})

test('read keeps the reason of a refusal apart from its message', async () => {
  using job = await openJob()
  using documents = new DocumentPool()
  using spool = new LocalSpool({ folder: join(job.folder.steps, 'spool'), temporary: true })
  const files = { open: async () => Promise.reject(new Error('No stored file was expected')) }
  const inputs = new StoredInputs({ files })
  const preparation = new AttachmentPreparation({
    ...{ inputs, spool, documents, safeFetch: localFetch() },
  })
  const path = join(job.folder.steps, 'cut.png')
  await Bun.write(path, '\x89PNG\r\n\x1a\n')
  const bounds = { maxCharacters: 0, maxPageImages: 1 }
  const read = preparation.read(
    { path, name: 'cut.png' },
    { field: 'path' },
    bounds,
    job.context.signal,
  )
  const { message, reason, param } = Object(await thrown(read))
  expect(param).toBe('path')
  expect(message).toBe(`Cannot attach "cut.png": ${reason}`)
})
