import { expect, test } from 'bun:test'
import { CutOutput, printable } from '../../src/sandbox/run-sandboxed.ts'

function cut(maxBytes: number, ...chunks: (string | Uint8Array)[]): string {
  const output = new CutOutput(maxBytes)
  for (const chunk of chunks) output.add(Buffer.from(chunk))
  return output.text
}

test('CutOutput keeps everything up to its bound, and then the start and the end', () => {
  expect(cut(10, '')).toBe('')
  expect(cut(10, '0123456789')).toBe('0123456789')
  expect(cut(10, '0123', '4', '56789')).toBe('0123456789')
  expect(cut(10, '0123456789a')).toBe('01234\n[… 1 bytes are left out here …]\n6789a')
  expect(cut(10, ...'0123456789abcdefghij')).toBe('01234\n[… 10 bytes are left out here …]\nfghij')
  expect(cut(10, '01', 'x'.repeat(5_000), 'y'.repeat(3_000), 'end')).toBe(
    '01xxx\n[… 7,995 bytes are left out here …]\nyyend',
  )
})

test('CutOutput leaves no part of a character at the cut', () => {
  const text = 'ä'.repeat(10)
  expect(cut(10, text, text)).toBe('ää\n[… 30 bytes are left out here …]\nää')
})

test('printable() leaves nothing that acts on a terminal', () => {
  expect(printable('\u001b[31mred\u001b[0m\tand\r\nmore\n')).toBe('red\tand\nmore\n')
  expect(printable('\u001b]0;title\u0007a\u0000\b\u009b1mb\u202ec')).not.toMatch(
    /[^\P{Cc}\n\t]|\u202e/u,
  )
  expect(printable('مرحبا ünïcode 漢字 🎉')).toBe('مرحبا ünïcode 漢字 🎉')
})
