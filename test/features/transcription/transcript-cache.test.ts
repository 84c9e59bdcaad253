import { expect, test } from 'bun:test'
import { openDatabase } from '../../../src/db/open.ts'
import { TranscriptCacheStore } from '../../../src/features/transcription/transcript-cache-store.ts'
import {
  MAX_CACHED_TRANSCRIPT_BYTES,
  TRANSCRIPT_CACHE_HOURS,
  TranscriptCache,
} from '../../../src/features/transcription/video-transcriber.ts'
import type { CachedTranscript } from '../../../src/features/transcription/video-transcript.ts'

const HEARD: CachedTranscript = {
  ...{ source: 'generated', language: 'en', title: 'Talk', seconds: 2, text: 'Hello' },
  ...{ segments: [{ start: 0, end: 2, text: 'Hello' }], engine: 'whisper', model: null },
}
const URL = 'https://example.com/talk'

function fixture() {
  const db = openDatabase(':memory:')
  const store = new TranscriptCacheStore(db)
  const clock = { now: 1 }
  const rows = () =>
    db.sqlite.query('SELECT key, bytes FROM transcript_cache ORDER BY expires_at').values()
  return { store, clock, rows, cache: new TranscriptCache({ store, now: () => clock.now }) }
}

test('a transcript answers its source and auto, in its language only, until it has expired', () => {
  const { cache, clock, rows } = fixture()
  cache.keep({ url: URL, source: 'auto', language: 'EN' }, HEARD)
  expect(cache.find({ url: URL, source: 'auto', language: 'en' })).toEqual(HEARD)
  expect(cache.has({ url: URL, source: 'generated', language: 'en' })).toBe(true)
  expect(cache.has({ url: URL, source: 'native', language: 'en' })).toBe(false)
  expect(cache.has({ url: URL, source: 'auto' })).toBe(false)
  cache.keep({ url: URL, source: 'auto', language: 'en' }, { ...HEARD, text: 'Later' })
  expect([cache.find({ url: URL, source: 'auto', language: 'en' })?.text, rows().length]).toEqual([
    ...['Later', 1],
  ])
  clock.now += TRANSCRIPT_CACHE_HOURS * 3_600_000
  expect(cache.find({ url: URL, source: 'auto', language: 'en' })).toBeUndefined()
  cache.sweep()
  expect(rows()).toEqual([])
})

test('one that was asked for as generated is no answer to auto, which may have cheaper captions', () => {
  const { cache } = fixture()
  cache.keep({ url: URL, source: 'generated' }, HEARD)
  expect(cache.find({ url: URL, source: 'generated' })).toEqual(HEARD)
  expect(cache.has({ url: URL, source: 'auto' })).toBe(false)
  cache.keep({ url: URL, source: 'auto' }, { ...HEARD, source: 'native' })
  expect(cache.find({ url: URL, source: 'auto' })?.source).toBe('native')
  expect(cache.find({ url: URL, source: 'native' })?.source).toBe('native')
})

test('one that is too large is not kept; of too many, or too much, the oldest go', () => {
  const { cache, store, rows } = fixture()
  const text = 'x'.repeat(MAX_CACHED_TRANSCRIPT_BYTES)
  cache.keep({ url: URL, source: 'auto' }, { ...HEARD, text })
  expect(rows()).toEqual([])
  for (let index = 1; index <= 5; index += 1)
    store.put({ key: `${index}`, bytes: index, value: '{}', expiresAt: 10 + index })
  store.shrink(5, 15)
  expect(rows().length).toBe(5)
  store.shrink(4, 15)
  expect(rows().map(([key]) => key)).toEqual(['2', '3', '4', '5'])
  store.shrink(4, 11)
  expect(rows().map(([key]) => key)).toEqual(['4', '5'])
})
