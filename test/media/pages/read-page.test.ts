import { expect, test } from 'bun:test'
import { MAX_PAGE_DEPTH, type PageFormat } from '../../../src/media/contract-web.ts'
import { parsePage } from '../../../src/media/pages/dom.ts'
import { readPage } from '../../../src/media/pages/read-page.ts'

const URL_OF_PAGE = 'https://news.example/world/today?x=1'
const SENTENCE =
  'The river rose by two metres in the night, said the warden, and the lower road, which had been closed before, is under water. '

function read(
  html: string | Uint8Array<ArrayBuffer>,
  format: PageFormat = 'markdown',
  charset?: string,
) {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html
  return readPage({ bytes, url: URL_OF_PAGE, format, charset })
}

function article(inner: string, head = ''): string {
  const paragraphs = `<p>${SENTENCE}</p>`.repeat(6)
  return `<!doctype html><html lang="en-GB"><head><title>Flood | News</title>${head}</head><body><nav><a href="/home">Home</a></nav><article><h1>Flood</h1>${paragraphs}${inner}</article><footer>All rights reserved</footer></body></html>`
}

test('an article is told from what surrounds it, and its links are whole', () => {
  const page = read(
    article(
      '<p>See <a href="map.html">the map</a>, <a href="javascript:alert(1)">this</a>.</p>',
      '<base href="/files/">',
    ),
  )
  expect(page).toMatchObject({
    title: 'Flood',
    language: 'en-GB',
    isArticle: true,
    isShell: false,
  })
  expect(page.content).toContain('The river rose')
  expect(page.content).toContain('[the map](https://news.example/files/map.html)')
  expect(page.content).not.toMatch(/Home|All rights|javascript/)
  expect(page.links).toEqual([{ url: 'https://news.example/files/map.html', text: 'the map' }])
})

test('JSON-LD goes before OpenGraph, and that before the page', () => {
  const data = {
    '@graph': [
      { '@type': 'Organization', name: 'News' },
      {
        '@type': ['Thing', 'NewsArticle'],
        headline: 'The flood of 2026',
        author: [{ name: 'Ann Lee' }, 'Bo Ek'],
        datePublished: '2026-03-01T08:00:00Z',
        image: { url: '/flood.jpg' },
      },
    ],
  }
  const head = `<script type="application/ld+json">{broken</script><script type="application/ld+json">${JSON.stringify(data)}</script><meta property="og:title" content="OG"><meta property="og:site_name" content="The News"><meta name="description" content=" Two  metres ">`
  expect(read(article('', head))).toMatchObject({
    title: 'The flood of 2026',
    byline: 'Ann Lee, Bo Ek',
    publishedAt: '2026-03-01T08:00:00Z',
    siteName: 'The News',
    excerpt: 'Two metres',
    image: 'https://news.example/flood.jpg',
  })
})

function facts(entities: unknown, head = '') {
  const data = JSON.stringify(entities)
  return read(article('', `<script type="application/ld+json">${data}</script>${head}`))
}

test('JSON-LD of the article itself goes before that of the page, of a video and of other articles', () => {
  const own = { '@type': 'BlogPosting', headline: 'The flood', datePublished: '2026-03-01' }
  const others = [
    { '@type': 'WebPage', headline: 'A page', datePublished: '2020-01-01', author: 'Web Master' },
    { '@type': 'VideoObject', headline: 'A video', uploadDate: '2021-01-01', author: 'Camera' },
  ]
  const expected = { title: 'The flood', publishedAt: '2026-03-01' }
  expect(facts([...others, own])).toMatchObject(expected)
  expect(facts({ '@graph': [...others, own] })).toMatchObject(expected)
  expect(facts({ ...others[0], mainEntity: own })).toMatchObject(expected)
  const mentioned = { '@type': 'NewsArticle', headline: 'Another', url: '/other' }
  expect(facts([mentioned, { ...own, mainEntityOfPage: { '@id': URL_OF_PAGE } }])).toMatchObject(
    expected,
  )
  expect(facts([{ ...own, hasPart: mentioned, '@id': '#article' }, mentioned])).toMatchObject(
    expected,
  )
  // A list of articles is none.
  expect(facts([mentioned, { ...mentioned, url: '/third' }]).title).toBe('Flood')
  expect(facts(others).publishedAt).toBe('2020-01-01')
})

