import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { FoundCaptions } from '../../src/features/transcription/video-transcript.ts'
import type { ListedVideo } from '../../src/media/contract-video.ts'
import { AppError } from '../../src/platform/errors.ts'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { fakeSites } from '../support/fake-sites.ts'
import { expectCount, expectFocused, expectTrue, expectValue } from '../support/page-waits.ts'
import { speechWav } from '../support/recogniser.ts'
import { transcriptService } from '../support/transcripts.ts'
import { videoDetails, videoListing, videoSource } from '../support/video-source.ts'

const SENTENCE = 'The river rose by two metres in the night, said the warden, and more. '
const STORY = `<html lang="en"><head><title>The river</title><meta name="author" content="Ada Warden">
<meta property="og:site_name" content="The Valley News"><meta property="article:published_time" content="2026-03-01T10:00:00Z"></head>
<body><article><h1>The river</h1><p>${SENTENCE.repeat(6)}</p><p>See <a href="/more">more</a>.</p><h2>What now</h2>
<p><img src="/bridge.jpg" alt="The bridge"> and <a href="javascript:alert(1)">a trap</a></p>
<p>&lt;img src=x onerror=alert(1)&gt; ${SENTENCE.repeat(4)}</p></article></body></html>`

// Each is of a host of its own, because one host is asked once a second.
const TALK = videoDetails({
  ...{ id: 'talk', url: 'https://vimeo.com/1001', site: 'vimeo', title: 'A talk about rivers' },
  description: `Slides: https://example.org/slides. ${SENTENCE.repeat(16)}`,
  channel: { name: 'Talks', url: 'https://vimeo.com/talks' },
  durationSeconds: 3_723,
  chapters: [
    { title: 'Start', start: 0, end: 90 },
    { title: 'The flood', start: 90, end: 3_723 },
  ],
  captions: [
    { language: 'en', name: 'English', kind: 'native' },
    { language: 'de', kind: 'automatic' },
  ],
})

const CAPTIONS: FoundCaptions = {
  ...{ title: TALK.title, seconds: 3_723, language: 'en', kind: 'native' },
  segments: Array.from({ length: 120 }, (_, index) => ({
    ...{ start: index * 30, end: index * 30 + 25 },
    text: index === 2 ? 'Then the flood came.' : `It was cold in week ${index + 1} of the year.`,
  })),
}

const ITEMS: ListedVideo[] = Array.from({ length: 60 }, (_, index) => ({
  ...{
    id: `v${index}`,
    url: `https://h${index}.videos.example/watch`,
    title: `Talk number ${index + 1}`,
  },
  ...{ durationSeconds: 61 + index, views: 1_000 + index, thumbnails: [] },
  ...(index === 1 ? { liveStatus: 'live' as const } : {}),
}))

/** The whole service, with doubles of the sites of the internet and of a reader of videos. */
function videoPageService() {
  const asked: string[] = []
  /** What fails, by the address. */
  const failures = new Map<string, AppError>()
  const note = (what: string, url: string) => {
    asked.push(`${what} ${url}`)
    const failure = failures.get(url)
    if (failure !== undefined) throw failure
  }
  const sites = fakeSites({
    'https://news.example/story': { body: STORY },
    'https://slow.example/': new Promise(() => {}),
    'https://videos.example/film': { body: '<title>A film</title>' },
  })
  const service = transcriptService({
    safeFetch: sites,
    videoSources: [
      videoSource({
        async details({ url }) {
          note('details', url)
          return url === TALK.url ? TALK : videoDetails({ url, title: `Details of ${url}` })
        },
        async list({ url, limit }) {
          note('list', url)
          return videoListing({
            ...{ title: 'Talks', url, total: ITEMS.length, author: { name: 'Ann' } },
            entries: ITEMS.slice(0, limit),
          })
        },
      }),
    ],
    async readCaptions(url) {
      note('captions', url)
      return url === TALK.url ? CAPTIONS : undefined
    },
    async downloadSound(url, { target }) {
      note('sound', url)
      await Bun.write(target, speechWav(6))
      return { title: 'A film about rivers' }
    },
  })
  return Object.assign(service, {
    ...{ asked, sites, TALK },
    fail: (url: string, ...error: ConstructorParameters<typeof AppError>) =>
      void failures.set(url, new AppError(...error)),
  })
}

const testPage = test.skipIf(CHROMIUM === null)
const [DESK, PHONE] = LOOKS

