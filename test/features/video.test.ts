import { afterAll, expect, test } from 'bun:test'
import type { VideoListing, VideoRequest } from '../../src/media/contract-video.ts'
import { AppError, type ErrorCode } from '../../src/platform/errors.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { videoDetails, videoListing, videoSource } from '../support/video-source.ts'

/** Each question is to a host of its own, because one host is asked once a second. */
let hosts = 0
function pageOf(answer: string): string {
  hosts += 1
  return `https://h${hosts}.videos.test/${answer}`
}

const LISTINGS: Record<string, VideoListing> = {
  bare: videoListing(),
  some: videoListing({
    ...{ total: 3, author: { name: 'Ann' }, description: 'Talks of Ann' },
    thumbnails: [{ url: 'https://videos.test/ann.jpg' }],
    entries: [
      { id: '1', url: 'https://videos.test/1', title: 'One', thumbnails: [] },
      { ...videoDetails({ id: '2' }), liveStatus: 'live' },
    ],
  }),
}

/** Answers as the path of the address says. */
async function answerOf({ url, signal }: VideoRequest): Promise<string> {
  const [kind = '', code = ''] = new URL(url).pathname.slice(1).split('/')
  if (kind === 'fail') throw new AppError(code as ErrorCode, `words of ${code}`)
  if (kind === 'hang') await new Promise((_, reject) => signal.addEventListener('abort', reject))
  return kind
}

const source = videoSource({
  details: async (request) => {
    if ((await answerOf(request)) === 'full') return videoDetails()
    return { ...{ id: 'b', url: request.url, site: 'generic', title: '' }, ...EMPTY }
  },
  list: async ({ limit, ...request }) => {
    const kind = await answerOf(request)
    if (kind === 'limit') return videoListing({ title: String(limit) })
    return LISTINGS[kind] ?? videoListing()
  },
})
const EMPTY = { thumbnails: [], chapters: [], captions: [] }

const service = startService({ videoSources: [source] })
afterAll(() => service[Symbol.asyncDispose]())

