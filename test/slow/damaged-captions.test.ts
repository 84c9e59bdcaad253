import { expect, test } from 'bun:test'
import { MAX_CAPTION_CHARACTERS, readCaptions } from '../../src/media/captions/read-captions.ts'
import * as files from '../support/caption-files.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startCpuTime } from '../support/stopwatch.ts'

const DAMAGED = 10_000
/** A reading that takes quadratic time takes hours instead. */
const MAX_READING_MS = 20_000

test('readCaptions reads damaged files without an error and with times in order', () => {
  const random = seededRandom(1)
  const spoil = (text: string): string => {
    const at = Math.floor(random() * text.length)
    const to = at + Math.floor(random() * 200)
    const kind = random()
    if (kind < 0.3) return text.slice(0, at) + text.slice(to)
    if (kind < 0.6) return text.slice(0, at) + text.slice(to, to + 100) + text.slice(at)
    if (kind < 0.8)
      return text.slice(0, at) + String.fromCharCode(random() * 65_536) + text.slice(at + 1)
    const digit = String(Math.floor(random() * 10))
    return text.slice(0, at) + text.slice(at).replaceAll(digit, '99999999')
  }
  for (let number = 0; number < DAMAGED; number += 1) {
    const lines = files.speech(number, 6)
    const writers = [files.youtubeVtt, files.youtubeJson3, files.youtubeSrt, files.painted]
    const text = writers[number % 5]?.(lines) ?? files.ttml(lines, 'words')
    let earliest = 0
    for (const { start, end } of readCaptions(spoil(spoil(text))) ?? []) {
      expect(start).toBeGreaterThanOrEqual(earliest)
      expect(end).toBeGreaterThanOrEqual(start)
      earliest = start
    }
  }
})

test('readCaptions reads what is made to be slow in bounded time', () => {
  const size = MAX_CAPTION_CHARACTERS / 10
  const filled = (unit: string, start = '', end = '') =>
    start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end
  const cue = '00:01.000 --> 00:01.000\n'
  const slow: Record<string, string> = {
    'many cues at one time': filled(`${cue}a\n\n`, 'WEBVTT\n\n'),
    'lines in one cue': filled('a\n', `WEBVTT\n\n${cue}`),
    'words in one line': filled('a ', `WEBVTT\n\n${cue}`),
    'times in one line': filled('<00:01.000> a', `WEBVTT\n\n${cue}`),
    'open tags': filled('<c ', `WEBVTT\n\n${cue}`),
    'ruby text': filled('<rt>', `WEBVTT\n\n${cue}`),
    references: filled('&amp', `WEBVTT\n\n${cue}`),
    headers: filled('WEBVTT\n\n'),
    arrows: filled('00:01.000 -', 'WEBVTT\n\n'),
    'nested elements': filled('<p begin="1s">', '<tt>'),
    'closed elements': filled('</q>', `<tt>${'<p>'.repeat(100)}`),
    paragraphs: filled('<p begin="1s">a</p>', '<tt><body>', '</body></tt>'),
    'line breaks': filled('<br/>a', '<tt><body><p begin="1s">', '</p></body></tt>'),
    attributes: filled(' a="1"', '<tt'),
    'json3 of empty segments': filled('{"utf8":""},', '{"events":[{"tStartMs":1,"segs":[', '0]}]}'),
    'json3 of appended text': filled(
      '{"tStartMs":1,"aAppend":1,"segs":[{"utf8":"a"}]},',
      '{"events":[',
      '0]}',
    ),
    'json3 of line breaks': filled('\\n', '{"events":[{"tStartMs":1,"segs":[{"utf8":"', '"}]}]}'),
    'growing lines': `WEBVTT\n\n${Array.from({ length: 2000 }, (_, index) => `00:01.000 --> 00:02.000\n${'a '.repeat(index)}\n\n`).join('')}`,
  }
  for (const [name, text] of Object.entries(slow)) {
    const cpuMs = startCpuTime()
    readCaptions(text)
    expect([name, cpuMs() < MAX_READING_MS]).toEqual([name, true])
  }
  expect(readCaptions(' '.repeat(MAX_CAPTION_CHARACTERS + 1))).toBeUndefined()
})
