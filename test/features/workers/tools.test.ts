import { expect, test } from 'bun:test'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { callTool } from '../../../src/features/workers/call-tool.ts'
import type { ToolContext } from '../../../src/features/workers/tool.ts'
import {
  MAX_ARTIFACT_BYTES,
  MAX_ARTIFACTS,
  toolsOf,
} from '../../../src/features/workers/toolbox.ts'
import { MAX_LOG_BYTES } from '../../../src/features/workers/tools/run.ts'
import { WORKER_TOOLS } from '../../../src/features/workers/worker-profile.ts'
import { DocumentPool } from '../../../src/media/documents/document-pool.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { fakeSandbox, openJob, PROFILE } from '../../support/workers.ts'

const tools = toolsOf(
  { ...PROFILE, tools: WORKER_TOOLS },
  {
    hasSearch: true,
    find: () => undefined,
  },
)

async function call(context: ToolContext, name: string, args: unknown, maxCharacters = 20_000) {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  const { result, answer } = await callTool(
    { id: 'call_1', name, arguments: text },
    { tools, context, maxCharacters, prefix: '001-1', now: () => 1 },
  )
  const { content, step, ...rest } = result
  const lines = content.split('\n')
  expect(lines[0]).toMatch(/^\[BEGIN \S{16} result of /)
  return { text: lines.slice(1, -1).join('\n'), step, ok: step.ok, answer, ...rest }
}

test('read_file gives lines, the text of a document, and pages as pictures', async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1])
  using job = await openJob({
    inputs: {
      'a.txt': 'one\ntwo\nthree\n',
      'b.pdf': 'x',
      'b.pdf.txt': 'of b',
      'c.page-1.jpg': jpeg,
    },
    work: { 'big.bin': new Uint8Array([1, 0, 2]) },
    files: [
      {
        name: 'b.pdf',
        kind: 'pdf',
        bytes: 1,
        pages: 2,
        note: 'Cut.',
        textName: 'b.pdf.txt',
        pictures: [],
      },
      { name: 'c.pdf', kind: 'pdf', bytes: 1, pages: 1, note: null, pictures: ['c.page-1.jpg'] },
    ],
  })
  writeFileSync(join(job.folder.inputs, 'c.pdf'), 'x')
  const { context } = job
  expect(
    (await call(context, 'read_file', { path: '/inputs/a.txt', offset: 2, limit: 1 })).text,
  ).toBe('Lines 2 to 2 of 3 of /inputs/a.txt.\ntwo')
  expect((await call(context, 'read_file', { path: '../inputs/b.pdf' })).text).toBe(
    'Lines 1 to 1 of 1 of /inputs/b.pdf. Cut.\nof b',
  )
  const page = await call(context, 'read_file', { path: '/inputs/c.pdf' })
  expect(page.text).toBe('Page 1 of 1 of /inputs/c.pdf')
  expect(page.pictures).toEqual(['001-1-1.jpg'])
  expect(readFileSync(join(job.folder.steps, '001-1-1.jpg'))).toEqual(Buffer.from(jpeg))
  const blind = await call({ ...context, sees: false }, 'read_file', { path: '/inputs/c.pdf' })
  expect(blind).toMatchObject({ ok: false, text: expect.stringContaining('does not see pictures') })
  expect(await call(context, 'read_file', { path: 'big.bin' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('is no text'),
  })
  expect(await call(context, 'read_file', { path: '/inputs/a.tx' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('/inputs/a.txt'),
  })
})