function ask(path: string, query: Record<string, string>): Promise<Response> {
  return fetch(`${service.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
  })
}

async function creditsUsed(): Promise<number> {
  return Number(await pickFrom(await service.asOwner('GET', '/admin/usage'), 'totals.credits'))
}

test('GET /v1/video says what the site says, for 1 credit', async () => {
  const before = await creditsUsed()
  const response = await ask('/v1/video', { url: pageOf('full') })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    id: 'v1',
    url: 'https://videos.test/watch/1',
    site: 'videos',
    title: 'A talk',
    description: 'About talks.',
    author: { name: 'Ann', id: 'ann', url: 'https://videos.test/@ann' },
    channel: { name: 'Talks', id: null, url: null },
    duration_seconds: 61.5,
    published_at: '2026-03-01',
    views: 1234,
    thumbnails: [{ url: 'https://videos.test/1.jpg', width: 640, height: 360 }],
    chapters: [{ title: 'Start', start: 0, end: 61.5 }],
    captions: [{ language: 'en', name: 'English', kind: 'native' }],
    language: 'en',
    live_status: 'not_live',
  })
  expect((await creditsUsed()) - before).toBe(1)
})

test('GET /v1/video has the same fields, as null, of a site that says nothing', async () => {
  const body = await (await ask('/v1/video', { url: pageOf('bare') })).json()
  expect(body).toMatchObject({ title: '', description: null, author: null, channel: null })
  expect(body).toMatchObject({ duration_seconds: null, published_at: null, views: null })
  expect(body).toMatchObject({ language: null, live_status: null, captions: [], chapters: [] })
})

test('GET /v1/channel and /v1/playlist list the videos in the form of a video', async () => {
  const before = await creditsUsed()
  const body: unknown = await (await ask('/v1/channel', { url: pageOf('some'), limit: '2' })).json()
  expect(body).toEqual({
    ...{ id: 'l1', url: 'https://videos.test/@ann', site: 'videos', title: 'Talks' },
    ...{ description: 'Talks of Ann', author: { name: 'Ann', id: null, url: null } },
    thumbnails: [{ url: 'https://videos.test/ann.jpg', width: null, height: null }],
    total: 3,
    items: [
      {
        ...{ id: '1', url: 'https://videos.test/1', title: 'One', author: null },
        ...{ duration_seconds: null, published_at: null, views: null, thumbnails: [] },
        live_status: null,
      },
      expect.objectContaining({ id: '2', views: 1234, live_status: 'live' }),
    ],
    has_more: true,
  })
  const list: unknown = await (await ask('/v1/playlist', { url: pageOf('bare') })).json()
  expect(list).toMatchObject({ items: [], total: null, has_more: false, author: null })
  expect((await creditsUsed()) - before).toBe(2)
  const actions = await service.asOwner('GET', '/admin/usage?group_by=action')
  expect(JSON.stringify(await actions.json())).toContain('"playlist"')
})

test('limit is 1 to 200, and 50 where it is not given', async () => {
  const title = async (limit: Record<string, string>) => {
    const response = await ask('/v1/playlist', { url: pageOf('limit'), ...limit })
    return response.status === 200 ? pickFrom(response, 'title') : response.status
  }
  expect(await title({})).toBe('50')
  expect(await title({ limit: '1' })).toBe('1')
  expect(await title({ limit: '200' })).toBe('200')
  for (const limit of ['0', '201', '-1', '1.5', 'all']) expect(await title({ limit })).toBe(422)
})

test('a failure of the site has its status, plain words, and is free', async () => {
  const before = await creditsUsed()
  const statuses = {
    ...{ not_found: 404, video_private: 403, unsupported_site: 422, address_refused: 422 },
    ...{ site_blocked: 502, download_failed: 502, not_installed: 503, download_timeout: 504 },
  }
  for (const [code, status] of Object.entries(statuses)) {
    for (const path of ['/v1/video', '/v1/channel']) {
      const response = await ask(path, { url: pageOf(`fail/${code}`) })
      expect(response.status).toBe(status)
      const body: unknown = await response.json()
      expect(body).toMatchObject({ code })
      const words = code === 'not_installed' ? 'pipx install' : `words of ${code}`
      expect(pick(body, 'detail')).toContain(words)
    }
  }
  expect((await creditsUsed()) - before).toBe(0)
})

test('a site that does not answer in time is 504', async () => {
  await using hurried = startService({ videoSources: [source], limits: { videoMs: 60 } })
  const path = `/v1/video?${new URLSearchParams({ url: pageOf('hang') })}`
  const response = await hurried.asOwner('GET', path)
  expect(response.status).toBe(504)
  expect(await response.json()).toMatchObject({ code: 'download_timeout' })
})

test('what is no address is refused with what was meant', async () => {
  for (const path of ['/v1/video', '/v1/channel', '/v1/playlist']) {
    expect((await ask(path, {})).status).toBe(422)
    expect((await ask(path, { url: '' })).status).toBe(422)
    expect((await ask(path, { url: `https://h.test/${'a'.repeat(8_192)}` })).status).toBe(422)
    const handle = await ask(path, { url: '@someone' })
    expect(handle.status).toBe(422)
    expect(await pickFrom(handle, 'detail')).toContain('https://www.youtube.com/@someone')
  }
})

test('clients that leave stop their questions; four are asked at a time, two of one owner', async () => {
  const asked: string[] = []
  const stopped: Promise<void>[] = []
  const four = Promise.withResolvers<void>()
  await using busy = startService({
    videoSources: [
      videoSource({
        details: async ({ url, signal }) => {
          if (url.endsWith('/last')) return videoDetails({ title: 'last' })
          asked.push(url)
          const end = Promise.withResolvers<never>()
          const over = Promise.withResolvers<void>()
          stopped.push(over.promise)
          signal.addEventListener('abort', () => {
            over.resolve()
            end.reject(signal.reason)
          })
          if (asked.length === 4) four.resolve()
          return await end.promise
        },
      }),
    ],
  })
  const leaving = new AbortController()
  const { key: other } = busy.makeKey({ media: true })
  const get = (page: string, key: string, signal?: AbortSignal) =>
    fetch(`${busy.url}/v1/video?url=${encodeURIComponent(pageOf(page))}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal === undefined ? {} : { signal }),
    })
  const hang = (key: string) => get('hang', key, leaving.signal).catch(() => undefined)
  const left = [hang(PRIMARY_KEY), hang(PRIMARY_KEY), hang(other), hang(other)]
  await four.promise
  const last = get('last', PRIMARY_KEY)
  const lanes = await pickFrom(await busy.asOwner('GET', '/admin/queue'), 'lanes')
  expect(lanes).toContainEqual(expect.objectContaining({ name: 'video', width: 4, running: 4 }))
  leaving.abort()
  await Promise.all([...stopped, ...left])
  expect(await pickFrom(await last, 'title')).toBe('last')
  expect(asked).toHaveLength(4)
})