testPage('a web page is read by the keyboard alone, and again by its address', async () => {
  await using service = videoPageService()
  await using tab = await openApp(service, '/app/video', DESK)
  const { page } = tab
  const address = page.getByRole('textbox', { name: 'Address of a page' })
  const read = () => service.sites.urls.filter((url) => url === 'https://news.example/story').length
  await page.waitForSelector('h2:has-text("Paste an address")')
  await address.focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=alert]:has-text("Type or paste an address first")')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=alert]:has-text("This is no web address")')
  await expectFocused(address)
  await address.fill('')
  // The scheme is not needed.
  await page.keyboard.type('news.example/story')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.video-answer h2:has-text("The river")')
  expect(new URL(page.url()).search).toBe('?url=https%3A%2F%2Fnews.example%2Fstory&do=page')
  await page.waitForSelector('.answer-head:has-text("Ada Warden")')
  await page.waitForSelector('text=without running its scripts')
  await expectCount(page.locator('.answer-preview img'), 0)
  await page.getByRole('link', { name: 'Image: The bridge' }).waitFor()
  await expectCount(page.locator('.answer-preview a[href^=javascript]'), 0)
  await expectAccessible(page)
  await expectFits(page)

  await page.getByRole('button', { name: 'Markdown', exact: true }).press('Enter')
  await page.waitForSelector('.answer-source:has-text("[more](https://news.example/more)")')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as Markdown' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('The river.md')
  expect(await Bun.file(await file.path()).text()).toStartWith(
    '# The river\n\nAda Warden · Mar 1, 2026 · <https://news.example/story>\n\n',
  )
  await page.getByText('Links found').press('Enter')
  await page.getByRole('link', { name: 'Read more' }).waitFor()

  // A browser is asked for, and there is none; "back" has the answer without another request.
  expect(read()).toBe(1)
  await page.getByRole('link', { name: 'Draw it with a browser' }).press('Enter')
  await page.waitForSelector('h2:has-text("No browser is installed here")')
  await page.waitForSelector('text=Whoever runs this service can install one')
  await page.goBack()
  await page.waitForSelector('.video-answer h2:has-text("The river")')
  expect(read()).toBe(1)
  await page.reload()
  await page.waitForSelector('.video-answer h2:has-text("The river")')
  expect(read()).toBe(2)

  await address.fill('https://slow.example/')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.ask-wait:has-text("Reading the page of slow.example")')
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await page.waitForSelector('.notice:has-text("Stopped")')
  await address.fill('http://127.0.0.1/')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h2:has-text("This address cannot be read")')
  // Pasted beside the field, it goes in there, and says what is likely wanted.
  await page.evaluate(paste('Look: https://www.youtube.com/watch?v=abc123&list=x and this'))
  await expectFocused(address)
  await expectValue(address, 'https://www.youtube.com/watch?v=abc123&list=x')
  await page.getByRole('radio', { name: 'Video details', checked: true }).waitFor()
  await page.keyboard.press('Tab')
  await expectFocused(page.locator('button[type=submit]'))
  await page.keyboard.press('Tab')
  await expectFocused(page.getByRole('radio', { name: 'Video details' }))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Transcript', checked: true }).waitFor()
  await page.waitForSelector('text=Costs 1 credit where there are captions')
  await tab.expectClean((fault) => /status of (?:422|503)/.test(fault))
})

