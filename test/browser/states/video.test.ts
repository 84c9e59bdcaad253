import { expect, test } from 'bun:test'
import { CHROMIUM } from '../../support/chromium.ts'
import { faultsOf, type PageState, STATES_MS, statesOf } from '../../support/looks.ts'
import { startService } from '../../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)

const SCRAPE = '**/v1/web/scrape?*'
const VIDEO = '**/v1/video?*'
const LIST = '**/v1/channel?*'
const JOB = '**/jobs/trs_1'
const EVENTS = '**/jobs/trs_1/events'
const WORD = 'A talk about rivers and their banks '
const LONG = `${WORD.repeat(5)}${'x'.repeat(90)}`
const AT = '2026-03-01T10:00:00.000Z'

const to = (action: string, more = '') =>
  `/app/video?url=https%3A%2F%2Fexample.org%2F${'long'.repeat(40)}&do=${action}${more}`
const refusal = (status: number, code: string, detail: string) => ({
  status,
  json: { code, detail },
})
const scraped = (more: object = {}) => ({
  json: {
    ...{ url: 'https://example.org/', final_url: 'https://www.example.org/x', status: 200 },
    ...{ title: LONG, byline: LONG, excerpt: null, site_name: 'Example', language: 'en' },
    ...{ published_at: AT, image: 'https://example.org/a.png', fetched_with: 'http' },
    content: `# ${LONG}\n\n${WORD.repeat(30)}\n\n| a | b |\n|---|---|\n| ${LONG} | 2 |\n\n\`\`\`js\nlet a = '${LONG}'\n\`\`\`\n\n![bridge](https://example.org/b.png)`,
    links: [
      { url: `https://example.org/${'y'.repeat(120)}`, text: LONG },
      { url: 'javascript:1', text: '' },
    ],
    ...{ note: 'The page is made by scripts, and no browser is installed to run them', ...more },
  },
})
const listed = {
  ...{ id: 'v1', url: 'https://www.youtube.com/watch?v=v1', title: LONG, author: null },
  ...{ duration_seconds: 3_723, published_at: AT, views: 1_234_567, thumbnails: [] },
  live_status: 'was_live',
}
const maker = { name: LONG, id: 'ann', url: 'https://www.youtube.com/@ann' }
const video = (more: object = {}) => ({
  json: {
    ...{ ...listed, author: maker, site: 'youtube', description: `https://x.org/ ${LONG}` },
    ...{ channel: maker, language: 'en', chapters: [{ title: LONG, start: 90, end: 99 }] },
    captions: [
      { language: 'en', name: LONG, kind: 'native' },
      { language: 'de', name: null, kind: 'automatic' },
    ],
    ...more,
  },
})
const list = (more: object = {}) => ({
  json: {
    ...{ id: 'l1', url: 'https://www.youtube.com/@ann', site: 'youtube', title: LONG },
    ...{ description: LONG, author: null, thumbnails: [], total: 900, has_more: true },
    items: [listed, { ...listed, live_status: 'live' }, { ...listed, title: '' }],
    ...more,
  },
})
const job = (status: string, more: object = {}) => ({
  json: {
    ...{ job_id: 'trs_1', kind: 'video_transcript', status, created_at: AT, started_at: AT },
    ...{ position: status === 'queued' ? 3 : null, expected_wait_seconds: 90, progress: null },
    ...{ finished_at: null, expires_at: null, result: null, error: null, ...more },
  },
})
const spoken = job('succeeded', {
  result: {
    ...{ url: 'https://www.youtube.com/watch?v=v1', source: 'native', kind: 'automatic' },
    ...{ language: 'en', title: LONG, duration_seconds: 61, cached: true, engine: null },
    ...{ model: null, text: '', truncated: true },
    segments: [
      { start: 0, end: 3, text: LONG },
      { start: 36_000, end: 36_003, text: WORD },
    ],
  },
})

