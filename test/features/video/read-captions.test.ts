import { expect, test } from 'bun:test'
import { captionReader } from '../../../src/features/video/read-captions.ts'
import { Videos } from '../../../src/features/video/videos.ts'
import type { CaptionFile, VideoDetails, VideoSource } from '../../../src/media/contract-video.ts'
import { speech, spokenWords, youtubeJson3 } from '../../support/caption-files.ts'
import { thrown } from '../../support/thrown.ts'
import { videoDetails, videoSource } from '../../support/video-source.ts'

const URL = 'https://videos.test/watch/1'
const { signal } = new AbortController()

function readerOf(...sources: VideoSource[]) {
  return captionReader(
    new Videos({ sources, turn: async () => undefined, leaveAlone: () => undefined }),
  )
}

/** A site that sends a text as the captions that are picked. */
function sending(text: string, over: Partial<VideoDetails> = {}): VideoSource {
  const details = videoDetails({ durationSeconds: 9, ...over })
  return videoSource({
    captions: async (_, choose) => {
      const track = choose(details)
      const file: CaptionFile | undefined = track && { track, format: 'vtt', text }
      return file === undefined ? { details } : { details, file }
    },
  })
}

test('captionReader gives the segments of the captions that are picked, and what they are', async () => {
  const source = sending('1\n00:00:01,000 --> 00:00:02,000\nHallo\n', {
    captions: [
      { language: 'en', kind: 'native' },
      { language: 'de_AT', kind: 'automatic' },
    ],
  })
  expect(await readerOf(source)(URL, { language: 'de', signal })).toEqual({
    ...{ title: 'A talk', seconds: 9, language: 'de-AT', kind: 'automatic' },
    segments: [{ start: 1, end: 2, text: 'Hallo' }],
  })
  expect(await readerOf(source)(URL, { language: 'fr', signal })).toBeUndefined()
})

test('captionReader reads a long file in a thread, and stops it with the request', async () => {
  const lines = speech(1, 2000)
  const text = youtubeJson3(lines)
  const reader = readerOf(sending(text))
  const found = await reader(URL, { language: undefined, signal })
  const words = found?.segments.flatMap((segment) => segment.text.split(' '))
  expect(words).toEqual(spokenWords(lines))
  const stop = new AbortController()
  const reading = reader(URL, { language: undefined, signal: stop.signal })
  setImmediate(() => stop.abort(new Error('gone')))
  expect(await thrown(reading)).toMatchObject({ message: 'gone' })
})

test('captionReader asks the next reader where a site sends captions without any', async () => {
  const blocked = ['', 'WEBVTT\n\n', '<!DOCTYPE html><p>Are you a robot?</p>', '{"events":[]}']
  for (const text of blocked) {
    expect(await thrown(readerOf(sending(text))(URL, { language: 'en', signal }))).toMatchObject({
      code: 'site_blocked',
      message: 'Cannot read the captions: the site lists them in en, but sends a file without any',
    })
    const next = sending('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n')
    const found = await readerOf(sending(text), next)(URL, { language: 'en', signal })
    expect(found?.segments).toHaveLength(1)
  }
})

test('captionReader refuses a stream that is live, and reads none of its captions', async () => {
  let isRead = false
  const source = videoSource({
    captions: async (_, choose) => {
      const details = videoDetails({ liveStatus: 'live' })
      isRead = choose(details) !== undefined
      return { details }
    },
  })
  expect(await thrown(readerOf(source)(URL, { language: undefined, signal }))).toMatchObject({
    code: 'invalid',
    param: 'url',
  })
  expect(isRead).toBe(false)
})