test('JSON-LD is read in wrappers of XML and with line breaks in its texts', () => {
  const data = '{"@type": "NewsArticle", "headline": "The\ndam", "author": "Ann Lee"}'
  for (const text of [
    `<![CDATA[${data}]]>`,
    `/*<![CDATA[*/${data}/*]]>*/`,
    `\n//<![CDATA[\n${data}\n//]]>\n`,
    `<!-- ${data} -->`,
  ])
    expect(read(article('', `<script type="application/ld+json">${text}</script>`))).toMatchObject({
      title: 'The dam',
      byline: 'Ann Lee',
    })
})

test('the address of an author’s page is no byline', () => {
  const page = article('', '<meta name="author" content="https://social.example/ann">')
  expect(read(page).byline).toBeUndefined()
})

test('authors that JSON-LD describes elsewhere are named', () => {
  const people = [
    { '@type': 'Person', '@id': '#/person/1', name: 'Ann Lee &amp; Son' },
    { '@type': ['Person'], '@id': 'https://news.example/#bo', name: 'Bo Ek' },
  ]
  const author = [{ '@id': '#/person/1' }, 'https://news.example/#bo', 'https://news.example/staff']
  const story = { '@type': 'NewsArticle', headline: 'The flood', author }
  expect(facts({ '@graph': [story, ...people] }).byline).toBe('Ann Lee & Son, Bo Ek')
  expect(
    facts([people, { ...story, author: { '@id': '#nobody' } }], '<meta name="author" content="Cy">')
      .byline,
  ).toBe('Cy')
})

test.each([
  ['By Ann Lee', 'Ann Lee'],
  ['Von Max Muster, 12. März 2026, 10:05 Uhr', 'Max Muster'],
  ['Written by Ann Lee and Bo Ek | March 3rd, 2026', 'Ann Lee and Bo Ek'],
  ['Par Zoé Petit, publié le 3 mars 2026', 'Zoé Petit'],
  ['Por Ana Díaz · 3 de marzo de 2026', 'Ana Díaz'],
  ['Ann Lee - Updated on Tuesday, 3 March 2026', 'Ann Lee'],
  ['Autor: Jan Kowalski 2026-03-03', 'Jan Kowalski'],
  ['3. März 2026, von Max Muster', 'Max Muster'],
  ['Ann Lee 3 hours ago', 'Ann Lee'],
  ['Byron Vonnegut', 'Byron Vonnegut'],
  ['Ludwig van der Par', 'Ludwig van der Par'],
  ['山田太郎 2026年3月3日', '山田太郎'],
])('a byline (%s) is the name of who wrote', (line, byline) => {
  expect(read(article('', `<meta name="author" content="${line}">`)).byline).toBe(byline)
})

test.each([
  ['The flood - Daily Post', 'The flood'],
  ['Daily Post: The flood', 'The flood'],
  ['The flood: what we know | Daily Post', 'The flood: what we know'],
  ['The flood | World | News.example', 'The flood | World'],
  // The heading says where the title ends.
  ['Flood » World » Somewhere else', 'Flood'],
  ['Flood: what we know', 'Flood: what we know'],
  ['Rain - snow', 'Rain - snow'],
  ['Daily Post', 'Daily Post'],
])('a title (%s) is without the name of the site', (title, expected) => {
  const head = `<meta property="og:site_name" content="Daily Post"><meta property="og:title" content="${title}">`
  expect(read(article('', head)).title).toBe(expected)
})

