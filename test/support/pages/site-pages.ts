import { ARABIC, CHINESE, ENGLISH, GERMAN, JAPANESE, RUSSIAN } from './texts.ts'

/** A page as some kind of site makes it, and the text that its readers come for. */
export interface SitePage {
  name: string
  html: string
  text: string
}

export interface Parts {
  title?: string
  lang?: string
  dir?: string
  head?: string
}

const links = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `<li><a href="/${word}/${at}">${word} ${at}</a></li>`)
export const list = (count: number, word: string) => `<ul>${links(count, word).join('')}</ul>`
export const paragraphs = (texts: readonly string[]) =>
  texts.map((one) => `<p>${one}</p>`).join('\n')
const NAV = `<header class="site-header"><a href="/" class="logo">Daily Post</a><nav class="menu">${list(12, 'Section')}</nav><form action="/search"><input name="q"><button>Search</button></form></header>`
const FOOTER = `<footer class="site-footer">${list(15, 'Legal')}<p>Copyright 2026 Daily Post Ltd. All rights reserved.</p></footer>`
const SHARE = `<div class="share-buttons social"><a href="/f">Share</a><a href="/t">Tweet</a><a href="/m">Mail</a></div>`
const RELATED = `<aside class="related sidebar"><h3>Read more</h3>${list(8, 'Related')}</aside>`
const COMMENTS = `<section id="comments" class="comments"><h2>3 comments</h2>${ENGLISH.slice(0, 3)
  .map((one, at) => `<div class="comment"><b>user${at}</b><p>I think ${one.slice(4, 60)}</p></div>`)
  .join('')}<form><textarea></textarea><button>Send</button></form></section>`
const AD = '<div class="advertisement ad-slot"><p>Buy one, get one free</p></div>'

const SOME = ENGLISH.slice(0, 5)

export function document(
  body: string,
  { title = 'Flood', lang = 'en', dir = '', head = '' }: Parts = {},
) {
  return `<!doctype html><html lang="${lang}"${dir}><head><meta charset="utf-8"><title>${title}</title>${head}<style>body{margin:0}</style><script>window.track=1</script></head><body>${body}</body></html>`
}

/** The body of each page by its name, and the texts that its readers come for. */
export type Bodies = Readonly<
  Record<string, readonly [body: string, ...text: (string | readonly string[])[]]>
>
/** Of pages with another head than most, by their names. */
export type Heads = Readonly<Record<string, Parts>>

export function pagesOf(bodies: Bodies, heads: Heads, htmlOf = document): SitePage[] {
  return Object.entries(bodies).map(([name, [body, ...text]]) => {
    return { name, html: htmlOf(body, heads[name]), text: text.flat().join('\n') }
  })
}

const HEADS: Heads = {
  'recipe with linked data': {
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Bread","author":{"@type":"Person","name":"Ann Lee"}}</script>',
  },
  'German news': { lang: 'de' },
  'Russian news with soft hyphens': { lang: 'ru' },
  'Arabic news from right to left': { lang: 'ar', dir: ' dir="rtl"' },
  'Japanese news': { lang: 'ja' },
  'Chinese news': { lang: 'zh' },
  'short notice without an article': { title: 'Office' },
}

