import { expect, test } from 'bun:test'
import { historyEntryOf } from '../../../src/features/transcription/feature.ts'
import type { TranscribeInput } from '../../../src/features/transcription/transcript.ts'

const TRANSCRIPT = {
  ...{ text: 'Hello', language: 'en', seconds: 2, engine: 'whisper', model: null },
  segments: [{ start: 0, end: 2, text: 'Hello' }],
}

function sourceOf(url: string) {
  const input: TranscribeInput = {
    ...{ source: { type: 'url', url, id: 'a' }, preparedId: 'b', name: 'watch' },
    task: 'transcribe',
  }
  const finished = { owner: 'o', jobId: 'trs_1', input, title: 'A talk', transcript: TRANSCRIPT }
  const { title, data } = historyEntryOf(finished)
  return [title, data.source]
}

test('the history names an address without its query, and a video of YouTube by its id', () => {
  expect(sourceOf('https://example.com/talk.mp3?token=secret&v=1')).toEqual([
    ...['A talk', 'https://example.com/talk.mp3'],
  ])
  expect(sourceOf('https://www.youtube.com/watch?si=tracking&v=dQw4w9WgXcQ&t=4')).toEqual([
    ...['A talk', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ])
})