test('Markdown keeps tables, code, lists and pictures; HTML has nothing that runs', () => {
  const inner =
    '<table><tr><th>a|b</th><th>c</th></tr><tr><td>1</td><td>2</td></tr></table><pre><code>x = 1\ny = 2</code></pre><ul><li>one<li>two</ul><img src="p.png" alt="A picture" onerror="alert(1)"><script>alert(2)</script><iframe src="/x"></iframe><p style="x" onclick="y" class="z">End</p>'
  const { content } = read(article(inner))
  expect(content).toContain('| a\\|b | c |')
  expect(content).toContain('```\nx = 1\ny = 2\n```')
  expect(content).toContain('- one')
  expect(content).toContain('![A picture](https://news.example/world/p.png)')
  expect(read(article(inner), 'html').content).not.toMatch(
    /script|iframe|onerror|onclick|style=|class=/,
  )
  expect(read(article(inner), 'text').content).toContain('x = 1\ny = 2')
})

test('a text names pictures only where it is asked for', () => {
  const bytes = new TextEncoder().encode(
    article('<p>Here it is: <img src="p.png" alt="A dam"></p>'),
  )
  const source = { bytes, url: URL_OF_PAGE, format: 'text' } as const
  expect(readPage(source).content).toEndWith('Here it is:')
  expect(readPage({ ...source, pictures: true }).content).toEndWith('Here it is: [picture: A dam]')
})

test('a page without an article gives its text, and a page of scripts says that it is one', () => {
  expect(read('just some words')).toMatchObject({ content: 'just some words', isShell: false })
  expect(read('')).toMatchObject({ content: '', links: [], isArticle: false, isShell: false })
  expect(read('<!doctype html>').content).toBe('')
  const shell = '<div id="root"></div><script src="/app.js"></script>'
  expect(read(shell)).toMatchObject({ content: '', isShell: true })
  expect(read(article('<script>track()</script>')).isShell).toBe(false)
})

test('what is nested too deep is lifted, and keeps its order', () => {
  const depth = 10 * MAX_PAGE_DEPTH
  const deep = Array.from({ length: depth }, (_, index) => `<div>w${index} `).join('')
  const { document } = parsePage(`${deep}end`, URL_OF_PAGE)
  const words = document.body.textContent.split(/\s+/).filter(Boolean)
  expect(words).toEqual([...Array.from({ length: depth }, (_, index) => `w${index}`), 'end'])
})

test('RSS, Atom and JSON Feed are lists', () => {
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>The feed</title><language>en</language><item><title>First &amp; best</title><link>https://a.example/1</link><pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate><description>&lt;p&gt;Some &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</description></item><item><title>Second</title><link>/2</link></item></channel></rss>`
  const read1 = read(rss)
  expect(read1).toMatchObject({ title: 'The feed', language: 'en' })
  expect(read1.content).toBe(
    '- [First & best](https://a.example/1) Mon, 02 Mar 2026 08:00:00 GMT: Some words\n- [Second](https://news.example/2)',
  )
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><title>One</title><link rel="self" href="https://a.example/self"/><link href="https://a.example/one"/><updated>2026-01-02</updated></entry></feed>`
  expect(read(atom).links).toEqual([{ url: 'https://a.example/one', text: 'One' }])
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    items: [{ url: 'https://a.example/j', title: 'Item', content_html: '<i>x</i>' }],
  }
  expect(read(JSON.stringify(json)).content).toBe('- [Item](https://a.example/j) x')
})

test.each([
  ['0;url=/next', 'https://news.example/next'],
  ["3; URL='https://b.example/x'", 'https://b.example/x'],
  ['0, next', 'https://news.example/world/next'],
  // To be read first, to itself, without an address, and not over HTTP.
  ['30;url=/next', undefined],
  ['0;url=today?x=1#top', undefined],
  ['0', undefined],
  ['0;url=javascript:alert(1)', undefined],
])('a page that sends its readers on (%s) says where', (content, url) => {
  expect(read(`<meta http-equiv="Refresh" content="${content}"><p>x</p>`).refreshUrl).toBe(url)
})
