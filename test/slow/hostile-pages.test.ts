import { expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { MAX_PAGE_BYTES } from '../../src/media/contract-web.ts'
import { pdf } from '../support/documents/pdf.ts'
import {
  inTestInternet,
  redirectAnswer,
  TestInternet,
  textAnswer,
} from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'
import { openScraper } from '../support/web-scraper.ts'

const OWN = '93.184.0.1'
const TEXT = 'The river rose by two metres in the night, said the warden, and more. '.repeat(12)
const ARTICLE = `<article><p>${TEXT}</p></article>`

function html(body: string, status = '200 OK', headers: readonly string[] = []): string {
  return textAnswer(body, status, ['content-type: text/html', ...headers])
}

/** An answer of bytes, which ends with the connection. */
function raw(bytes: Uint8Array, ...headers: readonly string[]) {
  return (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\nconnection: close\r\n\r\n`)
    socket.end(bytes)
  }
}

/** Sends the same piece again and again, until nobody reads it. */
function endless(piece: string, head: string) {
  return (socket: Socket) => {
    socket.write(head)
    const send = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', send)
    }
    send()
  }
}

inTestInternet(import.meta.path, () => {
  test('pages that are too large, or unpack to that, end at the bound', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    net.name('a.test', [OWN])
    const piece = 'x'.repeat(64 * 1024)
    net.path(
      '/declared',
      endless(
        piece,
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 209715200\r\n\r\n',
      ),
    )
    net.path('/endless', endless(piece, 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n'))
    const bomb = Buffer.alloc(200 * 1024 * 1024, '<p>')
    net.path(
      '/gzip',
      raw(gzipSync(bomb, { level: 1 }), 'content-type: text/html', 'content-encoding: gzip'),
    )
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    net.path(
      '/brotli',
      raw(brotliCompressSync(bomb, quality), 'content-type: text/html', 'content-encoding: br'),
    )
    const before = process.memoryUsage.rss()
    for (const path of ['declared', 'endless', 'gzip', 'brotli']) {
      const error = await thrown(web.scrape({ url: `http://a.test/${path}` }))
      expect([path, error]).toEqual([path, expect.objectContaining({ code: 'too_large' })])
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
    // Drawn by the browser: its proxy has a bound, too.
    const error = await thrown(
      web.scrape({ url: 'http://a.test/endless', render: 'always', timeoutMs: 3_000 }),
    )
    expect(['too_large', 'download_failed', 'download_timeout']).toContain(
      Reflect.get(Object(error), 'code'),
    )
  })

  test('pages of any shape are read, or refused in plain words', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    net.name('a.test', [OWN])
    const read = async (path: string, answer: Parameters<TestInternet['path']>[1]) => {
      net.path(`/${path}`, answer)
      return web.scrape({ url: `http://a.test/${path}`, render: 'never' })
    }
    const deep = `${'<div>'.repeat(20_000)}${ARTICLE}`
    expect((await read('deep', html(deep))).content).toContain('The river rose')
    const line = `<p>${'word '.repeat(200_000)}</p>`
    expect((await read('line', html(line))).content.length).toBeGreaterThan(900_000)
    const framed = `<base href="http://b.test/files/"><iframe src="http://127.0.0.1/"></iframe>${ARTICLE}<a href="x">x</a><img src="data:text/html,x"><a href="data:text/html,y">y</a>`
    const frames = await read('frames', html(framed))
    expect(frames.content).toContain('The river rose')
    expect(JSON.stringify(frames)).not.toMatch(/127\.0\.0\.1|data:/)
    const broken = `<table><div><p>${TEXT}<td></b></i></p><script>x</scr`
    expect((await read('broken', html(broken))).content).toContain('The river rose')
    const wall = `<div id="onetrust-consent-sdk"><p>${'We value your privacy. '.repeat(200)}</p></div>${ARTICLE}`
    const { content } = await read('wall', html(wall))
    expect([content.includes('The river rose'), content.includes('privacy')]).toEqual([true, false])
    expect(await read('empty', textAnswer(''))).toMatchObject({ content: '', status: 200 })
    expect(await read('nothing', 'HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({
      content: '',
      status: 204,
    })
    const paper = pdf(['A paper about rivers and their banks, with some more words in it'])
    expect((await read('lie', raw(paper, 'content-type: text/html'))).content).toContain(
      'A paper about',
    )
    const octets = ['content-type: application/octet-stream']
    expect(
      (await read('octets', textAnswer(`<!doctype html>${ARTICLE}`, '200 OK', octets))).content,
    ).toContain('The river rose')
    expect(await read('forbidden', html('<p>Go away</p>', '403 Forbidden'))).toMatchObject({
      status: 403,
      content: 'Go away',
    })
    expect(
      await thrown(
        read(
          'junk',
          raw(Buffer.from('no gzip'), 'content-type: text/html', 'content-encoding: gzip'),
        ),
      ),
    ).toMatchObject({
      code: 'download_failed',
      message: 'Cannot download from a.test: what it sends is damaged',
    })
    net.path('/away', html('<meta http-equiv="refresh" content="0;url=/deep">'))
    expect((await web.scrape({ url: 'http://a.test/away' })).finalUrl).toBe('http://a.test/deep')
    net.path('/inside', html('<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">'))
    expect(await thrown(web.scrape({ url: 'http://a.test/inside' }))).toMatchObject({
      code: 'address_refused',
    })
    net.path('/round', html('<meta http-equiv="refresh" content="0;url=/trip">'))
    net.path('/trip', html('<meta http-equiv="refresh" content="0;url=/round">'))
    expect((await web.scrape({ url: 'http://a.test/round' })).finalUrl).toBe('http://a.test/trip')
    net.path('/loop', redirectAnswer('/loop'))
    expect(await thrown(web.scrape({ url: 'http://a.test/loop' }))).toMatchObject({
      message: 'Cannot download from a.test: it redirects more than 5 times',
    })
  })

  test('a server that is slow ends at the deadline, and one that is busy is asked again', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    for (const name of ['a.test', 'slow.test']) net.name(name, [OWN])
    net.path('/drip', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n')
      const timer = setInterval(() => socket.write('<p>'), 50)
      socket.once('close', () => clearInterval(timer))
    })
    const started = performance.now()
    expect(await thrown(web.scrape({ url: 'http://a.test/drip', timeoutMs: 700 }))).toMatchObject({
      code: 'download_timeout',
    })
    // Its rules for programs never come.
    net.path('/robots.txt', () => undefined)
    expect(await thrown(web.scrape({ url: 'http://slow.test/', timeoutMs: 700 }))).toMatchObject({
      code: 'download_timeout',
    })
    expect(performance.now() - started).toBeLessThan(30_000)
    let asked = 0
    net.path('/busy', (socket) => {
      asked += 1
      const busy = html('<p>Busy</p>', '429 Too Many Requests', ['retry-after: 1'])
      socket.end(asked === 1 ? busy : html(ARTICLE))
    })
    expect(await web.scrape({ url: 'http://a.test/busy' })).toMatchObject({ status: 200 })
    expect(asked).toBe(2)
  })

  test('a browser takes a page that grows for ever as it is, and follows its own redirects', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    net.name('a.test', [OWN])
    net.path('/more', html('<p>more</p>'))
    const grow = `<div id="list">${ARTICLE}</div><script>
      const add = async () => { const text = await (await fetch('/more?' + Math.random())).text();
        document.getElementById('list').insertAdjacentHTML('beforeend', '<p>entry ' + text.length + '</p>'); setTimeout(add, 20) }
      add(); onscroll = add</script>`
    net.path('/grows', html(grow))
    // The browser is started before the clock runs.
    await web.scrape({ url: 'http://a.test/more', render: 'always', timeoutMs: 40_000 })
    const page = await web.scrape({
      url: 'http://a.test/grows',
      render: 'always',
      timeoutMs: 20_000,
    })
    expect(page).toMatchObject({ status: 200, fetchedWith: 'browser' })
    expect(page.content).toContain('The river rose')
    net.path('/target', html(ARTICLE))
    net.path('/away', html('<div id=root></div><script>location.replace("/target")</script>'))
    const away = await web.scrape({ url: 'http://a.test/away', timeoutMs: 60_000 })
    expect([away.finalUrl, away.content.includes('The river rose')]).toEqual([
      'http://a.test/target',
      true,
    ])
    net.path(
      '/huge',
      html(
        `<div id=root></div><script>document.body.append('x'.repeat(${MAX_PAGE_BYTES} + 1))</script>`,
      ),
    )
    expect(
      await thrown(web.scrape({ url: 'http://a.test/huge', timeoutMs: 60_000 })),
    ).toMatchObject({ code: 'too_large' })
  })
})
