import { expect, test } from 'bun:test'
import type { VideoRequest } from '../../src/media/contract-video.ts'
import { youtubeAddress } from '../../src/media/video/youtube-address.ts'
import type { YoutubeAnswer, YoutubeRequest } from '../../src/media/video/youtube-error.ts'
import { YoutubeSource } from '../../src/media/video/youtube-source.ts'
import { thrown } from '../support/thrown.ts'
import * as answers from '../support/youtube/youtube-answers.ts'
import { type AskedYoutube, YoutubeDouble } from '../support/youtube/youtube-double.ts'

const ID = 'dQw4w9WgXcQ'
const WATCH = `https://www.youtube.com/watch?v=${ID}`
const TRACKS = [
  answers.captionTrack('https://www.youtube.com/api/timedtext?lang=en', 'en', 'English'),
  answers.captionTrack('https://www.youtube.com/api/timedtext?lang=de', 'de', 'German', 'asr'),
]
const JSON3 = '{"wireMagic":"pb3","events":[]}'

function ask(
  double: YoutubeDouble,
  question: { kind: 'details'; url: string } | { kind: 'list'; url: string; limit: number },
): Promise<YoutubeAnswer> {
  const request: YoutubeRequest = { proxy: undefined, deadlineMs: 60_000, ...question }
  return double.reader().answer(request)
}

/** The code and the words of a refusal. */
function refusalOf(answer: YoutubeAnswer): unknown[] {
  return 'refusal' in answer ? [answer.refusal.code, answer.refusal.message] : [answer]
}

function ids(answer: YoutubeAnswer): string[] {
  return 'listing' in answer ? answer.listing.entries.map(({ id }) => id) : []
}

function videoId(index: number): string {
  return `v${String(index).padStart(10, '0')}`
}

/** A page of 100 entries of a list of 1,000, from what its token says. */
function listPage({ body: { continuation } }: AskedYoutube) {
  const from = Number(continuation ?? 0)
  const token = from + 100 < 1_000 ? String(from + 100) : undefined
  const found = Array.from({ length: 100 }, (_, index) =>
    answers.playlistVideo(videoId(from + index)),
  )
  return { found, token }
}

test('youtubeAddress() knows videos, lists and channels, and no other site', () => {
  const channel = answers.CHANNEL
  const named = (path: string, tab = 'videos') => ({
    ...{ kind: 'name', url: `https://www.youtube.com/${path}`, tab },
  })
  const known: [string, object][] = [
    ...[
      `http://youtube.com/watch?v=${ID}&t=4s`,
      `https://m.youtube.com/watch?app=desktop&v=${ID}`,
      `https://music.youtube.com/watch?v=${ID}&list=RDx`,
      `https://youtu.be/${ID}?si=x`,
      `https://www.youtube.com/shorts/${ID}`,
      `https://www.youtube.com/live/${ID}?feature=share`,
      `https://www.youtube-nocookie.com/embed/${ID}`,
    ].map((url): [string, object] => [url, { kind: 'video', id: ID }]),
    ['https://www.youtube.com/playlist?list=PLabc', { kind: 'playlist', id: 'PLabc' }],
    ['https://www.youtube.com/watch?list=PLabc', { kind: 'playlist', id: 'PLabc' }],
    ['https://music.youtube.com/browse/VLPLabc', { kind: 'playlist', id: 'PLabc' }],
    [
      `https://www.youtube.com/channel/${channel}/shorts`,
      { kind: 'channel', id: channel, tab: 'shorts' },
    ],
    ['https://www.youtube.com/@some.one', named('@some.one')],
    ['https://youtube.com/@some.one/streams?x=1#y', named('@some.one', 'streams')],
    ['https://youtube.com/@some.one/live', named('@some.one/live')],
    ['https://www.youtube.com/c/Name/about', named('c/Name')],
    ['https://www.youtube.com/user/name', named('user/name')],
  ]
  for (const [url, address] of known)
    expect<unknown>([url, youtubeAddress(url)]).toEqual([url, address])
  for (const url of [
    ...['https://www.youtube.com/', 'https://www.youtube.com/feed/trending', 'ftp://youtu.be/x'],
    ...['https://www.youtube.com/watch?v=short', `https://youtube.com.evil.test/watch?v=${ID}`],
    ...[`https://notyoutube.com/watch?v=${ID}`, `https://vimeo.com/${ID}`, 'no address', ''],
  ])
    expect([url, youtubeAddress(url)]).toEqual([url, undefined])
})

