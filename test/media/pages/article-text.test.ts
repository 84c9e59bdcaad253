import { expect, test } from 'bun:test'
import { Readability } from '@mozilla/readability'
import { parsePage } from '../../../src/media/pages/dom.ts'
import { ArticleFinder, readPage } from '../../../src/media/pages/read-page.ts'
import { ARTICLE_PAGES } from '../../support/pages/article-pages.ts'
import { SITE_PAGES, wordF1 } from '../../support/pages/site-pages.ts'

/** Of the words of a page; the mean of all pages, and of the worst one. */
test.each([
  ['simple', SITE_PAGES, 0.99, 0.95],
  ['hard', ARTICLE_PAGES, 0.98, 0.89],
] as const)(
  'the text of every kind of %s page is found, and hardly anything else',
  (_, pages, meanF1, worstF1) => {
    const scores = pages.map(({ name, html, text }) => {
      const bytes = new TextEncoder().encode(html)
      const { content } = readPage({ bytes, url: 'https://a.example/x', format: 'text' })
      return { name, f1: wordF1(content, text) }
    })
    expect(scores.filter(({ f1 }) => f1 < worstF1)).toEqual([])
    const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length
    expect(mean).toBeGreaterThanOrEqual(meanF1)
  },
)

test('the text is the one that the library finds, without the methods that are faster', () => {
  for (const { name, html } of SITE_PAGES) {
    const parsed = () => parsePage(html, 'https://a.example/x').document
    const found = new ArticleFinder(parsed()).parse()
    const expected = new Readability(Reflect.apply(Object, undefined, [parsed()]), {
      keepClasses: true,
    }).parse()
    expect([name, found?.content?.innerHTML]).toEqual([name, expected?.content ?? undefined])
  }
})
