import { expect, test } from 'bun:test'
import { SearxngSearch } from '../../src/media/search/searxng.ts'
import { thrown } from '../support/thrown.ts'

function server(answer: (url: URL) => Response | Promise<Response>) {
  const urls: URL[] = []
  const running = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url)
      urls.push(url)
      return answer(url)
    },
  })
  return {
    urls,
    search: new SearxngSearch(`http://127.0.0.1:${running.port}/searx`),
    [Symbol.asyncDispose]: () => running.stop(true),
  }
}

const never = new AbortController().signal

test('SearXNG is asked below its address, and its results are cleaned', async () => {
  await using searxng = server(() =>
    Response.json({
      results: [
        { url: 'https://a.test/x', title: 'A\u001b[31m', content: 'About a', score: 1 },
        { url: 'javascript:alert(1)', title: 'Bad' },
        { title: 'Without an address' },
        ...Array.from({ length: 20 }, (_, index) => ({ url: `https://b.test/${index}` })),
      ],
    }),
  )
  const hits = await searxng.search.search('a b&c', never)
  expect(searxng.urls.map(({ pathname, search }) => pathname + search)).toEqual([
    '/searx/search?q=a+b%26c&format=json',
  ])
  expect(hits).toHaveLength(10)
  expect(hits[0]).toEqual({ url: 'https://a.test/x', title: 'A [31m', excerpt: 'About a' })
  expect(hits[1]).toEqual({ url: 'https://b.test/0', title: '', excerpt: '' })
})

test('what is wrong with a search is said, without its address', async () => {
  const answers = [
    new Response('no', { status: 403 }),
    new Response('oh', { status: 500 }),
    new Response('<html>'),
    new Response('x'.repeat(3_000_000)),
    Response.redirect('https://elsewhere.test/'),
  ]
  await using searxng = server(() => answers.shift() ?? new Response())
  const messages: unknown[] = []
  while (answers.length > 0) {
    const error = await thrown(searxng.search.search('a', never))
    expect(error).toMatchObject({ code: 'download_failed' })
    messages.push(Reflect.get(Object(error), 'message'))
  }
  expect(messages).toEqual([
    expect.stringContaining('refuses answers as JSON'),
    'The search failed: it answered with the status 500',
    'The search failed: its answer is not that of SearXNG',
    'The search failed: its answer is too long',
    'The search failed: it cannot be reached',
  ])
  const gone = new SearxngSearch('http://127.0.0.1:1/')
  expect(await thrown(gone.search('a', never))).toMatchObject({
    message: 'The search failed: nothing listens there',
  })
})

test('a search ends with its job', async () => {
  const asked = Promise.withResolvers<void>()
  await using searxng = server(() => {
    asked.resolve()
    return new Promise<Response>(() => {})
  })
  const abort = new AbortController()
  const search = thrown(searxng.search.search('a', abort.signal))
  await asked.promise
  abort.abort(new Error('cancelled'))
  expect(await search).toMatchObject({ message: 'cancelled' })
})
