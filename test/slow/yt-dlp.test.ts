import { expect, test } from 'bun:test'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usableBwrap } from '../support/bwrap.ts'
import { tempFolder } from '../support/process.ts'
import {
  answerOf,
  codeOf,
  openSites,
  openYtDlp,
  pageOf,
  question,
  reachedInside,
  withRealYtDlp,
} from '../support/real-yt-dlp.ts'

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello river\n'
const SOUND = 'ID3'.padEnd(200_000, 'x')

await withRealYtDlp(import.meta.path, () => {
  const source = openYtDlp()

  test('yt-dlp runs in its sandbox, and reads players, metadata and captions', async () => {
    await using net = await openSites()
    expect(await source.find()).toMatchObject({
      isOld: false,
      bwrap: usableBwrap(),
    })
    net.path(
      '/watch',
      pageOf(
        '<title>A river</title><video poster="/p.jpg"><source src="/a.mp4" type="video/mp4"><track kind="subtitles" src="/en.vtt" srclang="en"><track kind="captions" src="/empty.vtt" srclang="de"></video>',
      ),
    )
    net.path('/en.vtt', answerOf('text/vtt', VTT))
    net.path('/a.mp4', answerOf('video/mp4', SOUND))
    net.path('/empty.vtt', answerOf('text/vtt', ''))
    const choose = (language: string) => () => ({ language, kind: 'native' as const })
    const [captions, empty, linked] = await Promise.all([
      source.captions(question('http://a.test/watch'), choose('en')),
      codeOf(source.captions(question('http://a.test/watch'), choose('de'))),
      (async () => {
        net.path(
          '/ld',
          pageOf(
            `<script type="application/ld+json">${JSON.stringify({
              '@context': 'https://schema.org',
              '@type': 'VideoObject',
              ...{ name: 'Linked', description: 'Text', contentUrl: 'https://a.test/a.mp4' },
              ...{ duration: 'PT8S', uploadDate: '2026-01-02T03:04:05Z', author: 'Ada' },
            })}</script>`,
          ),
        )
        return source.details(question('https://a.test/ld'))
      })(),
    ])
    expect(captions.file).toEqual({
      track: { language: 'en', kind: 'native' },
      format: 'vtt',
      text: VTT,
    })
    expect(captions.details).toMatchObject({
      ...{ site: 'generic', url: 'http://a.test/watch', title: expect.stringMatching(/^A river/) },
      thumbnails: [{ url: 'http://a.test/p.jpg' }],
      captions: [
        { language: 'en', kind: 'native' },
        { language: 'de', kind: 'native' },
      ],
    })
    expect(empty).toBe('site_blocked')
    expect(linked).toMatchObject({
      ...{ title: 'Linked', description: 'Text', durationSeconds: 8 },
      publishedAt: '2026-01-02T03:04:05.000Z',
    })
    expect(reachedInside(net)).toEqual([])
  })

  test('captions in pieces are put together by yt-dlp', async () => {
    await using net = await openSites()
    const m3u8 = (lines: readonly string[]) =>
      answerOf('application/vnd.apple.mpegurl', ['#EXTM3U', ...lines, ''].join('\n'))
    net.path(
      '/m.m3u8',
      m3u8([
        '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="/s.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.42e00a,mp4a.40.2",SUBTITLES="s"',
        '/v.m3u8',
      ]),
    )
    net.path('/v.m3u8', m3u8(['#EXT-X-TARGETDURATION:5', '#EXTINF:5,', '/v.ts', '#EXT-X-ENDLIST']))
    net.path(
      '/s.m3u8',
      m3u8([
        '#EXT-X-TARGETDURATION:5',
        '#EXTINF:5,',
        '/s1.vtt',
        '#EXTINF:5,',
        '/s2.vtt',
        '#EXT-X-ENDLIST',
      ]),
    )
    net.path('/s1.vtt', answerOf('text/vtt', VTT))
    net.path(
      '/s2.vtt',
      answerOf('text/vtt', VTT.replaceAll('00:0', '00:1').replace('Hello', 'Bye')),
    )
    const { file } = await source.captions(
      question('http://a.test/m.m3u8'),
      ({ captions }) => captions[0],
    )
    expect(file).toMatchObject({ format: 'vtt', track: { language: 'en', kind: 'native' } })
    expect(file?.text).toMatch(/Hello river[\s\S]*Bye river/)
  })

  test('feeds and pages with several players are lists', async () => {
    await using net = await openSites()
    const items = Array.from(
      { length: 1_000 },
      (_, at) =>
        `<item><title>Part ${at}</title><link>http://a.test/${at}</link><enclosure url="http://a.test/${at}.mp3" type="audio/mpeg"/><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item>`,
    )
    net.path(
      '/feed',
      answerOf(
        'application/rss+xml',
        `<?xml version="1.0"?><rss version="2.0"><channel><title>Parts</title><description>All</description>${items.join('')}</channel></rss>`,
      ),
    )
    net.path(
      '/two',
      pageOf('<title>Two</title><video src="/a.mp4"></video><video src="/b.mp4"></video>'),
    )
    const [feed, two] = await Promise.all([
      source.list({ ...question('http://a.test/feed'), limit: 200 }),
      source.list({ ...question('http://a.test/two'), limit: 10 }),
    ])
    expect([feed.title, feed.description, feed.total, feed.entries.length]).toEqual([
      ...['Parts', 'All', 1_000, 200],
    ])
    expect(feed.entries[199]).toMatchObject({ title: 'Part 199' })
    expect(feed.entries.filter(({ url }) => url.includes('#'))).toEqual([])
    expect(two.entries.map(({ title }) => title)).toEqual(['Two (1)', 'Two (2)'])
  })

  test('sound is downloaded to its file, within its bound', async () => {
    await using net = await openSites()
    using folder = tempFolder()
    const target = join(folder.path, 'sound')
    writeFileSync(target, '')
    net.path('/a.mp3', answerOf('audio/mpeg', SOUND))
    net.path('/page', pageOf('<title>A river</title><video src="/a.mp3"></video>'))
    net.path('/endless.mp3', (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(SOUND));
      }
      socket.on('drain', more)
      more()
    })
    const steps: [number, number | undefined][] = []
    const done = await source.audio({
      ...question('http://a.test/page'),
      ...{ target, maxBytes: 1_000_000 },
      onProgress: (bytes, total) => steps.push([bytes, total]),
    })
    expect(done.title).toMatch(/^A river/)
    expect(await Bun.file(target).text()).toBe(SOUND)
    expect(statSync(target).mode & 0o777).toBe(0o600)
    expect(steps.at(-1)).toEqual([SOUND.length, SOUND.length])
    const [announced, endless] = await Promise.all(
      ['http://a.test/a.mp3', 'http://a.test/endless.mp3'].map((url) =>
        codeOf(source.audio({ ...question(url), target, maxBytes: 100_000 })),
      ),
    )
    expect([announced, endless]).toEqual(['too_large', 'too_large'])
    expect(readdirSync(folder.path)).toEqual(['sound'])
  })
})
