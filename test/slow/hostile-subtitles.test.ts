import { expect, test } from 'bun:test'
import { answerTo, MAX_CUES } from '../../src/features/subtitles/subtitle-work.ts'
import { openTranslation } from '../../src/features/subtitles/translate-task.ts'
import { faultOf, linesOfAnswer } from '../../src/features/subtitles/translator.ts'
import { CUE_BOUNDS } from '../../src/media/subtitles/cues-of.ts'
import { startCpuTime } from '../support/stopwatch.ts'

const SIZE = 40_000
/** Work that grows with the square of its input takes minutes for the same. */
const MAX_MS = 4_000
const TIMES = '1\n00:00:01,000 --> 00:00:09,000\n'
const GERMAN = { tag: 'de', name: 'German', script: 'Latn' }

/** Inputs made to be slow. */
const PIECES = [
  'x',
  'a ',
  '漢',
  '👩‍👩‍👧 ',
  '\u0301',
  '<',
  '<i ',
  '<i>',
  '<i>a ',
  '</i>',
  '{\\',
  '{\\an8}',
]
  .concat(['&lt;', '<br>', '<br ', '- a\n', '\n', 'a\n', '1\n', '00:00:01 --> ', ', ', ' ', '\r'])
  .concat(['00:00:0', '-->', '```', '<font ', '1: ', '"', '[', '. '])

function ms(work: () => unknown): number {
  const cpuMs = startCpuTime()
  work()
  return cpuMs()
}

test('hostile subtitles, answers and texts are worked on in bounded time', () => {
  const slow: string[] = []
  const measure = (name: string, work: () => unknown) => {
    if (ms(work) > MAX_MS) slow.push(name)
  }
  for (const piece of PIECES) {
    const bait = piece.repeat(SIZE / piece.length)
    const bodies = [`${TIMES}${bait}`, `WEBVTT\n\n00:01.000 --> 00:02.000\n${bait}`, bait]
    for (const srt of bodies)
      measure(`perfect ${piece}`, () =>
        answerTo({ type: 'perfect', srt, bounds: CUE_BOUNDS, script: undefined }),
      )
    measure(`answer ${piece}`, () => linesOfAnswer(bait, 3))
    measure(`fault ${piece}`, () => faultOf(bait, `${bait}a`, { target: GERMAN, from: undefined }))
    measure(`text ${piece}`, () => openTranslation({ text: bait }, GERMAN, CUE_BOUNDS))
  }
  expect(slow).toEqual([])
})

test('more cues than the bound are refused, and that many at the same time are put one after another', () => {
  const cues = (count: number) => '00:00:01,000-->00:00:01,000\nabc def\n'.repeat(count)
  const refused = { type: 'perfect', srt: cues(MAX_CUES + 1), bounds: CUE_BOUNDS } as const
  expect(answerTo({ ...refused, script: undefined })).toMatchObject({
    ...{ type: 'refused', code: 'too_large' },
    reason: `There are ${MAX_CUES + 1} cues; at most ${MAX_CUES} are taken`,
  })
  const answer = answerTo({ ...refused, srt: cues(2000), script: undefined })
  expect(answer.type).toBe('perfect')
})
