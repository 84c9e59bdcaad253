import { chatBody, framesOf, pathOf } from './answers.ts'
import { type Bench, chatUrl, startHearth } from './bench.ts'
import { inTurns, median, medianRatio } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { streamRate } from './stream-client.ts'

const OF_PASS_THROUGH = 0.35

/** Chunks a second of long streamed answers. */
export async function relay(
  bench: Bench,
  answer: 'separate' | 'together',
  connections: 1 | 8,
): Promise<Row[]> {
  const { passThrough, rounds, seconds } = bench
  await using hearth = await startHearth(bench, connections)
  const shot = { body: chatBody(answer, true), frames: framesOf(answer) }
  const passing = { ...shot, url: passThrough.url + pathOf(answer) }
  const asking = hearth.keys
    .slice(0, connections)
    .map((key) => ({ ...shot, url: chatUrl(hearth), key }))
  const [ofPassThrough = [], ofHearth = []] = await inTurns(
    [
      {
        name: 'pass-through',
        rate: () => streamRate(Array(connections).fill(passing), seconds),
      },
      { name: 'Hearth', rate: () => streamRate(asking, seconds) },
    ],
    rounds,
  )
  return [
    {
      measure: `relay, chunks sent ${answer === 'separate' ? 'one by one' : 'in one write'}, ${connections} conn`,
      value: medianRatio(ofHearth, ofPassThrough),
      unit: 'x',
      target: { atLeast: OF_PASS_THROUGH },
      detail: `chunks: ${perSecond('Hearth', median(ofHearth))}, ${perSecond('pass-through', median(ofPassThrough))}`,
    },
  ]
}
