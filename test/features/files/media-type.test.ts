import { expect, test } from 'bun:test'
import { judgeMediaType } from '../../../src/features/files/media-type.ts'

const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04\x14\x00', 'latin1'), Buffer.alloc(60)])

test('judgeMediaType believes the content, then the name, then the sender', async () => {
  const cases: [Uint8Array | string, string, string | undefined, string][] = [
    [PNG, 'a.html', undefined, 'image/png'],
    [
      Buffer.concat([GIF, Buffer.from('<script>alert(1)</script>')]),
      'a.html',
      'text/html',
      'image/gif',
    ],
    ['%PDF-1.7\n', 'a.png', undefined, 'application/pdf'],
    ['<?xml version="1.0"?><svg/>', 'a.svg', undefined, 'image/svg+xml'],
    ['<?xml version="1.0"?><svg/>', 'a.txt', undefined, 'application/xml'],
    ['<svg onload="alert(1)"/>', 'a.svg', undefined, 'image/svg+xml'],
    ['<html></html>', 'a.html', undefined, 'text/html'],
    // Text never becomes a picture by its name.
    ['<script>alert(1)</script>', 'a.png', undefined, 'text/plain'],
    ['# title', 'a.md', undefined, 'text/markdown'],
    ['{"a":1}', 'a.json', undefined, 'application/json'],
    ['let a = 1', 'a.ts', undefined, 'text/javascript'],
    ['hello', 'hello', undefined, 'text/plain'],
    ['hello', 'hello', 'text/x-own; charset=utf-8', 'text/x-own'],
    ['', 'empty', undefined, 'application/octet-stream'],
    ['', 'empty.txt', undefined, 'text/plain'],
    [Buffer.from([0, 1, 2, 255]), 'a.html', 'text/html', 'application/octet-stream'],
    [Buffer.from([0, 1, 2, 255]), 'a', 'application/x-own', 'application/x-own'],
    [
      ZIP,
      'a.docx',
      undefined,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [ZIP, 'a.odt', undefined, 'application/vnd.oasis.opendocument.text'],
    [ZIP, 'a.html', undefined, 'application/zip'],
    // A character that the end of the head has cut.
    [Buffer.from('grün').subarray(0, 3), 'a.txt', undefined, 'text/plain'],
    [Buffer.from('grün', 'latin1'), 'a.txt', undefined, 'application/octet-stream'],
    ['hello', 'a', 'not a media type\r\nx: y', 'text/plain'],
  ]
  for (const [content, name, hint, type] of cases)
    expect([name, hint, await judgeMediaType(Buffer.from(content), name, hint)]).toEqual([
      name,
      hint,
      type,
    ])
})