test('details of a video come from its player and its page, whatever else they hold', async () => {
  await using double = new YoutubeDouble(({ path }) => {
    if (path === '/player') return answers.player(ID, TRACKS)
    if (path === '/next')
      return answers.next('Premiered Oct 5, 2009', [
        [0, 'Start'],
        [60_500, 'End'],
      ])
    return undefined
  })
  const channel = {
    name: 'A Channel',
    id: answers.CHANNEL,
    url: `https://www.youtube.com/channel/${answers.CHANNEL}`,
  }
  expect(await ask(double, { kind: 'details', url: `https://youtu.be/${ID}` })).toEqual({
    found: {
      details: {
        ...{ id: ID, url: WATCH, site: 'youtube', title: `Video ${ID}` },
        ...{ description: 'First line\nSecond line', author: channel, channel },
        ...{ durationSeconds: 212, publishedAt: '2009-10-05', views: 1_234_567 },
        thumbnails: [
          { url: `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`, width: 480, height: 360 },
          { url: `https://i.ytimg.com/vi/${ID}/default.jpg`, width: 120, height: 90 },
        ],
        chapters: [
          { title: 'Start', start: 0, end: 60.5 },
          { title: 'End', start: 60.5, end: 212 },
        ],
        captions: [
          { language: 'en', name: 'English', kind: 'native' },
          { language: 'de', name: 'German', kind: 'automatic' },
        ],
        ...{ language: 'de', liveStatus: 'not_live' },
      },
      trackUrls: TRACKS.map(({ baseUrl }) => baseUrl),
    },
  })
  // No script of a player is asked for, and no cookie is sent.
  expect(new Set(double.asked.map(({ path }) => path))).toEqual(
    new Set(['/sw.js_data', '/config', '/player', '/next']),
  )
  expect(double.asked.some(({ headers }) => headers.has('cookie'))).toBe(false)
})

test('without the page of a video its details are fewer; streams are told apart', async () => {
  let more: object = { isLive: true, isLiveContent: true, lengthSeconds: '0' }
  const damaged = [{ baseUrl: 5, languageCode: 'en' }, answers.captionTrack('x', '', 'None')]
  await using double = new YoutubeDouble(({ path }) =>
    path === '/player' ? answers.player(ID, damaged, more) : undefined,
  )
  const details = async () => {
    const answer = await ask(double, { kind: 'details', url: WATCH })
    return 'found' in answer ? answer.found.details : refusalOf(answer)
  }
  expect(await details()).toMatchObject({ liveStatus: 'live', chapters: [], captions: [] })
  expect(await details()).not.toHaveProperty('durationSeconds')
  more = { isLiveContent: true }
  expect(await details()).toMatchObject({ liveStatus: 'was_live', durationSeconds: 212 })
  more = { isUpcoming: true, isLiveContent: true }
  expect(await details()).toMatchObject({ liveStatus: 'upcoming' })
})

test('a video that is refused is refused in words, and another player is asked where it may help', async () => {
  let answer: (client: string) => object | Response = () => ({})
  await using double = new YoutubeDouble(({ path, body }) =>
    path === '/player' ? answer(body.context?.client?.clientName ?? '') : undefined,
  )
  const refusal = async (given: object | Response) => {
    double.asked.length = 0
    answer = () => (given instanceof Response ? given.clone() : given)
    const refused = refusalOf(await ask(double, { kind: 'details', url: WATCH }))
    return [...refused, double.of('/player').length]
  }
  const { playability } = answers
  expect(await refusal(playability('ERROR', 'Video unavailable'))).toEqual([
    ...['not_found', 'YouTube has no such video, channel or playlist', 1],
  ])
  expect(await refusal(playability('LOGIN_REQUIRED', 'Private video'))).toEqual([
    'video_private',
    'YouTube does not show this video to everyone: Private video',
    1,
  ])
  expect(await refusal(playability('UNPLAYABLE', 'Not available in your country'))).toEqual([
    'video_private',
    'YouTube does not show this video to everyone: Not available in your country',
    3,
  ])
  expect(
    await refusal(playability('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot')),
  ).toEqual([
    'site_blocked',
    'YouTube does not answer this service at the moment: Sign in to confirm you’re not a bot',
    3,
  ])
  const tooMany = new Response('', { status: 429, headers: { 'retry-after': '30' } })
  expect(await refusal(tooMany)).toEqual([
    'site_blocked',
    'YouTube does not answer this service at the moment: it is asked too often',
    1,
  ])
  expect((await refusal(new Response('no', { status: 500 })))[0]).toBe('download_failed')
  expect((await refusal(new Response('<html>Before you continue')))[0]).toBe('site_blocked')
  expect((await refusal(Response.json([])))[0]).toBe('download_failed')
  // An old version of one player is refused, and the next one answers.
  answer = (client) =>
    client === 'ANDROID' ? new Response('{}', { status: 400 }) : answers.player(ID, TRACKS)
  double.asked.length = 0
  expect(await ask(double, { kind: 'details', url: WATCH })).toHaveProperty('found')
  expect(double.of('/player').map(({ context }) => context?.client?.clientName)).toEqual([
    'ANDROID',
    'iOS',
  ])
})

