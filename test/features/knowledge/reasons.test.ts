import { expect, test } from 'bun:test'
import { openDatabase } from '../../../src/db/open.ts'
import { KnowledgeStore } from '../../../src/features/knowledge/knowledge-store.ts'
import {
  notRead,
  REASON_CODES,
  reason,
  reasonOfError,
  reasonSentence,
  reasonWords,
} from '../../../src/features/knowledge/reasons.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { oldDatabase } from '../../support/old-database.ts'
import { tempFolder } from '../../support/process.ts'

/** The last migration before the codes were stored. */
const BEFORE_CODES = 35
const LANGUAGES = ['de', 'es', 'fr', 'ja', 'pl']

test('each reason has words in every language', async () => {
  for (const code of REASON_CODES) {
    const words = reasonWords(reason(code, '7 files'))
    expect([code, words]).toEqual([code, expect.not.stringContaining('#')])
    expect(words).not.toBe('')
  }
  for (const language of LANGUAGES) {
    const { m } = await import(`../../../public/app/knowledge/messages/${language}.ts`)
    expect([language, Object.keys(m.reasons).toSorted()]).toEqual([
      language,
      REASON_CODES.toSorted(),
    ])
    expect(Object.values(m.reasons)).not.toContain('')
  }
})

test('an error keeps its code and limit, and one without a code its words', () => {
  const why = reasonOfError(notRead('invalid', 'site', 404))
  expect(why).toEqual({ reasonCode: 'site', error: '404' })
  expect(reasonSentence(why)).toBe('The site answered with the status 404')
  const other = new AppError('invalid', 'No such luck', { reasonFacts: { code: 'toString' } })
  expect(reasonOfError(other)).toEqual({ reasonCode: null, error: 'No such luck' })
  expect(reasonSentence({ reasonCode: null, error: null })).toBe('It could not be read')
})

test('what an earlier version could not read has its code, and the rest its words', () => {
  using folder = tempFolder()
  const old: [words: string | null, code: string | null, error: string | null][] = [
    ['Cannot attach "a.pdf": it is encrypted with a password', 'encrypted', null],
    ['Cannot attach "b.bin": it is of an unknown kind; accepted are images', 'kind', null],
    ['The site answered with the status 404', 'site', '404'],
    [
      'Only files of up to 200 MiB are read; of a recording, add its transcript',
      'too_large',
      '200 MiB',
    ],
    ['The file cannot be read: the service may not read it', 'denied', null],
    ['The site does not answer', null, 'The site does not answer'],
    [null, null, null],
  ]
  const file = oldDatabase(folder.path, BEFORE_CODES, (sqlite) => {
    sqlite.run(
      "INSERT INTO knowledge_collections (id, owner, name, is_shared, created_at) VALUES ('k', 'o', 'n', 0, 0)",
    )
    const source = sqlite.prepare(
      `INSERT INTO knowledge_sources (id, collection_id, kind, ref, title, state, interruptions, error,
        characters, pieces, caller, created_at) VALUES (?1, 'k', 'file', ?1, 't', 'failed', 0, ?2, 0, 0, '{}', 0)`,
    )
    for (const [index, [words]] of old.entries()) source.run(`s${index}`, words)
  })
  using db = openDatabase(file)
  using store = new KnowledgeStore(db)
  const found = [...store.sources('k')].reverse()
  expect(found.map(({ reasonCode, error }) => [reasonCode, error])).toEqual(
    old.map(([, code, error]) => [code, error]),
  )
})