const STATES: readonly PageState[] = [
  { name: 'nothing asked', path: '/app/video', shows: 'h2:has-text("Paste an address")' },
  {
    name: 'no address',
    path: '/app/video',
    act: (page) => page.click('.ask button[type=submit]'),
    shows: '.notice.bad:has-text("Type or paste an address first")',
  },
  { name: 'page', path: to('page'), answers: { [SCRAPE]: scraped() }, shows: '.answer-preview' },
  {
    name: 'page as Markdown, with options and links',
    path: to('page', '&render=never&seconds=60'),
    answers: { [SCRAPE]: scraped({ fetched_with: 'browser', status: 404, title: null }) },
    act: async (page) => {
      await page.click('button:has-text("Markdown")')
      await page.click('summary:has-text("Options")')
      await page.click('summary:has-text("Links found")')
    },
    shows: '.answer-links li >> nth=1',
  },
  {
    name: 'page, loading',
    path: to('page', '&render=always'),
    answers: { [SCRAPE]: 'never' },
    shows: '.ask-wait:has-text("with a browser")',
  },
  {
    name: 'page, stopped',
    path: to('page'),
    answers: { [SCRAPE]: 'never' },
    act: (page) => page.click('button:has-text("Stop")'),
    shows: '.notice:has-text("Stopped") button:has-text("Ask again")',
  },
  {
    name: 'page, late',
    path: to('page'),
    answers: { [SCRAPE]: refusal(504, 'download_timeout', 'It was not read within 30 seconds') },
    shows: 'a:has-text("Give it 60 seconds") ~ button:has-text("Try again")',
  },
  {
    name: 'page, failed',
    path: to('page'),
    answers: { [SCRAPE]: refusal(500, 'internal', 'Internal error') },
    shows: 'h2:has-text("This did not work") ~ button:has-text("Try again")',
  },
  {
    name: 'page, empty',
    path: to('page'),
    answers: { [SCRAPE]: scraped({ content: '', links: [] }) },
    shows: 'text=No text was found on this page',
  },
  {
    name: 'video',
    path: to('video', '&from=https%3A%2F%2Fexample.org'),
    answers: { [VIDEO]: video() },
    shows: 'h3:has-text("Chapters")',
  },
  {
    name: 'video, live',
    path: to('video'),
    answers: {
      [VIDEO]: video({ live_status: 'live', title: '', author: null, channel: null, captions: [] }),
    },
    shows: '.notice:has-text("It is live now")',
  },
  {
    name: 'video, no captions',
    path: to('video'),
    answers: { [VIDEO]: video({ captions: [], chapters: [], description: null }) },
    shows: 'text=by listening, for about 125 credits',
  },
  {
    name: 'video, not allowed',
    path: to('video'),
    answers: { [VIDEO]: refusal(403, 'capability_denied', 'This key may not use media') },
    shows: 'h2:has-text("You may not do this")',
  },
  {
    name: 'video, not installed',
    path: to('video'),
    answers: { [VIDEO]: refusal(503, 'not_installed', 'Nothing here can read this site') },
    shows: 'h2:has-text("This site cannot be read yet") ~ p:has-text("is found automatically")',
  },
  {
    name: 'video, none',
    path: to('video'),
    answers: { [VIDEO]: refusal(422, 'unsupported_site', 'No video was found') },
    shows: 'a:has-text("Read it as a page")',
  },
  { name: 'list', path: to('list'), answers: { [LIST]: list() }, shows: '.video-item >> nth=2' },
  {
    name: 'list, empty',
    path: to('list'),
    answers: { [LIST]: list({ items: [], total: 0, has_more: false }) },
    shows: 'h2:has-text("No videos are in it")',
  },
  {
    name: 'list, blocked',
    path: to('list'),
    answers: { [LIST]: refusal(502, 'site_blocked', 'The site asks for a sign-in') },
    shows: 'h2:has-text("The site turns programs away")',
  },
  {
    name: 'transcript, not asked',
    path: to('transcript', '&language=pt-BR'),
    shows: 'button:has-text("Get the transcript")',
  },
  {
    name: 'transcript, in line',
    path: to('transcript', '&job=trs_1'),
    answers: { [JOB]: job('queued'), [EVENTS]: 'never' },
    shows: '.wait:has-text("3rd in line")',
  },
  {
    name: 'transcript, running',
    path: to('transcript', '&job=trs_1'),
    answers: {
      [JOB]: job('running', {
        progress: {
          ...{ done: 0, total: null, unit: 'seconds', note: 'Reading the captions' },
          seconds_left: null,
        },
      }),
      [EVENTS]: 'never',
    },
    shows: '.wait:has-text("Reading the captions")',
  },
  {
    name: 'transcript',
    path: to('transcript', '&job=trs_1&q=banks'),
    answers: { [JOB]: spoken },
    shows: 'mark:has-text("banks")',
  },
  {
    name: 'subtitles of a job',
    path: '/app/video?do=transcript&job=trs_1',
    answers: {
      [JOB]: job('succeeded', {
        kind: 'youtube_to_srt',
        result: {
          ...{ url: 'https://vimeo.com/1', source: 'generated', language: null, title: '' },
          ...{ duration_seconds: null, cached: false, engine: 'whisper', model: 'base' },
          srt: '1\n00:00:00,000 --> 00:00:02,000\nIt was cold.\n',
        },
      }),
    },
    shows: '.spoken-segment:has-text("It was cold.")',
  },
  {
    name: 'transcript, no recogniser',
    path: to('transcript', '&job=trs_1'),
    answers: {
      [JOB]: job('failed', {
        error: { code: 'not_installed', detail: 'No transcription engine was found' },
      }),
    },
    shows: 'h2:has-text("Something has to be installed first") ~ button:has-text("Captions only")',
  },
  {
    name: 'transcript, gone',
    path: to('transcript', '&job=trs_1'),
    shows: 'h2:has-text("This transcript is no longer here")',
  },
]

testPage(
  'every state of Video & web is accessible and fits every window',
  async () => {
    await using service = startService()
    expect(await faultsOf(service, statesOf(STATES, 4))).toEqual([])
  },
  STATES_MS,
)
