import { expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processesWithEntry } from '../../src/platform/process-table.ts'
import { tempFolder } from '../support/process.ts'
import {
  answerOf,
  codeOf,
  openSites,
  openYtDlp,
  pageOf,
  question,
  reachedInside,
  withRealYtDlp,
} from '../support/real-yt-dlp.ts'
import { redirectAnswer, textAnswer } from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'

/** On a machine that may be busy; the site never stops by itself. */
const ENDED_WITHIN_MS = 30_000

/** Processes of yt-dlp that this file has started: the authority is its own. */
function runs() {
  const authority = `SSL_CERT_FILE=${process.env['NODE_EXTRA_CA_CERTS']}`
  return processesWithEntry((entry) => entry === authority)
}

await withRealYtDlp(import.meta.path, () => {
  const source = openYtDlp()

  test('what a site refuses, and what is not reached, has its own code', async () => {
    await using net = await openSites()
    for (const status of ['403 x', '404 x', '429 x', '500 x'])
      net.path(`/${status.slice(0, 3)}`, textAnswer('', status))
    net.path('/text', pageOf('<p>Nothing to play'))
    const urls = [
      ['http://a.test/403', 'site_blocked', 'a.test refuses programs'],
      ['http://a.test/404', 'not_found', 'a.test has nothing at this address'],
      ['http://a.test/429', 'site_blocked', 'a.test has had too many requests'],
      ['http://a.test/500', 'download_failed', 'a.test has a fault of its own'],
      ['http://a.test/text', 'unsupported_site', 'no video was found at this address'],
      ['http://a.test:8081/', 'download_failed', 'nothing listens there'],
      ['https://c.test/', 'download_failed', 'the certificate of c.test is not trusted'],
    ] as const
    const seen = new Map<string, unknown>()
    const waiting = [...urls]
    // Two at a time: each is a process.
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        seen.set(next[0], await thrown(source.details(question(next[0]))))
    }
    await Promise.all([work(), work()])
    for (const [url, code, words] of urls) {
      const error = Object(seen.get(url))
      expect([url, error.code]).toEqual([url, code])
      expect(error.message).toEndWith(`: ${words}`)
    }
  })

  for (const bwrap of [undefined, '/nonexistent'])
    test(`private addresses are not reached ${bwrap === undefined ? 'in' : 'without'} the sandbox`, async () => {
      await using net = await openSites()
      const source = openYtDlp(bwrap)
      using folder = tempFolder()
      const target = join(folder.path, 'sound')
      writeFileSync(target, '')
      net.path('/', answerOf('text/html', 'secret'))
      net.path('/loop', redirectAnswer('http://127.0.0.1/'))
      net.path('/name', redirectAnswer('https://inside.test/'))
      net.path('/ftp', redirectAnswer('ftp://127.0.0.1/'))
      net.path('/file', redirectAnswer('file:///etc/passwd'))
      net.path('/source', pageOf('<title>S</title><video src="http://127.0.0.1/a.mp4"></video>'))
      // In the sandbox there is no other way out; without it there could be one.
      const paths = bwrap === undefined ? ['loop', 'name'] : ['loop', 'name', 'ftp', 'file']
      const codes = await Promise.all(
        paths.map((path) => codeOf(source.details(question(`http://a.test/${path}`)))),
      )
      const sound = source.audio({
        ...question('http://a.test/source'),
        target,
        maxBytes: 1_000_000,
      })
      expect([await codeOf(sound), ...codes]).toEqual([
        ...['address_refused', 'address_refused', 'address_refused'],
        ...(bwrap === undefined ? [] : ['download_failed', 'download_failed']),
      ])
      for (const url of ['http://127.0.0.1/', 'http://inside.test/', 'http://[::ffff:127.0.0.1]/'])
        expect(await codeOf(source.details(question(url)))).toBe('address_refused')
      expect(reachedInside(net)).toEqual([])
      expect(statSync(target).size).toBe(0)
    })

  test('a site that sends a byte now and then is ended at the deadline, with all its processes', async () => {
    await using net = await openSites()
    let isReached = false
    net.path('/drip', (socket) => {
      isReached = true
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n')
      const timer = setInterval(() => socket.write(' '), 100)
      socket.once('close', () => clearInterval(timer))
    })
    // The first limit within which the program reaches the site.
    for (const seconds of [4, 12, 36]) {
      const started = performance.now()
      const late = await thrown(source.details(question('http://a.test/drip', seconds * 1_000)))
      expect(late).toMatchObject({
        code: 'download_timeout',
        message: `Cannot read this video: a.test was not done within ${seconds} seconds`,
      })
      expect(performance.now() - started).toBeLessThan(seconds * 1_000 + ENDED_WITHIN_MS)
      if (isReached) break
    }
    expect(isReached).toBe(true)
    const leaving = new AbortController()
    const reason = new Error('The caller has left')
    let running = 0
    net.path('/hold', () => {
      running = runs().length
      leaving.abort(reason)
    })
    const cut = source.details({ ...question('http://a.test/hold'), signal: leaving.signal })
    expect(await thrown(cut)).toBe(reason)
    expect(running).toBeGreaterThan(0)
    expect(runs()).toEqual([])
  })
})
