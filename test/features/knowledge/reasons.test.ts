import { expect, test } from 'bun:test'
import { REASON_CODES, reasonCode } from '../../../src/features/knowledge/reasons.ts'
import { DAMAGED } from '../../../src/media/documents/document-error.ts'

test('reasonCode knows the words of what reads sources, and no others', () => {
  const cases = {
    encrypted: 'Cannot attach "a.pdf": it is encrypted with a password',
    damaged: `Cannot attach "a.docx": ${DAMAGED}`,
    kind: 'Cannot attach "a.bin": it is a program; accepted are images (JPEG), PDF',
    site: 'The site answered with the status 404',
    too_large: 'Only files of up to 200 MiB are read; of a recording, add its transcript',
    full: 'Your collections are full: delete what you do not need there',
    crashed: 'The service has crashed twice while this was read',
    gone: 'The folder cannot be read: there is no such folder',
    denied: 'Hearth may not read it',
    beyond: 'it is behind the first 5,000 files',
  }
  for (const [code, words] of Object.entries(cases)) expect(reasonCode(words)).toBe(code as 'site')
  expect(reasonCode('')).toBeNull()
  expect(reasonCode('It could not be read')).toBeNull()
  expect(REASON_CODES).toContain('unmounted')
})