test('read_file shows pictures that the job has made, within bounds, and says what is wrong with others', async () => {
  const png = await sharp({
    create: { width: 2000, height: 20, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  using documents = new DocumentPool()
  const readPicture: ToolContext['readPicture'] = async (path, name, signal) => {
    const { images, notes } = await documents.read({ path, name, maxCharacters: 0 }, signal)
    return { picture: images[0] ?? new Uint8Array(), notes }
  }
  using job = await openJob({
    readPicture,
    inputs: { 'cut.png': png.subarray(0, 60) },
    work: { 'plot.png': png, 'cut.png': png.subarray(0, 60) },
    files: [
      { name: 'cut.png', kind: 'file', bytes: 60, pages: null, note: 'Damaged.', pictures: [] },
    ],
  })
  const { context, folder } = job
  const shown = await call(context, 'read_file', { path: 'plot.png' })
  expect(shown).toMatchObject({
    text: 'The picture /work/plot.png',
    pictures: ['001-1-1.jpg'],
    shownPictureBytes: png.length,
  })
  const { format, width } = await sharp(join(folder.steps, '001-1-1.jpg')).metadata()
  expect({ format, width }).toEqual({ format: 'jpeg', width: 1568 })
  const refused = async (over: Partial<ToolContext>, path = 'plot.png') => {
    const { ok, text } = await call({ ...context, ...over }, 'read_file', { path })
    expect(ok).toBe(false)
    return text
  }
  expect(await refused({ sees: false })).toContain('does not see pictures')
  expect(await refused({ shownPictures: Array(12).fill(1) })).toContain('12 pictures')
  expect(await refused({ shownPictures: [50_000_000 - png.length + 1] })).toContain('50 MB')
  expect(await refused({}, 'cut.png')).toBe(
    '/work/cut.png cannot be shown: it is damaged or incomplete. Make it anew',
  )
  expect(await refused({}, '/inputs/cut.png')).toContain('cannot be shown. Damaged.')
  expect(readdirSync(folder.steps).filter((name) => name.endsWith('.picture'))).toEqual([])
})

test('no file outside of the folders of the job is read or handed over', async () => {
  using job = await openJob({ inputs: { 'a.txt': 'a' } })
  const { context, folder } = job
  symlinkSync('/etc/passwd', join(folder.work, 'link'))
  symlinkSync('/etc', join(folder.work, 'etc'))
  const outside = join(folder.steps, 'secret')
  writeFileSync(outside, 'secret')
  linkSync(outside, join(folder.work, 'hard'))
  mkdirSync(join(folder.work, 'inner'))
  for (const path of [
    '/etc/passwd',
    'link',
    'etc/passwd',
    'hard',
    '../../etc/passwd',
    'inner',
    '/steps/secret',
  ])
    for (const [tool, args] of [
      ['read_file', { path }],
      ['write_artifact', { name: 'x', file: path }],
    ] as const)
      expect([path, (await call(context, tool, args)).ok]).toEqual([path, false])
  expect((await call(context, 'list_files', {})).text).toBe('1\t/inputs/a.txt')
  expect((await call(context, 'search_files', { pattern: 'root:' })).text).toBe('No line matches')
  expect(readdirSync(folder.artifacts)).toEqual([])
})

test('a file that is named without its folder is found among what is attached', async () => {
  using job = await openJob({ inputs: { 'offer.docx': 'x' } })
  expect((await call(job.context, 'read_file', { path: 'offer.docx' })).text).toBe(
    'There is no file /work/offer.docx. Is it /inputs/offer.docx?',
  )
})

test('search_files finds text and regular expressions, also those that would never end', async () => {
  using job = await openJob({
    inputs: { 'a.txt': 'The Price is 12\nnothing\n', 'b.bin': new Uint8Array([0, 80]) },
    work: { 'c.txt': `${'a'.repeat(50_000)}!\nprice 7\n` },
  })
  const { context } = job
  const search = async (args: object) => (await call(context, 'search_files', args)).text
  expect(await search({ pattern: 'price' })).toBe(
    '/inputs/a.txt:1: The Price is 12\n/work/c.txt:2: price 7',
  )
  expect(await search({ pattern: 'price \\d', is_regex: true, ignore_case: false })).toBe(
    '/work/c.txt:2: price 7',
  )
  expect(await search({ pattern: 'price', path: '/inputs' })).toBe(
    '/inputs/a.txt:1: The Price is 12',
  )
  expect(await search({ pattern: '(a+)+$', is_regex: true, path: 'c.txt' })).toBe('No line matches')
  expect(await search({ pattern: '(', is_regex: true })).toContain('cannot be used')
})

test('search_files leaves the service free while an expression takes long', async () => {
  using job = await openJob({ inputs: { 'line.txt': 'ab'.repeat(25_000) } })
  const start = performance.now()
  let longestPause = 0
  let last = start
  const tick = () => {
    const now = performance.now()
    longestPause = Math.max(longestPause, now - last)
    last = now
  }
  const timer = setInterval(tick, 1)
  const pattern = '(?:[ab]*a[ab]{150}c)|(?:[ab]*b[ab]{140}d)'
  const { text } = await call(job.context, 'search_files', { pattern, is_regex: true })
  clearInterval(timer)
  tick()
  expect(text).toBe('No line matches')
  // In the main thread, the search is one pause.
  expect(longestPause).toBeLessThan((last - start) / 2)
})

test('write_artifact cleans names, judges types by content, and keeps its bounds', async () => {
  using job = await openJob({ work: { 'p.txt': '%PDF-1.4\n' } })
  const { context, folder } = job
  expect(
    (await call(context, 'write_artifact', { name: '../../r\u202e.md', text: '# Hi' })).artifact,
  ).toEqual({
    name: 'r.md',
    bytes: 4,
    mediaType: 'text/markdown',
  })
  expect(
    (await call(context, 'write_artifact', { name: 'photo.jpg', file: 'p.txt' })).artifact,
  ).toMatchObject({ name: 'photo.jpg', mediaType: 'application/pdf' })
  for (const args of [{ name: 'x' }, { name: 'x', text: 'a', file: 'p.txt' }])
    expect((await call(context, 'write_artifact', args)).ok).toBe(false)
  writeFileSync(join(folder.work, 'large'), new Uint8Array(MAX_ARTIFACT_BYTES + 1))
  expect(await call(context, 'write_artifact', { name: 'large', file: 'large' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('at most'),
  })
  const artifacts = Array.from({ length: MAX_ARTIFACTS }, (_, index) => ({
    name: `a${index}`,
    bytes: 1,
    mediaType: 'text/plain',
  }))
  const full = { ...context, artifacts }
  expect((await call(full, 'write_artifact', { name: 'one-more', text: 'x' })).ok).toBe(false)
  expect((await call(full, 'write_artifact', { name: 'a3', text: 'x' })).ok).toBe(true)
  expect(readdirSync(folder.artifacts).sort()).toEqual(['a3', 'photo.jpg', 'r.md'])
})

test('run hands the command to the sandbox, and says how it ended', async () => {
  const sandbox = fakeSandbox(() => ({
    exitCode: 2,
    stdout: 'out',
    stderr: 'err',
    stopped: 'memory',
  }))
  using job = await openJob({ sandbox, leftMs: 1_500 })
  const done = await call(job.context, 'run', { command: 'make', timeout_seconds: 9 })
  expect(done).toMatchObject({ ok: false, step: { text: 'run make' } })
  expect(done.text).toBe(
    'Exit code 2. It needed too much memory and was ended\nStandard output:\nout\nStandard error:\nerr',
  )
  expect(sandbox.requests).toMatchObject([
    {
      command: ['/bin/sh', '-c', 'make'],
      work: job.folder.work,
      inputs: job.folder.inputs,
      bounds: { deadlineMs: 1_500 },
      log: { path: job.context.logPath, maxBytes: MAX_LOG_BYTES },
    },
  ])
  const filling = fakeSandbox(() => ({ exitCode: 137, stopped: 'disk' }))
  const stopped = await call({ ...job.context, sandbox: filling }, 'run', { command: 'fill' })
  expect(stopped.text).toContain('/work may hold 500 MiB: as long as it holds more')
})

test('what a model does wrong is told to it, and long output is cut for it and kept whole', async () => {
  using job = await openJob({ work: { 'long.txt': 'x'.repeat(5_000) } })
  const { context } = job
  expect((await call(context, 'read_file', {})).text).toContain(
    'The arguments of read_file are wrong: path',
  )
  expect((await call(context, 'read_file', '{"path"')).text).toContain('are not JSON')
  expect((await call(context, 'rm_rf', {})).text).toContain(
    'There is no tool rm_rf. There are: list_files',
  )
  const long = await call(context, 'read_file', { path: 'long.txt' }, 1_000)
  expect(long.text).toContain('characters were left out here')
  expect(long.text.length).toBeLessThan(1_200)
  expect(readFileSync(context.logPath, 'utf8').length).toBeGreaterThan(5_000)
  expect((await call(context, 'list_files', '')).ok).toBe(true)
})

test('fetch_page refuses addresses that were not seen, and tells failures of pages', async () => {
  const asked: string[] = []
  using job = await openJob({
    fetchPage: async (url) => {
      asked.push(url)
      if (url.endsWith('gone')) throw new AppError('download_failed', 'Cannot download it')
      const links = [{ url: 'https://a.test/next', text: 'next' }]
      return { finalUrl: 'https://a.test/final', status: 200, content: 'Text', links }
    },
  })
  const { context } = job
  context.addresses.addFrom('https://a.test/ https://a.test/gone')
  const page = await call(context, 'fetch_page', { url: 'https://a.test/#top' })
  expect(page).toMatchObject({
    ok: true,
    addresses: ['https://a.test/final', 'https://a.test/next'],
  })
  expect(page.text).toContain('- https://a.test/next next')
  expect(await call(context, 'fetch_page', { url: 'https://a.test/?q=secret' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('not allowed'),
  })
  expect((await call(context, 'fetch_page', { url: 'https://a.test/gone' })).text).toBe(
    'Cannot download it',
  )
  expect(asked).toEqual(['https://a.test/', 'https://a.test/gone'])
})

test('lines for the owner are short, plain and without secrets', async () => {
  using job = await openJob()
  const { step } = await call(job.context, 'run', {
    command: `echo \u001b[31m hth_${'a'.repeat(30)}\n${'x'.repeat(500)}`,
  })
  expect(step.text.length).toBeLessThanOrEqual(200)
  expect(step.text).toContain('hth_[redacted]')
  expect(step.text).not.toContain('\u001b')
  expect(step.text).not.toContain('\n')
})
