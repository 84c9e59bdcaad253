import { describe, expect, test } from 'bun:test'
import { INSTALL_YT_DLP, Videos } from '../../../src/features/video/videos.ts'
import type { CaptionFile, VideoSource } from '../../../src/media/contract-video.ts'
import { AppError, type ErrorCode } from '../../../src/platform/errors.ts'
import { thrown } from '../../support/thrown.ts'
import { videoDetails, videoListing, videoSource } from '../../support/video-source.ts'

const URL = 'https://videos.test/watch/1'
const { signal: NEVER } = new AbortController()

function videosOf(...sources: VideoSource[]) {
  return new Videos({ sources, turn: async () => undefined, leaveAlone: () => undefined })
}

function failing(code: ErrorCode, over: Partial<VideoSource> = {}): VideoSource {
  const fail = () => Promise.reject(new AppError(code, `words of ${code}`))
  return videoSource({ details: fail, list: fail, captions: fail, audio: fail, ...over })
}

/** Never answers, until it is stopped. */
function hanging(stopped: PromiseWithResolvers<unknown>, onAsked = () => {}): VideoSource {
  return videoSource({
    details: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.resolve(signal.reason)
          reject(signal.reason)
        })
        onAsked()
      }),
  })
}

describe('Videos', () => {
  test('asks the first reader that is installed and knows the site', async () => {
    const videos = videosOf(
      failing('download_failed', { isInstalled: () => false }),
      failing('download_failed', { canRead: () => false }),
      videoSource({ details: async ({ url }) => videoDetails({ title: `third: ${url}` }) }),
      failing('download_failed'),
    )
    expect((await videos.details(` ${URL} `, NEVER)).title).toBe(`third: ${URL}`)
  })

  test('asks the next reader only where the failure says nothing of the video', async () => {
    const answer = videoSource({ details: async () => videoDetails({ title: 'second' }) })
    for (const code of [
      'site_blocked',
      'download_failed',
      'unsupported_site',
      'not_installed',
    ] as const)
      expect((await videosOf(failing(code), answer).details(URL, NEVER)).title).toBe('second')
    for (const code of [
      'not_found',
      'video_private',
      'address_refused',
      'invalid',
      'download_timeout',
    ] as const)
      expect(await thrown(videosOf(failing(code), answer).details(URL, NEVER))).toMatchObject({
        code,
      })
    const broken = videoSource({ details: () => Promise.reject(new TypeError('a fault')) })
    expect(await thrown(videosOf(broken, answer).details(URL, NEVER))).toBeInstanceOf(TypeError)
  })

  test('tells the failure that says most', async () => {
    const videos = videosOf(
      failing('unsupported_site'),
      failing('site_blocked'),
      failing('download_failed'),
    )
    expect(await thrown(videos.details(URL, NEVER))).toMatchObject({
      ...{ code: 'site_blocked', message: 'words of site_blocked' },
    })
  })

  test('says how to install yt-dlp where nothing can read, or what can has failed', async () => {
    const missing = videoSource({ isInstalled: () => false })
    const nothing = await thrown(videosOf(missing).details(URL, NEVER))
    expect(nothing).toMatchObject({ code: 'not_installed' })
    expect(String(nothing)).toContain(INSTALL_YT_DLP)
    const blocked = await thrown(videosOf(missing, failing('site_blocked')).details(URL, NEVER))
    expect(blocked).toMatchObject({ code: 'site_blocked' })
    expect(String(blocked)).toContain(`words of site_blocked. yt-dlp may be able to read it`)
    expect(String(blocked)).toContain(INSTALL_YT_DLP)
  })

  test('downloads sound by a reader that is able to', async () => {
    const { audio: _, ...silent } = videoSource()
    const targets: string[] = []
    const speaking = videoSource({
      audio: async ({ target, maxBytes, deadlineMs }) => {
        targets.push(target)
        expect(maxBytes).toBe(9)
        expect(deadlineMs).toBeLessThanOrEqual(1_000)
        return { title: 'A talk' }
      },
    })
    const options = {
      target: '/tmp/a',
      maxBytes: 9,
      deadlineMs: 1_000,
      signal: NEVER,
      onProgress: () => undefined,
    }
    expect(await videosOf(silent, speaking).audio(URL, options)).toEqual({ title: 'A talk' })
    expect(targets).toEqual(['/tmp/a'])
    expect(await thrown(videosOf(silent).audio(URL, options))).toMatchObject({
      code: 'not_installed',
    })
  })

  test('hands on what picks the captions, and the limit of a list', async () => {
    const [track] = videoDetails().captions
    const source = videoSource({
      captions: async (_, choose) => {
        const details = videoDetails()
        const chosen = choose(details)
        if (chosen === undefined) return { details }
        return { details, file: { track: chosen, format: 'vtt', text: 'WEBVTT' } }
      },
      list: async ({ limit }) => videoListing({ total: limit }),
    })
    const found = async ({ file }: { file?: CaptionFile }) => file?.track
    const first = await videosOf(source).captions(URL, ({ captions }) => captions[0], found, NEVER)
    expect(first).toEqual(track)
    expect(await videosOf(source).captions(URL, () => undefined, found, NEVER)).toBeUndefined()
    expect((await videosOf(source).list(URL, 7, NEVER)).total).toBe(7)
  })

  test('ends a question at its time limit, and the reader with it', async () => {
    const stopped = Promise.withResolvers<unknown>()
    const videos = new Videos({
      sources: [hanging(stopped), videoSource()],
      turn: async () => undefined,
      leaveAlone: () => undefined,
      questionMs: 20,
    })
    expect(await thrown(videos.details(URL, NEVER))).toMatchObject({ code: 'download_timeout' })
    expect(await stopped.promise).toBeInstanceOf(DOMException)
  })

  test('ends a question with the reason of who has left', async () => {
    const stopped = Promise.withResolvers<unknown>()
    const leaving = new AbortController()
    const asking = Promise.withResolvers<void>()
    const videos = videosOf(hanging(stopped, asking.resolve), videoSource())
    const asked = thrown(videos.details(URL, leaving.signal))
    await asking.promise
    leaving.abort(new AppError('cancelled', 'gone'))
    expect(await asked).toMatchObject({ code: 'cancelled' })
    expect(await stopped.promise).toMatchObject({ code: 'cancelled' })
  })

  test('leaves a site alone that says for how long', async () => {
    const told: [string, number][] = []
    const details = () =>
      Promise.reject(new AppError('site_blocked', 'too often', { retryAfterSeconds: 30 }))
    const videos = new Videos({
      sources: [videoSource({ details })],
      turn: async () => undefined,
      leaveAlone: (host, ms) => void told.push([host, ms]),
    })
    expect(await thrown(videos.details(URL, NEVER))).toMatchObject({ retryAfterSeconds: 30 })
    expect(told).toEqual([['videos.test', 30_000]])
  })

  test('asks a site once more that is free again soon', async () => {
    const asked: string[] = []
    const busy = () =>
      Promise.reject(new AppError('site_blocked', 'too often', { retryAfterSeconds: 2 }))
    const videos = (answersAt: number) =>
      new Videos({
        sources: [
          videoSource({
            details: () =>
              asked.push('asked') < answersAt ? busy() : Promise.resolve(videoDetails()),
          }),
        ],
        turn: async () => void asked.push('turn'),
        leaveAlone: (_, ms) => void asked.push(`left alone ${ms}`),
      })
    expect(await videos(4).details(URL, NEVER)).toEqual(videoDetails())
    expect(asked.splice(0)).toEqual(['turn', 'asked', 'left alone 2000', 'turn', 'asked'])
    expect(await thrown(videos(9).details(URL, NEVER))).toMatchObject({ code: 'site_blocked' })
    expect(asked.filter((one) => one === 'asked').length).toBe(2)
  })

  test('waits for the turn of the site before each reader, whichever of its names is used', async () => {
    const turns: string[] = []
    const videos = new Videos({
      sources: [failing('site_blocked'), videoSource()],
      turn: async (host) => void turns.push(host),
      leaveAlone: () => undefined,
    })
    await videos.details(URL, NEVER)
    await videos.details('https://youtu.be/abcdefghijk', NEVER)
    await videos.details('https://m.youtube.com/watch?v=abcdefghijk', NEVER)
    const [other, tube] = ['videos.test', 'www.youtube.com']
    expect(turns).toEqual([other, other, tube, tube, tube, tube])
  })
})

