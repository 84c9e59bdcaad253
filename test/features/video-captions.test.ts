import { afterAll, expect, test } from 'bun:test'
import type { CaptionTrack } from '../../src/media/contract-video.ts'
import { readSubtitles } from '../../src/media/subtitles/read-subtitles.ts'
import { rollUp, speech, spokenWords, youtubeJson3, youtubeVtt } from '../support/caption-files.ts'
import { createTestApp } from '../support/service.ts'
import { videoDetails, videoSource } from '../support/video-source.ts'

const SPEECH = speech(4, 40)
const WORDS = spokenWords(SPEECH)

/** What each site sends; one site is asked only once a second. */
const FILES: Record<string, string> = {
  json3: youtubeJson3(SPEECH),
  vtt: youtubeVtt(SPEECH),
  blocked: '',
  people:
    'WEBVTT\n\n00:01.000 --> 00:02.500\nGood evening,\nand welcome.\n\n00:02.500 --> 00:09.750 align:start\nThis is <i>one</i> sentence\n\n00:09.750 --> 00:11.000\nin two cues.\n',
  scrolling: rollUp(SPEECH, 2),
}
const captions: CaptionTrack[] = [
  { language: 'fr', kind: 'native' },
  { language: 'de', kind: 'native' },
  { language: 'en-orig', kind: 'automatic' },
]

const app = createTestApp({
  videoSources: [
    videoSource({
      captions: async ({ url }, choose) => {
        const details = videoDetails({ captions })
        const track = choose(details)
        if (track === undefined) return { details }
        const text = FILES[new URL(url).hostname.replace('.test', '')] ?? ''
        return { details, file: { track, format: 'json3', text } }
      },
    }),
  ],
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (site: string, query = '') =>
  app.asOwner('GET', `/v1/transcript?url=https://${site}.test/1&source=native${query}`)

test('GET /v1/transcript answers with each word of automatic captions once, in every format', async () => {
  for (const site of ['json3', 'vtt']) {
    const response = await ask(site)
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        ...{ source: 'native', kind: 'automatic', language: 'en', cached: false, engine: null },
        ...{ title: 'A talk', duration_seconds: 61.5, text: WORDS.join(' ') },
      },
    ])
  }
  const text = await (await ask('vtt', '&format=text')).text()
  expect(text.trim().split(/\s+/)).toEqual(WORDS)
  for (const format of ['srt', 'vtt']) {
    const cues = readSubtitles(await (await ask('vtt', `&format=${format}`)).text())
    expect(cues.flatMap((cue) => cue.text.split(/\s+/))).toEqual(WORDS)
  }
})

test('GET /v1/transcript says that a site blocks programs where its captions are empty', async () => {
  const response = await ask('blocked')
  expect([response.status, await response.json()]).toMatchObject([
    502,
    { error: { code: 'site_blocked' } },
  ])
  const missing = await ask('other', '&language=sv')
  expect(missing.status).toBe(404)
})

test('captions by people keep their cues and times in srt and vtt', async () => {
  const text = async (format: string) =>
    (await ask('people', `&language=de&format=${format}`)).text()
  expect(await text('srt')).toBe(
    [
      '1\n00:00:01,000 --> 00:00:02,500\nGood evening,\nand welcome.\n',
      '2\n00:00:02,500 --> 00:00:09,750\nThis is one sentence\n',
      '3\n00:00:09,750 --> 00:00:11,000\nin two cues.\n',
    ].join('\n'),
  )
  const vtt = readSubtitles(await text('vtt'))
  expect(vtt.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    ...[
      [1_000, 2_500],
      [2_500, 9_750],
      [9_750, 11_000],
    ],
  ])
  expect(JSON.parse(await text('json'))).not.toHaveProperty('cues')
  const made = await app.asOwner('POST', '/youtube-to-srt', {
    ...{ url: 'https://people.test/1', language: 'de' },
  })
  const { job_id: id } = Object(await made.json())
  await (await app.asOwner('GET', `/jobs/${id}/events`)).text()
  const { result } = Object(await (await app.asOwner('GET', `/jobs/${id}`)).json())
  expect(result).toMatchObject({ srt: await text('srt') })
  // Their words are there once, in cues that are cut anew.
  const scrolled = await ask('scrolling', '&language=de&format=srt')
  expect(readSubtitles(await scrolled.text()).flatMap((cue) => cue.text.split(/\s+/))).toEqual(
    WORDS,
  )
})
