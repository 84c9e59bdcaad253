import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { VideoRequest } from '../../src/media/contract-video.ts'
import { YoutubeSource } from '../../src/media/video/youtube-source.ts'
import {
  inTestInternet,
  redirectAnswer,
  TestInternet,
  textAnswer,
} from '../support/test-internet.ts'
import { thrown } from '../support/thrown.ts'
import * as answers from '../support/youtube/youtube-answers.ts'

const OWN = '93.184.0.1'
const ID = 'dQw4w9WgXcQ'
const QUERY = '?prettyPrint=false&alt=json'
const PLAYER = `/youtubei/v1/player${QUERY}`

function request(more: Partial<VideoRequest> = {}): VideoRequest {
  const { signal } = new AbortController()
  return { url: `https://youtu.be/${ID}`, deadlineMs: 40_000, signal, ...more }
}

function json(value: object): string {
  return textAnswer(JSON.stringify(value), '200 OK', ['content-type: application/json'])
}

/** Names YouTube in the test's own network, over TLS. */
async function openYoutube(): Promise<TestInternet> {
  const net = await TestInternet.open()
  net.name('www.youtube.com', [OWN])
  net.path(PLAYER, json(answers.player(ID, [])))
  return net
}

/** Holds the player's answer back until the connection is closed by who asked. */
function holdPlayer(net: TestInternet) {
  const asked = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isAsked = false
  net.path(PLAYER, (socket) => {
    socket.once('close', () => closed.resolve())
    isAsked = true
    asked.resolve()
  })
  return { asked: asked.promise, closed: closed.promise, isAsked: () => isAsked }
}

inTestInternet(import.meta.path, () => {
  test('the thread asks YouTube at a checked address, past the proxy of the environment', async () => {
    await using net = await openYoutube()
    let proxied = 0
    await using proxy = createServer((socket) => {
      proxied += 1
      socket.destroy()
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    proxy.listen(0, '127.0.0.1', resolve)
    await promise
    const address = proxy.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    // Threads begin with what the process was started with, and keep what is deleted later.
    const value = `http://127.0.0.1:${port}`
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, '../support/youtube-question.ts'), request().url],
      {
        env: { ...process.env, HTTPS_PROXY: value, https_proxy: value },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    expect(await new Response(child.stdout).text()).toBe(`Video ${ID}\n`)
    expect(proxied).toBe(0)
    expect(new Set(net.received.map(({ servername }) => servername))).toEqual(
      new Set(['www.youtube.com']),
    )
    const player = net.received.find(({ line }) => line.includes('/player'))
    expect(player?.headers.get('user-agent')).toContain('com.google.android.youtube')
    expect(player?.headers.has('cookie')).toBe(false)
  })

  test('no other host is asked, whatever YouTube redirects to, and no private address', async () => {
    await using net = await openYoutube()
    net.name('a.test', [OWN])
    net.path('/stolen', json(answers.player(ID, [])))
    net.path(PLAYER, redirectAnswer('https://a.test/stolen', '307 Elsewhere'))
    using source = new YoutubeSource()
    expect(await thrown(source.details(request()))).toMatchObject({
      code: 'download_failed',
      message:
        'YouTube cannot be reached. Cannot download from a.test: this host is not asked here',
    })
    expect(net.received.some(({ line }) => line.includes('/stolen'))).toBe(false)
    net.name('www.youtube.com', ['127.0.0.1'])
    expect(await thrown(source.details(request()))).toMatchObject({
      code: 'download_failed',
      message: expect.stringContaining('there is no such host on the public internet'),
    })
    // What the first question has sent besides may arrive later, at YouTube's own address.
    expect(net.received.filter(({ address }) => address !== OWN)).toEqual([])
  })

  test('an answer that never comes ends at the deadline, and one that nobody awaits at once', async () => {
    await using net = await openYoutube()
    using source = new YoutubeSource()
    await source.details(request())
    const late = holdPlayer(net)
    // A deadline that ends before the question arrives closes nothing.
    for (let deadlineMs = 500; !late.isAsked(); deadlineMs *= 2)
      expect(await thrown(source.details(request({ deadlineMs })))).toMatchObject({
        code: 'download_timeout',
      })
    await late.closed
    const leaving = new AbortController()
    const held = holdPlayer(net)
    const left = thrown(source.details(request({ signal: leaving.signal })))
    await held.asked
    leaving.abort(new Error('left'))
    expect(await left).toEqual(new Error('left'))
    await held.closed
    // The next question gets a thread of its own.
    net.path(PLAYER, json(answers.player(ID, [])))
    expect(await source.details(request())).toMatchObject({ id: ID })
  })
})