const BODIES: Bodies = {
  'news with sidebar, ads and comments': [
    `${NAV}<main><article class="story"><h1>Flood</h1>${SHARE}${paragraphs(SOME.slice(0, 3))}${AD}${paragraphs(SOME.slice(3))}</article>${RELATED}${COMMENTS}</main>${FOOTER}`,
    SOME,
  ],
  'news in nested division soup': [
    `${NAV}<div class="wrapper"><div class="col-8"><div class="content-body"><div class="text">${paragraphs(ENGLISH)}</div></div></div><div class="col-4 sidebar">${list(30, 'Trending')}</div></div>${FOOTER}`,
    ENGLISH,
  ],
  'blog entry with headings and a picture': [
    `${NAV}<div class="post"><div class="entry-content">${paragraphs(SOME.slice(0, 2))}<h2>What comes next</h2><figure><img src="/dam.jpg" alt="The dam"><figcaption>The dam in the morning</figcaption></figure>${paragraphs(SOME.slice(2))}</div></div>${COMMENTS}${FOOTER}`,
    [...SOME, 'What comes next', 'The dam in the morning'],
  ],
  'documentation with code': [
    `<div class="layout"><nav class="toc">${list(40, 'Chapter')}</nav><main class="content">${paragraphs(SOME.slice(0, 3))}<h2>Installing the pump</h2><pre class="language-sh"><code>apt install pump\npump --start 4</code></pre>${paragraphs(SOME.slice(3))}<p>Use <code>pump --stop</code>, as described above, before the valve is opened.</p></main></div>${FOOTER}`,
    [...SOME, 'Installing the pump', 'apt install pump', 'pump --start 4'],
    'Use pump --stop, as described above, before the valve is opened.',
  ],
  'report with a table of data': [
    `${NAV}<article>${paragraphs(SOME)}<table><caption>Levels</caption><thead><tr><th>Day</th><th>Metres</th></tr></thead><tbody><tr><td>Monday</td><td>3.1</td></tr><tr><td>Tuesday</td><td>5.2</td></tr></tbody></table></article>${FOOTER}`,
    [...SOME, 'Levels Day Metres Monday 3.1 Tuesday 5.2'],
  ],
  'instructions in lists': [
    `${NAV}<main><article>${paragraphs(SOME.slice(0, 3))}<ol><li>Close the cellar door, and the windows that face the river.</li><li>Carry what is dear up the stairs:<ul><li>papers and photographs</li><li>medicine</li></ul></li><li>Wait for the siren, which sounds twice.</li></ol>${paragraphs(SOME.slice(3))}</article></main>${FOOTER}`,
    [...SOME, 'Close the cellar door, and the windows that face the river.'],
    'Carry what is dear up the stairs: papers and photographs medicine',
    'Wait for the siren, which sounds twice.',
  ],
  'thread of a forum': [
    `${NAV}<div id="posts">${ENGLISH.map((one) => `<div class="message"><div class="message-text"><p>${one}</p></div></div>`).join('')}</div>${FOOTER}`,
    ENGLISH,
  ],
  'recipe with linked data': [
    `${NAV}<article class="recipe">${paragraphs(SOME.slice(0, 2))}<h2>Ingredients</h2><ul><li>200 g of flour</li><li>2 eggs, beaten</li></ul><h2>Method</h2>${paragraphs(SOME.slice(2, 4))}</article>${FOOTER}`,
    [...SOME.slice(0, 4), 'Ingredients', '200 g of flour', '2 eggs, beaten', 'Method'],
  ],
  'entry of a wiki': [
    `<div id="mw-navigation">${list(25, 'Tool')}</div><div id="content"><div id="bodyContent" class="mw-body-content">${paragraphs(SOME.slice(0, 2))}<h2>History</h2>${paragraphs(SOME.slice(2))}<h2>Geography</h2><p>It is, by all accounts, a flat <a href="/wiki/Land">land</a>, and lies below the sea<sup><a href="#r1">[1]</a></sup>.</p></div></div>${FOOTER}`,
    [...SOME, 'History', 'Geography'],
    'It is, by all accounts, a flat land, and lies below the sea[1].',
  ],
  'two columns of a layout table': [
    `<table width="100%"><tr><td class="menu" width="20%">${list(20, 'Menu')}</td><td width="80%">${paragraphs(ENGLISH)}</td></tr></table>`,
    ENGLISH,
  ],
  'text with line breaks in place of paragraphs': [
    `${NAV}<div class="text">${ENGLISH.join('<br><br>')}</div>${FOOTER}`,
    ENGLISH,
  ],
  'page below a large navigation': [
    `<nav>${list(200, 'Place')}</nav><main><section>${paragraphs(ENGLISH)}</section></main><nav>${list(200, 'Person')}</nav>${FOOTER}`,
    ENGLISH,
  ],
  'text behind a consent wall': [
    `<div id="onetrust-consent-sdk"><div class="overlay">${paragraphs(ENGLISH.map((one) => `We value your privacy, and ${one}`))}<button>Accept all</button></div></div>${NAV}<article>${paragraphs(SOME)}</article>${FOOTER}`,
    SOME,
  ],
  'text behind a dialog about cookies': [
    `<div role="dialog" aria-label="We use cookies" aria-modal="true">${paragraphs(ENGLISH.map((one) => `Partners, vendors: ${one}`))}</div>${NAV}<main><article>${paragraphs(SOME)}</article></main>${FOOTER}`,
    SOME,
  ],
  'German news': [`${NAV}<article>${paragraphs(GERMAN)}</article>${FOOTER}`, GERMAN],
  'Russian news with soft hyphens': [
    `${NAV}<article>${paragraphs(RUSSIAN.map((one) => one.replaceAll('ого', 'о&shy;го').replaceAll('ил', 'и&#8203;л')))}</article>${FOOTER}`,
    RUSSIAN,
  ],
  'Arabic news from right to left': [
    `${NAV}<article>${paragraphs(ARABIC)}</article>${FOOTER}`,
    ARABIC,
  ],
  'Japanese news': [
    `${NAV}<article>${paragraphs(JAPANESE)}</article>${RELATED}${FOOTER}`,
    JAPANESE,
  ],
  'Chinese news': [`${NAV}<article>${paragraphs(CHINESE)}</article>${FOOTER}`, CHINESE],
  'quotations and definitions': [
    `${NAV}<article>${paragraphs(SOME)}<blockquote><p>Nobody, she said, had told us, and nobody came.</p></blockquote><dl><dt>Gauge</dt><dd>A rod with marks, from which the level is read.</dd></dl></article>${FOOTER}`,
    [...SOME, 'Nobody, she said, had told us, and nobody came.'],
    'Gauge A rod with marks, from which the level is read.',
  ],
  'short notice without an article': [
    '<h1>Closed</h1><p>The office is closed on Friday.</p>',
    'Closed The office is closed on Friday.',
  ],
  'one long line with inline markup': [
    `${NAV}<article><p>${ENGLISH.map((one, at) => `<span>${one.slice(0, 20)}</span><a href="/w/${at}">${one.slice(20, 30)}</a><em>${one.slice(30)}</em>`).join(' ')}</p></article>${FOOTER}`,
    ENGLISH,
  ],
}

const WHOLE: Bodies = {
  'markup that is never closed': [
    `<title>Flood</title><body>${NAV}<div class=article>${SOME.map((one) => `<p>${one}`).join('')}<p><b>The <i>end</b> of it, as far as anybody in the town can tell today.</i></div>${FOOTER}`,
    [...SOME, 'The end of it, as far as anybody in the town can tell today.'],
  ],
}

/** One of each kind that the web is mostly made of. */
export const SITE_PAGES: readonly SitePage[] = [
  ...pagesOf(BODIES, HEADS),
  ...pagesOf(WHOLE, {}, (html) => html),
]

/** How much of the words of two texts is the same, from 0 to 1; characters of CJK are words. */
export function wordF1(found: string, expected: string): number {
  const counts = new Map<string, number>()
  const wanted = wordsOf(expected)
  const given = wordsOf(found)
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1)
  let same = 0
  for (const word of given) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    same += 1
    counts.set(word, left - 1)
  }
  return same === 0 ? 0 : (2 * same) / (wanted.length + given.length)
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
}
