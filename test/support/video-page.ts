import type { FoundCaptions } from '../../src/core/transcripts/video-captions.ts'
import type { ListedVideo } from '../../src/media/contract-video.ts'
import { AppError } from '../../src/platform/errors.ts'
import { fakeSites } from './fake-sites.ts'
import { speechWav } from './recogniser.ts'
import { transcriptService } from './transcripts.ts'
import { videoDetails, videoListing, videoSource } from './video-source.ts'

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
export function videoPageService() {
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