test('playlists are read page by page up to the limit', async () => {
  await using double = new YoutubeDouble((asked) => {
    if (asked.path !== '/browse') return undefined
    const { found, token } = listPage(asked)
    return asked.body.continuation === undefined
      ? answers.playlist(1_000, found, token)
      : answers.continuationPage(found, token)
  })
  const url = 'https://www.youtube.com/playlist?list=PLabc'
  const all = await ask(double, { kind: 'list', url, limit: 200 })
  expect(ids(all)).toEqual(Array.from({ length: 200 }, (_, index) => videoId(index)))
  expect(all).toMatchObject({
    listing: {
      ...{ id: 'PLabc', url, site: 'youtube', title: 'A list', description: 'About it' },
      ...{ total: 1_000, author: { name: 'A Channel', id: answers.CHANNEL } },
    },
  })
  expect('listing' in all && all.listing.entries[0]).toMatchObject({
    ...{ title: 'Video v0000000000', durationSeconds: 3_723, views: 2_345 },
    author: { name: 'A Channel' },
  })
  expect(double.of('/browse').length).toBe(2)
  expect(ids(await ask(double, { kind: 'list', url, limit: 1 }))).toEqual([videoId(0)])
  expect(double.of('/browse').length).toBe(3)
  // The address of a video in a list names the list as well.
  expect(ids(await ask(double, { kind: 'list', url: `${WATCH}&list=PLabc`, limit: 1 }))).toEqual([
    videoId(0),
  ])
})

test('a channel is found by its name, and its videos listed with what is shown of them', async () => {
  const { lockup } = answers
  await using double = new YoutubeDouble(({ path, body }) => {
    if (path === '/navigation/resolve_url')
      return body.url?.endsWith('/live') === true
        ? answers.resolved({ videoId: ID })
        : answers.resolved({ browseId: answers.CHANNEL })
    if (path === '/player') return answers.player(ID, [])
    if (path !== '/browse') return undefined
    if (body.continuation === 'more')
      return answers.continuationPage(
        answers.gridItems([lockup('ccccccccccc', 'LIVE', ['12 watching'])]),
        'again',
      )
    // The same page again and again ends the list.
    if (body.continuation === 'again')
      return answers.continuationPage(
        answers.gridItems([lockup('ccccccccccc', 'LIVE', [])]),
        'again',
      )
    if (body.params === undefined) return answers.channel('featured', [])
    const found =
      body.params === 'shorts'
        ? [answers.short('sssssssssss')]
        : [lockup('bbbbbbbbbbb', '12:34', ['1.2M views', '3 years ago'])]
    return answers.channel('videos', answers.gridItems(found), 'more')
  })
  const url = 'https://www.youtube.com/@handle'
  const channel = await ask(double, { kind: 'list', url, limit: 50 })
  expect(channel).toMatchObject({
    listing: {
      ...{ id: answers.CHANNEL, title: 'A Channel', description: 'About it', site: 'youtube' },
      entries: [
        {
          ...{ id: 'bbbbbbbbbbb', title: 'Video bbbbbbbbbbb', durationSeconds: 754 },
          ...{ views: 1_200_000, author: { name: 'A Channel' } },
        },
        { id: 'ccccccccccc', liveStatus: 'live' },
      ],
    },
  })
  expect(double.of('/browse').length).toBe(4)
  const shorts = await ask(double, { kind: 'list', url: `${url}/shorts`, limit: 1 })
  expect(ids(shorts)).toEqual(['sssssssssss'])
  // What a channel streams now is a video.
  expect(await ask(double, { kind: 'details', url: `${url}/live` })).toMatchObject({
    found: { details: { id: ID } },
  })
  expect(refusalOf(await ask(double, { kind: 'details', url }))[0]).toBe('unsupported_site')
  expect(refusalOf(await ask(double, { kind: 'list', url: WATCH, limit: 1 }))[0]).toBe(
    'unsupported_site',
  )
})

