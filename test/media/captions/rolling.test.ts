import { expect, test } from 'bun:test'
import { readCaptions } from '../../../src/media/captions/read-captions.ts'
import * as files from '../../support/caption-files.ts'

const SPEECHES = 60

function words(text: string): string[] {
  return (readCaptions(text) ?? []).flatMap((segment) => segment.text.split(' '))
}

/** Starts in order, ends after them, and within each segment the words that its text has. */
function expectTidy(text: string): void {
  let earliest = 0
  for (const { start, end, text: said, words: timed } of readCaptions(text) ?? []) {
    expect(start).toBeGreaterThanOrEqual(earliest)
    expect(end).toBeGreaterThanOrEqual(start)
    earliest = start
    if (timed === undefined) continue
    expect(timed.map(({ word }) => word).join(' ')).toBe(said)
    for (const one of timed) {
      expect(one.start).toBeGreaterThanOrEqual(earliest)
      expect(one.end).toBeLessThanOrEqual(end)
      earliest = one.start
    }
  }
}

/** Ways in which sites write what was said so that lines said twice can be told from shown ones. */
const EXACT: Record<string, (lines: readonly files.SpokenLine[]) => string> = {
  'json3 of YouTube': files.youtubeJson3,
  'WebVTT of YouTube': files.youtubeVtt,
  'SRT made of it': files.youtubeSrt,
  'one row': (lines) => files.rollUp(lines, 1),
  'two rows': (lines) => files.rollUp(lines, 2),
  'three rows': (lines) => files.rollUp(lines, 3),
  'two lines a cue': (lines) => files.stacked(lines, 2),
  TTML: (lines) => files.ttml(lines, 'clock'),
  'TTML in ticks': (lines) => files.ttml(lines, 'ticks'),
  'TTML with words': (lines) => files.ttml(lines, 'words'),
  'segments of a stream': (lines) => files.streamSegments(lines, 6000),
}

test('readCaptions gives every word of what is said once and in order, however a site writes it', () => {
  for (const [name, write] of Object.entries(EXACT))
    for (let seed = 0; seed < SPEECHES; seed += 1) {
      const lines = files.speech(seed)
      expect([name, seed, words(write(lines))]).toEqual([name, seed, files.spokenWords(lines)])
      if (seed < 20) expectTidy(write(lines))
    }
})

test('readCaptions gives every word once where lines are painted or joined', () => {
  for (let seed = 0; seed < SPEECHES; seed += 1) {
    const lines = files.speechWithoutEcho(seed, 1)
    expect([seed, words(files.painted(lines))]).toEqual([seed, files.spokenWords(lines)])
    const longer = files.speechWithoutEcho(seed, 3)
    expect([seed, words(files.flattened(longer))]).toEqual([seed, files.spokenWords(longer)])
  }
})
