import { expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../support/process.ts'
import {
  answerOf,
  openSites,
  openYtDlp,
  question,
  reachedInside,
  withRealYtDlp,
} from '../support/real-yt-dlp.ts'
import { redirectAnswer } from '../support/test-internet.ts'

const HLS = 'application/vnd.apple.mpegurl'

/** A playlist of one segment, with lines of its own before it. */
function playlist(segment: string, ...lines: readonly string[]): string {
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', ...lines, '#EXTINF:4,', segment],
    '#EXT-X-ENDLIST\n',
  ].join('\n')
}

await withRealYtDlp(import.meta.path, () => {
  for (const bwrap of [undefined, '/nonexistent'])
    test(`streams with private parts reach nothing ${bwrap === undefined ? 'in' : 'without'} the sandbox`, async () => {
      await using net = await openSites()
      const source = openYtDlp(bwrap)
      using folder = tempFolder()
      net.path('/', answerOf('video/mp2t', 'secret'))
      net.path('/part.ts', redirectAnswer('http://127.0.0.1/'))
      net.path('/public.ts', answerOf('video/mp2t', 'x'.repeat(1880)))
      const streams = {
        segment: playlist('http://127.0.0.1/'),
        redirect: playlist('part.ts'),
        name: playlist('http://inside.test/'),
        key: playlist('public.ts', '#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1/"'),
        sample: playlist(
          'http://127.0.0.1/',
          '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="http://127.0.0.1/",KEYFORMAT="identity"',
        ),
        map: playlist('public.ts', '#EXT-X-MAP:URI="http://[::ffff:127.0.0.1]/"'),
        file: playlist('file:///etc/passwd'),
        master: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="mp4a.40.2"\nhttp://127.0.0.1/\n',
      }
      for (const [name, text] of Object.entries(streams))
        net.path(`/${name}.m3u8`, answerOf(HLS, text))
      const waiting = Object.keys(streams)
      const taken: string[] = []
      // Two at a time: each is a process.
      const work = async () => {
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          const target = join(folder.path, name)
          writeFileSync(target, '')
          const asked = question(`http://a.test/${name}.m3u8`)
          const isTaken = source.audio({ ...asked, target, maxBytes: 1_000_000 }).then(
            () => true,
            () => statSync(target).size > 0,
          )
          if (await isTaken) taken.push(name)
        }
      }
      await Promise.all([work(), work()])
      expect(reachedInside(net)).toEqual([])
      // Its head is left out, and its segment is public.
      expect(taken).toEqual(['map'])
    })
})
