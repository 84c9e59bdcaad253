import { expect, test } from 'bun:test'
import { type FilePart, type PartLimits, readParts } from '../../src/http/body/multipart.ts'
import { releaseBuffer } from '../../src/platform/bytes.ts'
import { pick } from '../support/pick.ts'
import { thrown } from '../support/thrown.ts'

const LIMITS = { maxFileBytes: 10_000_000, maxFiles: 10 }

/** A body in pieces of so many bytes, so that every border between pieces is met. */
async function* inPieces(body: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(
  body: string | Uint8Array,
  {
    boundary = 'b',
    size = 7,
    ...limits
  }: Partial<PartLimits> & { boundary?: string; size?: number } = {},
) {
  const parts: object[] = []
  for await (const part of readParts(inPieces(body, size), boundary, { ...LIMITS, ...limits })) {
    parts.push(part.kind === 'file' ? { ...part, content: await textOf(part) } : part)
  }
  return parts
}

async function textOf({ content }: FilePart): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

async function codeOf(body: string, options: Parameters<typeof readAll>[1] = {}) {
  return pick(await thrown(readAll(body, options)), 'code')
}

/** A part with one header line, then its content, and the end. */
function onePart(headers: string, content = 'x'): string {
  return `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`
}

const field = (name: string, value: string) => ({ kind: 'field', name, value })
const file = (filename: string, content: string, mediaType = 'application/octet-stream') => ({
  kind: 'file',
  name: 'f',
  filename,
  mediaType,
  content,
})

test('readParts reads what a browser sends, wherever its pieces end', async () => {
  const tricky = '\r\n--b\r\r\n-\r\n--\r\n\r--bx-not-it'.replaceAll('--b', '--c')
  const form = new FormData()
  form.append('title', 'Grüße, 世界 🌍')
  form.append('tag', 'one')
  form.append('tag', 'two')
  form.append('f', new File([tricky], 'a "b" ü.txt', { type: 'text/plain;charset=utf-8' }))
  form.append('empty', '')
  form.append('f', new File([], 'none.bin'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const [, boundary = ''] =
    /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '') ?? []
  const bytes = await request.bytes()
  for (const size of [1, 2, 3, 5, 64, 1000]) {
    const parts = await readAll(bytes, { boundary, size })
    expect(parts).toEqual([
      field('title', 'Grüße, 世界 🌍'),
      field('tag', 'one'),
      field('tag', 'two'),
      file(expect.stringMatching(/^a .*b.* ü\.txt$/), tricky, 'text/plain'),
      field('empty', ''),
      file('none.bin', ''),
    ])
  }
})

test('readParts finds every boundary and takes no other line for one', async () => {
  const contents = [
    '',
    '\r',
    '\n',
    '\r\n',
    '\r\n-',
    '\r\n--',
    '\r\n--a',
    '--c',
    '\r--b',
    '\n--b',
    '\r\n-b',
  ]
  for (const content of [...contents, ...contents.map((text) => `${text}${text}x${text}`)]) {
    const head = 'Content-Disposition: form-data; name="f"; filename="x"'
    for (const size of [1, 2, 3, 1000]) {
      const read = await readAll(onePart(head, content), { size })
      expect([content, size, read]).toEqual([content, size, [file('x', content)]])
    }
  }
})

test('readParts takes a preamble, an epilogue, blanks after a boundary and a part without content', async () => {
  const body =
    'preamble\r\n--b \t\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n' +
    '--b\r\nContent-Disposition: form-data; name="none"\r\n\r\n--b--\r\nepilogue\r\n--b\r\nmore'
  for (const size of [1, 4, 1000])
    expect(await readAll(body, { size })).toEqual([field('a', '1'), field('none', '')])
  expect(await readAll('--b--')).toEqual([])
})

test('readParts reads names in each of the ways that clients write them', async () => {
  const names: [string, string][] = [
    ['filename="a.txt"', 'a.txt'],
    ['filename=a.txt', 'a.txt'],
    ['filename=""', ''],
    ['filename="a;b=c.txt"', 'a;b=c.txt'],
    ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['filename="C:\\dir\\a.txt"', 'a.txt'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="/"', ''],
    [`filename="x"; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt`, 'grüße.txt'],
    [`filename*=utf-8'en'..%2F..%2Fa.txt`, 'a.txt'],
    ['FILENAME = "a.txt"', 'a.txt'],
  ]
  for (const [parameter, filename] of names) {
    const body = onePart(`Content-Disposition: form-data; name="f"; ${parameter}`)
    expect([parameter, await readAll(body)]).toEqual([parameter, [file(filename, 'x')]])
  }
})

test('readParts refuses what it cannot read, and leaves no part out', async () => {
  const disposition = 'Content-Disposition: form-data; name="a"'
  const bodies = [
    ...['', 'hello', '--', '--b', '--c--', '--b\r\n', '--b-', '--b\r\n--b--', '--bx\r\n', '--b\n'],
    ...[
      `--b\r\n${disposition}`,
      `--b\r\n${disposition}\r\n\r\nx`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b`,
    ],
    ...[`--b\r\n${disposition}\r\n\r\nx\r\n--b\r\n`, `--b\r\n${disposition}\r\n\r\nx\r\n--b-`],
    ...[onePart(''), onePart('X: y'), onePart('no header'), onePart(`${disposition}\r\nno header`)],
    ...[onePart(`${disposition}\r\n${disposition}`), onePart(`${disposition}; name="b"`)],
    ...[onePart('Content-Disposition: attachment; name="a"'), onePart(`${disposition}x`)],
    ...[
      onePart('Content-Disposition: form-data; filename="a"'),
      onePart(`${disposition}; filename="a`),
    ],
    ...[onePart(`${disposition}; filename="a\nb"`), onePart(`${disposition}; filename="a\0b"`)],
    ...[
      onePart(`${disposition}; filename*=latin1''a`),
      onePart(`${disposition}; filename*=utf-8''%ff`),
    ],
    onePart(`${disposition}\r\nContent-Transfer-Encoding: base64`),
    onePart(`${disposition}\r\n folded: yes`),
  ]
  for (const body of bodies) {
    for (const size of [1, 1000])
      expect([body, await codeOf(body, { size })]).toEqual([body, 'malformed'])
  }
})

test('readParts holds each of its bounds, at the last byte', async () => {
  const head = 'Content-Disposition: form-data; name="f"'
  const files = (count: number) =>
    `${`--b\r\n${head}; filename="x"\r\n\r\n12345\r\n`.repeat(count)}--b--\r\n`
  const fields = (count: number) => `${`--b\r\n${head}\r\n\r\n12345\r\n`.repeat(count)}--b--\r\n`
  const headers = (bytes: number) => onePart(`${head}\r\nX: ${'x'.repeat(bytes - head.length - 9)}`)
  for (const size of [1, 7, 100_000]) {
    expect(await readAll(files(3), { size, maxFileBytes: 5, maxFiles: 3 })).toHaveLength(3)
    expect(await codeOf(files(1), { size, maxFileBytes: 4 })).toBe('too_large')
    expect(await codeOf(files(3), { size, maxFiles: 2 })).toBe('too_large')
    expect(await codeOf(files(1), { size, maxFiles: 0 })).toBe('too_large')
    expect(await readAll(fields(3), { size, maxParts: 3, maxFieldBytes: 15 })).toHaveLength(3)
    expect(await codeOf(fields(3), { size, maxParts: 2 })).toBe('too_large')
    expect(await codeOf(fields(3), { size, maxFieldBytes: 14 })).toBe('too_large')
    expect(await readAll(headers(8192), { size })).toHaveLength(1)
    expect(await codeOf(headers(8195), { size })).toBe('too_large')
    expect(await codeOf(`--b${' '.repeat(300)}\r\n`, { size })).toBe('malformed')
  }
  expect(await readAll(fields(100))).toHaveLength(100)
  expect(await codeOf(fields(101))).toBe('too_large')
  expect(await codeOf(fields(5000), { size: 65_536 })).toBe('too_large')
})

test('readParts goes on after a file that was not read, or not to its end', async () => {
  const head = 'Content-Disposition: form-data; name="f"; filename="x"'
  const body = `--b\r\n${head}\r\n\r\n${'1'.repeat(100)}\r\n--b\r\n${head}\r\n\r\n${'2'.repeat(100)}\r\n${onePart(head, '3')}`
  const read: string[] = []
  for await (const part of readParts(inPieces(body, 10), 'b', LIMITS)) {
    if (part.kind === 'field') throw new Error('There is no field')
    if (read.length === 0) {
      read.push('not read')
      continue
    }
    for await (const piece of part.content) {
      read.push(Buffer.from(piece).toString())
      break
    }
  }
  expect(read).toEqual(['not read', expect.stringMatching(/^2+$/), '3'])
})

test('readParts ends its source when its reader leaves, and passes its failure on', async () => {
  let ended = 0
  const failure = new Error('The sender has left')
  async function* source() {
    try {
      const head = 'Content-Disposition: form-data; name="a"; filename="a"'
      yield* inPieces(onePart(head, 'x'.repeat(20)).slice(0, -9), 5)
      throw failure
    } finally {
      ended += 1
    }
  }
  const collect = async () => {
    for await (const _ of readParts(source(), 'b', LIMITS));
  }
  expect(await thrown(collect())).toBe(failure)
  for await (const _ of readParts(source(), 'b', LIMITS)) break
  expect(ended).toBe(2)
})

test('large pieces of a file may be given back, also those that end in what a boundary starts with', async () => {
  const content = Buffer.alloc(200_000, 'abcdefgh')
  for (let at = 31_999; at < content.length; at += 32_000) content.write('\r\n--', at - 3)
  const head = 'Content-Disposition: form-data; name="f"; filename="a"'
  const body = Buffer.from(onePart(head, content.toString('latin1')), 'latin1')
  async function* pieces() {
    // Each with memory of its own, as they come from a connection.
    for (let at = 0; at < body.length; at += 32_000)
      yield new Uint8Array(body.subarray(at, at + 32_000))
  }
  for await (const part of readParts(pieces(), 'b', LIMITS)) {
    if (part.kind === 'field') continue
    const read: Buffer[] = []
    let left = 0
    for await (const piece of part.content) {
      read.push(Buffer.from(piece))
      releaseBuffer(piece)
      if (piece.byteLength >= 16 * 1024) left += 1
    }
    expect(Buffer.concat(read).equals(content)).toBe(true)
    // Only the last one shares its memory with the boundary behind it.
    expect(left).toBeLessThanOrEqual(1)
  }
})
