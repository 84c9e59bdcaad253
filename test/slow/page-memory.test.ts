import { expect, test } from 'bun:test'
import { inTestInternet, TestInternet, textAnswer } from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'
import { openScraper } from '../support/web-scraper.ts'

function scripted(script: string): string {
  return textAnswer(`<div id="root"></div><script>${script}</script>`, '200 OK', [
    'content-type: text/html',
  ])
}

inTestInternet(import.meta.path, () => {
  test('a page whose scripts take all memory is ended, and the next one is drawn', async () => {
    await using net = await TestInternet.open()
    await using web = openScraper()
    net.name('a.test', ['93.184.0.1'])
    net.path(
      '/takes-all',
      scripted('const all = []; for (let at = 0; ; at += 1) all.push(new Array(4e6).fill(0.5))'),
    )
    const url = 'http://a.test/takes-all'
    expect(await thrown(web.scrape({ url, render: 'always', timeoutMs: 60_000 }))).toMatchObject({
      code: 'download_failed',
      message: 'The browser could not draw the page: its scripts take too much memory',
    })
    net.path('/fine', scripted('root.textContent = "fine ".repeat(100)'))
    const page = await web.scrape({ url: 'http://a.test/fine', render: 'always' })
    expect(page.content).toContain('fine fine')
  })
})
