import type { SafeFetch } from '../../src/media/contract-fetch.ts'
import { ENGLISH } from '../support/pages/texts.ts'

const PAGES = 12
const PARAGRAPHS = 120

/** Pages of the size that news sites have: about 150 KB, most of it not the article. */
export const BENCH_PAGES: readonly string[] = Array.from({ length: PAGES }, (_, page) => {
  const text = (at: number) => ENGLISH[(page + at) % ENGLISH.length] ?? ''
  const link = (at: number) =>
    `<li class="item item-${at}"><a href="/section/${at}?from=${page}"><span>Section ${at}</span></a></li>`
  const paragraph = (at: number) =>
    `<p class="text">${text(at)} See <a href="/topic/${at}">topic ${at}</a>, <em>said</em> the <strong>mayor</strong>.</p>${at % 10 === 0 ? `<h2>Part ${at}</h2><ul><li>${text(at + 1)}</li></ul>` : ''}`
  const comment = (at: number) =>
    `<div class="comment" id="c${at}"><div class="who"><a href="/user/${at}">user ${at}</a></div><div class="what"><p>${text(at).slice(0, 90)}</p></div></div>`
  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join('\n')
  return `<!doctype html><html lang="en"><head><title>Story ${page} - The Daily Post</title><meta property="og:title" content="Story ${page}"><style>${'.a{color:red}\n'.repeat(500)}</style></head><body><header><nav><ul>${many(200, link)}</ul></nav></header><div class="page"><main><article><h1>Story ${page}</h1>${many(PARAGRAPHS, paragraph)}</article></main><aside><ul>${many(100, link)}</ul></aside></div><section class="comments">${many(150, comment)}</section><script>${'track(1);\n'.repeat(1000)}</script></body></html>`
})

/** Answers every address with one of them, as servers of the bench are not on the public internet. */
export const benchFetch: SafeFetch = {
  async fetch(url) {
    const isPage = !url.endsWith('/robots.txt')
    const html = BENCH_PAGES[url.length % BENCH_PAGES.length]
    return {
      ...{ url, status: isPage ? 200 : 404, mediaType: 'text/html', headers: new Headers() },
      body: new Blob([isPage ? (html ?? '') : '']).stream(),
    }
  },
}