test('lists that are not there, or not for everyone, are refused', async () => {
  let answer: object | Response = {}
  await using double = new YoutubeDouble(({ path }) =>
    path === '/browse' ? (answer instanceof Response ? answer.clone() : answer) : undefined,
  )
  const refusal = async (given: object | Response, url: string) => {
    answer = given
    return refusalOf(await ask(double, { kind: 'list', url, limit: 1 }))
  }
  const list = 'https://www.youtube.com/playlist?list=PLabc'
  const channel = `https://www.youtube.com/channel/${answers.CHANNEL}`
  expect(await refusal(answers.alert('The playlist does not exist.'), list)).toEqual([
    'not_found',
    'YouTube has no such channel or playlist',
  ])
  expect((await refusal(answers.alert('This playlist is private.'), list))[0]).toBe('video_private')
  expect((await refusal(answers.alert('This channel does not exist.'), channel))[0]).toBe(
    'not_found',
  )
  expect((await refusal(new Response('{}', { status: 404 }), channel))[0]).toBe('not_found')
  expect((await refusal(new Response('{}', { status: 403 }), list))[0]).toBe('site_blocked')
  expect(await refusal({ contents: { brandNewRenderer: {} } }, channel)).toEqual([
    'download_failed',
    'Cannot read YouTube: its answer has a form that this version of Hearth does not know',
  ])
  const unknown = ['download_failed', expect.stringContaining('does not know')]
  expect(await refusal({ contents: { sectionListRenderer: { contents: [] } } }, list)).toEqual(
    unknown,
  )
  // A list that is not empty, of videos in a new form.
  expect(await refusal(answers.playlist(3, [{ newVideoViewModel: {} }]), list)).toEqual(unknown)
  expect(await refusal(answers.playlist(0, []), list)).toEqual([
    { listing: expect.objectContaining({ title: 'A list', total: 0, entries: [] }) },
  ])
  // A name that nobody has.
  expect((await refusal({}, 'https://www.youtube.com/@nobody'))[0]).toBe('not_found')
})

test('captions are read in a thread; an empty answer is a refusal, not a video without words', async () => {
  let captions: string | Response = JSON3
  await using double = new YoutubeDouble(({ path }) => {
    if (path === '/player') return answers.player(ID, TRACKS)
    if (path === '/api/timedtext')
      return captions instanceof Response ? captions.clone() : new Response(captions)
    return undefined
  })
  using source = new YoutubeSource({
    worker: new URL('../support/youtube-worker.ts', import.meta.url),
    proxy: { url: double.url, target: 'name' },
  })
  expect([source.name, source.isInstalled(), source.canRead(WATCH)]).toEqual([
    ...['youtubei.js', true, true],
  ])
  expect(source.canRead('https://vimeo.com/1')).toBe(false)
  const request: VideoRequest = {
    ...{ url: WATCH, deadlineMs: 60_000, signal: new AbortController().signal },
  }
  const found = await source.captions(request, ({ captions: tracks }) => tracks[1])
  expect(found.file).toEqual({
    track: { language: 'de', name: 'German', kind: 'automatic' },
    ...{ format: 'json3', text: JSON3 },
  })
  expect(found.details.title).toBe(`Video ${ID}`)
  expect(await source.captions(request, () => undefined)).toEqual({ details: found.details })
  for (const [given, code] of [
    ['', 'site_blocked'],
    ['<html>', 'site_blocked'],
    [new Response('', { status: 429, headers: { 'retry-after': '7' } }), 'site_blocked'],
    [new Response('', { status: 500 }), 'download_failed'],
  ] as const) {
    captions = given
    expect(await thrown(source.captions(request, ({ captions: [first] }) => first))).toMatchObject({
      code,
      ...(given instanceof Response && given.status === 429 && { retryAfterSeconds: 7 }),
    })
  }
  const left = { ...request, signal: AbortSignal.abort(new Error('left')) }
  expect(await thrown(source.details(left))).toEqual(new Error('left'))
})
