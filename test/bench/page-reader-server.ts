// Reads the pages of the bench on request, in a process of its own.
// Argument: the folder of jsdom, or nothing for Hearth's own reader. Its answer is the milliseconds of all pages.
import { Readability } from '@mozilla/readability'
import { readPage } from '../../src/media/pages/read-page.ts'
import { BENCH_PAGES } from './page-set.ts'
import { ready } from './ready.ts'

const URL_OF_PAGE = 'https://a.example/story'
const [folder = ''] = process.argv.slice(2)
const read = folder === '' ? readOwn : await jsdomReader(folder)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch() {
    const started = performance.now()
    for (const html of BENCH_PAGES) read(html)
    return Response.json(performance.now() - started)
  },
})
ready({ url: `http://127.0.0.1:${server.port}` })

function readOwn(html: string): void {
  const bytes = new TextEncoder().encode(html)
  const { isArticle } = readPage({ bytes, url: URL_OF_PAGE, format: 'html' })
  if (!isArticle) throw new Error('A page has no article')
}

async function jsdomReader(path: string): Promise<(html: string) => void> {
  const { JSDOM } = await import(path)
  return (html) => {
    const dom = new JSDOM(html, { url: URL_OF_PAGE })
    if (new Readability(dom.window.document).parse() === null)
      throw new Error('A page has no article')
    dom.window.close()
  }
}
