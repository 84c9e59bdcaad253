import { expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import {
  answerOf,
  openSites,
  openYtDlp,
  pageOf,
  reachedInside,
  withRealYtDlp,
} from '../support/real-yt-dlp.ts'
import { speechWav } from '../support/recogniser.ts'
import { transcriptService } from '../support/transcripts.ts'

const WAV = speechWav(3)
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nThe river rose.\n'

await withRealYtDlp(import.meta.path, () => {
  test('GET /v1/transcript has captions of a page by yt-dlp, else listens to its sound, and to nothing private', async () => {
    await using net = await openSites()
    await using service = transcriptService({ videoSources: [openYtDlp()] })
    const source = '<source src="/a.wav" type="audio/wav">'
    const track = '<track kind="subtitles" src="/en.vtt" srclang="en">'
    net.path('/watch', pageOf(`<title>A river</title><video>${source}${track}</video>`))
    net.path('/silent', pageOf(`<title>No captions</title><video>${source}</video>`))
    net.path('/en.vtt', answerOf('text/vtt', VTT))
    net.path('/a.wav', (socket) => sendWav(socket))
    net.path('/away', answerOf('text/html', '<video src="http://inside.test/a.wav"></video>'))
    const ask = async (path: string, query = '') => {
      const url = encodeURIComponent(`http://${path}`)
      const answer = await service.asOwner('GET', `/v1/transcript?url=${url}${query}`)
      return [answer.status, await answer.json()]
    }
    // One after another: each starts yt-dlp, which waits for 15 s for this process.
    const watched = await ask('a.test/watch')
    const heard = await ask('b.test/silent', '&language=de')
    const direct = await ask('c.test/a.wav', '&source=generated')
    const away = await ask('c.test/away')
    expect(watched).toMatchObject([
      200,
      {
        ...{ source: 'native', kind: 'native', language: 'en', cached: false },
        ...{ text: 'The river rose.', segments: [{ start: 1, end: 3, text: 'The river rose.' }] },
      },
    ])
    const spoken = { source: 'generated', text: 'word 1 word 2', duration_seconds: 3 }
    expect(heard).toMatchObject([200, { ...spoken, language: 'de' }])
    expect(direct).toMatchObject([200, { ...spoken, title: 'a.wav' }])
    expect(away[0]).toBeGreaterThanOrEqual(400)
    expect(reachedInside(net)).toEqual([])
  })
})

function sendWav(socket: Socket): void {
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: ${WAV.byteLength}\r\nconnection: close\r\n\r\n`,
  )
  socket.end(WAV)
}