testPage('journey: a channel leads to a video, and that to what is said in it', async () => {
  await using service = videoPageService()
  await using tab = await openApp(service, '/app/video', DESK)
  const { page } = tab
  const address = page.getByRole('textbox', { name: 'Address of a page' })
  await address.fill('@talks')
  await page.getByRole('radio', { name: 'List', checked: true }).waitFor()
  await address.press('Enter')
  await page.waitForSelector('.answer-head:has-text("60 videos, 50 of them here")')
  await page.waitForSelector('.video-item:has-text("live now")')
  await expectCount(
    page.getByRole('button', { name: 'Transcript of Talk number 2', exact: true }),
    0,
  )
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('link', { name: 'Show up to 200' }).waitFor()
  const row = page.getByRole('link', { name: 'Talk number 30' })
  await row.focus()
  await expectScrolled(page, 500)
  await row.press('Enter')
  await expectFocused(page.getByRole('heading', { name: 'Details of' }))
  await expectScrolled(page, 0)
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter')
  await expectFocused(page.getByRole('heading', { name: 'Talks' }))
  // It is where it was left.
  await expectScrolled(page, 500)
  // What is there is not asked for, and paid for, again.
  expect(service.asked.filter((one) => one.startsWith('list'))).toHaveLength(1)

  await address.fill(service.TALK.url)
  await address.press('Enter')
  await page.waitForSelector('.video-answer h2:has-text("A talk about rivers")')
  await page.waitForSelector(
    '.answer-head:has-text("1:02:03 · Mar 1, 2026 · 1,234 views · English")',
  )
  const picture = page.getByRole('link', { name: 'its picture' })
  expect(await picture.getAttribute('href')).toBe('https://videos.test/1.jpg')
  const chapter = page.getByRole('link', { name: 'Watch from 1:30' })
  expect(await chapter.getAttribute('href')).toBe(`${service.TALK.url}#t=90s`)
  await page.getByRole('button', { name: 'Show all of it' }).press('Enter')
  await page.getByRole('link', { name: 'https://example.org/slides', exact: true }).waitFor()

  await page.waitForSelector('.notice:has-text("From its captions, for 1 credit")')
  await page.getByRole('button', { name: 'Get the transcript' }).press('Enter')
  await page.waitForSelector('.answer-head:has-text("Captions written by people")')
  await page.waitForURL(/do=transcript&job=/)
  await expectAccessible(page)
  const search = page.getByRole('searchbox', { name: 'Search in it' })
  await search.fill('flood')
  await page.waitForSelector('mark:has-text("flood")')
  await page.waitForSelector('text=1 place of 120 segments')
  await page.reload()
  await page.waitForSelector('mark:has-text("flood")')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as SRT' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('A talk about rivers.srt')
  expect(await Bun.file(await file.path()).text()).toStartWith(
    '1\n00:00:00,000 --> 00:00:25,000\nIt was cold in week 1 of the year.\n',
  )
  expect(service.asked.filter((one) => one.startsWith('captions'))).toHaveLength(1)
  await tab.expectClean()
})

testPage('a video without captions is listened to, as a job that its page follows', async () => {
  await using service = videoPageService()
  // Opened by somebody's link, nothing that costs is started by itself.
  const film = `url=${encodeURIComponent('https://videos.example/film')}&do=transcript`
  await using tab = await openApp(service, `/app/video?${film}`, PHONE)
  const { page } = tab
  const { recogniser } = service
  recogniser.hold()
  await page.waitForSelector('h2:has-text("Nothing was asked yet")')
  await page.waitForSelector('text=else 2 for each minute of the recording')
  expect(service.asked).toEqual([])
  await page.click('button:has-text("Get the transcript")')
  await recogniser.reached(1)
  await page.waitForSelector('text=0:00 of 0:06 transcribed')
  await expectFits(page)
  recogniser.release()
  await page.waitForSelector('.spoken-segment')
  await page.goto(`${service.url}/app/jobs`)
  await page.getByRole('link', { name: 'Open Transcript of a video' }).tap()
  await page.waitForSelector('.answer-head:has-text("By listening, whisper base · English · 0:06")')
  await page.waitForSelector('.spoken-segment:has-text("word 1")')
  await expectAccessible(page)
  await expectFits(page)
  await page.getByRole('link', { name: 'Open in Transcribe' }).tap()
  await page.waitForSelector('.segment')
  // And back.
  await page.getByRole('link', { name: 'videos.example' }).tap()
  const address = page.getByRole('textbox', { name: 'Address of a page' })
  await expectValue(address, 'https://videos.example/film')

  service.fail('https://videos.example/film', 'video_private', 'The video is for members only')
  await page.getByText('Video details').tap()
  await page.getByRole('button', { name: 'Show' }).tap()
  await page.waitForSelector('h2:has-text("This video is not open to everybody")')
  await page.waitForSelector('text=The video is for members only.')
  await tab.expectClean((fault) => /status of 403/.test(fault))
})

/** Waits until a page is at its start, or so many pixels below. */
async function expectScrolled(page: Page, pixels: number): Promise<void> {
  const at = 'document.querySelector("main").scrollTop'
  await expectTrue(page, pixels === 0 ? `${at} === 0` : `${at} > ${pixels}`)
  // The page hears of it with the next frame.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
}

/** Source text for the page, because the tests are compiled without the DOM types. */
function paste(text: string): string {
  return `(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.blur()
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`
}
