import { expect, test } from 'bun:test'
import { pdf } from '../support/documents/pdf.ts'
import { inTestInternet, TestInternet, textAnswer } from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'
import { openScraper } from '../support/web-scraper.ts'

const OWN = '93.184.0.1'
const TEXT = 'The river rose by two metres in the night, said the warden, and more. '.repeat(12)

function answer(type: string, body: string) {
  return textAnswer(body, '200 OK', [`content-type: ${type}`])
}

inTestInternet(import.meta.path, () => {
  test('pages, feeds and documents are read, and the rules of a site are obeyed', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    net.name('a.test', [OWN])
    net.path('/robots.txt', answer('text/plain', 'User-agent: *\nDisallow: /private'))
    net.path(
      '/article',
      answer('text/html', `<title>River</title><article><p>${TEXT}</p></article>`),
    )
    const page = await web.scrape({ url: 'http://a.test/article' })
    expect(page).toMatchObject({ title: 'River', status: 200, fetchedWith: 'http' })
    expect(page.content).toContain('The river rose')
    expect(await thrown(web.scrape({ url: 'http://a.test/private/x' }))).toMatchObject({
      code: 'forbidden',
      message: 'The robots.txt of a.test excludes this address from programs',
    })
    net.path('/gone', answer('text/html', '<p>Not here</p>'))
    expect(await thrown(web.scrape({ url: 'http://127.0.0.1/' }))).toMatchObject({
      code: 'address_refused',
    })
    expect(await thrown(web.scrape({ url: 'file:///etc/passwd' }))).toMatchObject({
      code: 'invalid',
    })
    net.path('/paper', (socket) => {
      const bytes = pdf(['A paper about rivers and their banks, with some more words in it'])
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: ${bytes.length}\r\nconnection: close\r\n\r\n`,
      )
      socket.end(bytes)
    })
    expect((await web.scrape({ url: 'http://a.test/paper' })).content).toContain(
      'A paper about rivers',
    )
  })

  test('a page made by scripts is drawn by the browser, which reaches nothing private', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    let touched = 0
    await using canary = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => {
        touched += 1
        return new Response('secret')
      },
    })
    net.name('a.test', [OWN])
    const script = `fetch('http://127.0.0.1:${canary.port}/').catch(() => {}); new Image().src = 'http://127.0.0.1:${canary.port}/x'; document.getElementById('root').innerHTML = '<article><h1>Drawn</h1><p>${TEXT}</p></article>'`
    net.path(
      '/app',
      answer('text/html', `<title>App</title><div id="root"></div><script>${script}</script>`),
    )
    const page = await web.scrape({ url: 'http://a.test/app' })
    expect(page).toMatchObject({ title: 'App', status: 200, fetchedWith: 'browser' })
    expect(page.content).toContain('The river rose')
    net.path(
      '/away',
      answer('text/html', `<script>location = 'http://127.0.0.1:${canary.port}/'</script>`),
    )
    const away = await web
      .scrape({ url: 'http://a.test/away', render: 'always' })
      .catch((error) => error)
    expect(JSON.stringify(away)).not.toContain('secret')
    net.path('/busy', answer('text/html', '<div id="root"></div><script>for (;;);</script>'))
    expect(
      await thrown(web.scrape({ url: 'http://a.test/busy', render: 'always', timeoutMs: 2_000 })),
    ).toMatchObject({ code: 'download_timeout' })
    expect((await web.scrape({ url: 'http://a.test/app' })).fetchedWith).toBe('browser')
    expect(touched).toBe(0)
  })

  test('a busy host is asked once more when it says, and then left alone', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    for (const name of ['a.test', 'other.test']) net.name(name, [OWN])
    const asked = (path: string) => net.received.filter(({ line }) => line.includes(path)).length
    const busy = (status: string, seconds: number) =>
      textAnswer('busy', status, [`retry-after: ${seconds}`, 'content-type: text/plain'])
    for (const status of ['429 Too Many Requests', '503 Service Unavailable']) {
      const path = `/${status.slice(0, 3)}`
      const since = performance.now()
      net.path(path, (socket) => {
        const isFirst = asked(path) === 1
        socket.end(isFirst ? busy(status, 1) : answer('text/plain', 'at last'))
      })
      expect(await web.scrape({ url: `http://a.test${path}` })).toMatchObject({
        ...{ status: 200, content: 'at last' },
      })
      expect(performance.now() - since).toBeGreaterThan(990)
      expect(asked(path)).toBe(2)
    }
    net.path('/often', busy('429 Too Many Requests', 30))
    net.path('/more', answer('text/plain', 'more'))
    expect(await web.scrape({ url: 'http://a.test/often' })).toMatchObject({ status: 429 })
    // Seconds may pass in between.
    const blocked = Object(await thrown(web.scrape({ url: 'http://a.test/more' })))
    expect(blocked.code).toBe('site_blocked')
    expect(blocked.retryAfterSeconds).toBeWithin(15, 31)
    expect(await web.scrape({ url: 'http://other.test/more' })).toMatchObject({ content: 'more' })
    expect([asked('/often'), asked('/more')]).toEqual([1, 1])
    // A host that has not even time for its rules is not asked for its page.
    net.name('new.test', [OWN])
    net.path('/robots.txt', busy('429 Too Many Requests', 40))
    const hurried = Object(await thrown(web.scrape({ url: 'http://new.test/page' })))
    expect(hurried.code).toBe('site_blocked')
    expect(hurried.retryAfterSeconds).toBeWithin(25, 41)
    expect(asked('/page')).toBe(0)
  })
})
