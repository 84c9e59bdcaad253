import { expect, test } from 'bun:test'
import { cleanFileName } from '../../../src/core/attachments/file-name.ts'

test('cleanFileName gives a name that every file system takes', () => {
  const names: Record<string, string> = {
    'report.pdf': 'report.pdf',
    '../../etc/passwd': 'passwd',
    'C:\\Users\\me\\a.txt': 'a.txt',
    'a/b/': 'file',
    '..': 'file',
    '. .': 'file',
    '': 'file',
    '.gitignore': '.gitignore',
    con: '_con',
    'CON.tar.gz': '_CON.tar.gz',
    'lpt9 .txt': '_lpt9 .txt',
    'COM¹': '_COM¹',
    'console.log': 'console.log',
    'a.txt. . ': 'a.txt',
    '  two  words ': 'two words',
    'a<b>:"|?*c': 'a_b______c',
    'a\u0000b\u001b[31m\u007f.txt': 'ab[31m.txt',
    // Right-to-left override: shown as "invoiceexe.pdf" by who obeys it.
    'invoice\u202efdp.exe': 'invoicefdp.exe',
    'a\u2066b\u2069\u200b\ufeff.txt': 'ab.txt',
    'line\u2028break': 'linebreak',
    'e\u0301.txt': '\u00e9.txt',
    'lone\ud800.txt': 'lone\ufffd.txt',
    '👨‍👩‍👧.png': '👨‍👩‍👧.png',
    '100%25.txt': '100%25.txt',
  }
  for (const [given, clean] of Object.entries(names))
    expect([given, cleanFileName(given)]).toEqual([given, clean])
})

test('cleanFileName cuts at 255 bytes, between characters, and keeps the extension', () => {
  expect(cleanFileName(`${'a'.repeat(251)}.txt`)).toHaveLength(255)
  expect(cleanFileName(`${'a'.repeat(252)}.txt`)).toBe(`${'a'.repeat(251)}.txt`)
  const family = '👨‍👩‍👧'
  const cut = cleanFileName(`${family.repeat(200)}.tar.gz`)
  const families = Math.floor((255 - '.gz'.length) / Buffer.byteLength(family))
  expect(cut).toBe(`${family.repeat(families)}.gz`)
  expect(cleanFileName(`a.${'x'.repeat(300)}`)).toBe(`a.${'x'.repeat(253)}`)
  // What is left by the cut may be the name of a device no more, and must not become one.
  expect(cleanFileName(`con${' '.repeat(300)}.txt`)).toBe('_con .txt')
})