describe('an address', () => {
  const seen = (asked: string[]) =>
    videosOf(
      videoSource({
        details: async ({ url }) => {
          asked.push(url)
          return videoDetails()
        },
        list: async ({ url }) => {
          asked.push(url)
          return videoListing()
        },
      }),
    )

  test('of a front page names the channel, and one of a watched list the list', async () => {
    const asked: string[] = []
    const videos = seen(asked)
    const tube = 'https://www.youtube.com'
    const pairs = {
      [`${tube}/@someone`]: `${tube}/@someone`,
      [`${tube}/@someone/featured`]: `${tube}/@someone`,
      [`${tube}/channel/UCabc/featured/`]: `${tube}/channel/UCabc`,
      [`${tube}/@someone/shorts`]: `${tube}/@someone/shorts`,
      [`${tube}/playlist?list=PLa`]: `${tube}/playlist?list=PLa`,
      [`${tube}/watch?v=abcdefghijk&list=PLa&index=2`]: `${tube}/playlist?list=PLa`,
      'https://youtu.be/abcdefghijk?list=PLa': `${tube}/playlist?list=PLa`,
      [`${tube}/watch?v=abcdefghijk&list=RDabcdefghijk`]: `${tube}/watch?v=abcdefghijk&list=RDabcdefghijk`,
      'https://videos.test/@someone': 'https://videos.test/@someone',
    }
    for (const url of Object.keys(pairs)) await videos.list(url, 1, NEVER)
    expect(asked).toEqual(Object.values(pairs))
  })

  test('of a video loses the list that it was found in', async () => {
    const asked: string[] = []
    const videos = seen(asked)
    await videos.details('https://www.youtube.com/watch?v=abcdefghijk&list=PLa&index=2&t=5', NEVER)
    await videos.details('https://youtu.be/abcdefghijk?list=PLa', NEVER)
    await videos.details('https://videos.test/watch?list=7', NEVER)
    expect(asked).toEqual([
      'https://www.youtube.com/watch?v=abcdefghijk&t=5',
      'https://youtu.be/abcdefghijk',
      'https://videos.test/watch?list=7',
    ])
  })

  test('that is none is refused with what was probably meant', async () => {
    const words = {
      '@someone': 'https://www.youtube.com/@someone',
      dQw4w9WgXcQ: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'youtube.com/watch?v=dQw4w9WgXcQ': 'https://youtube.com/watch?v=dQw4w9WgXcQ',
      'file:///etc/passwd': 'http or https',
      'ytsearch:cats': 'http or https',
      '--exec=id': 'http or https',
    }
    for (const [url, hint] of Object.entries(words)) {
      const error = await thrown(videosOf(videoSource()).details(url, NEVER))
      expect(error).toMatchObject({ code: 'invalid', param: 'url' })
      expect(String(error)).toContain(hint)
    }
  })
})
