import { expect, test } from 'bun:test'
import { type Static, Type } from '@sinclair/typebox'
import { search } from '../../public/docs/search.js'
import { matches } from '../../src/platform/check.ts'
import { createTestApp } from '../support/service.ts'

/** What an owner would type, and where the answer is. */
const QUESTIONS: readonly (readonly [question: string, path: string])[] = [
  ['how do I start hearth', '/docs/start'],
  ['lost primary key', '/docs/start#if-you-lose-the-primary-key'],
  ['which model without gpu', '/docs/models#no-gpu'],
  ['nvidia', '/docs/models#nvidia'],
  ['macbook', '/docs/models#apple-silicon'],
  ['add my wife', '/docs/people#let-your-family-in'],
  ['google login', '/docs/people#google'],
  ['key for home assistant', '/docs/clients#home-assistant'],
  ['use it on my phone', '/docs/remote'],
  ['https certificate at home', '/docs/remote'],
  ['tailscale', '/docs/remote#tailscale'],
  ['claude code', '/docs/clients#claude-code'],
  ['docker', '/docs/install#container'],
  ['restore backup', '/docs/backup#restore'],
  ['upgrade', '/docs/update'],
  ['no_engine', '/docs/errors#no_engine'],
  ['disk full', '/docs/operate#a-full-disk'],
  ['whisper', '/docs/transcription#get-a-transcription-engine'],
  ['smtp alerts', '/docs/alerts#get-alerts-elsewhere'],
  ['POST /v1/responses', '/docs/api#post_v1_responses'],
  ['revoke a key', '/docs/people#expire-and-revoke'],
  ['EGRESS_PROXY', '/docs/settings#network'],
]

test('the search answers what an owner would type within its first three results', async () => {
  await using service = createTestApp()
  const answer = await service.request('/docs/search.json')
  const index = entriesOf(await answer.json())
  const answers = QUESTIONS.map(([question, path]) => {
    const found = search(index, question).map(({ url }) => url)
    const rank = found.findIndex((url) => url === path || url.startsWith(`${path}#`))
    return rank >= 0 && rank < 3 ? path : `${question}: ${found.slice(0, 4).join(' ')}`
  })
  expect(answers).toEqual(QUESTIONS.map(([, path]) => path))
})

test('the search finds nothing for nothing, and says so for words that are nowhere', () => {
  const index = [{ page: 'a', title: 'a', url: '/a', text: 'words' }]
  expect(search(index, '  ')).toEqual([])
  expect(search(index, 'zebra')).toEqual([])
  expect(search(index, '<script>')).toEqual([])
})

const Index = Type.Array(
  Type.Object({
    page: Type.String(),
    title: Type.String(),
    url: Type.String(),
    text: Type.String(),
  }),
)

function entriesOf(value: unknown): Static<typeof Index> {
  if (matches(Index, value)) return value
  throw new Error('No index of the search')
}
