import { chatBody, pathOf } from './answers.ts'
import { type Bench, bearer, chatUrl, startHearth, startLeastGateway } from './bench.ts'
import { type Contestant, inTurns, median, medianRatio } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { wrk } from './wrk.ts'

/** Of the pass-through's rate; its key, admission, queue and usage row included. */
const OF_PASS_THROUGH = 0.4
/** Of what has keys, checks, usage rows and a log, and nothing else. */
const OF_LEAST_GATEWAY = 0.6
const OF_PORTKEY: Readonly<Record<number, number>> = { 1: 2.5, 8: 8 }

/** Answers a second that are not streamed; as many heavy tasks at a time as connections. */
export async function wholeAnswers(bench: Bench, connections: 1 | 8): Promise<Row[]> {
  const { upstream, passThrough, portkey, rounds, seconds } = bench
  await using hearth = await startHearth(bench, connections)
  await using least = await startLeastGateway(bench)
  const body = chatBody('whole')
  const shoot = (url: string, headers: Record<string, string>[]) => async () =>
    (await wrk({ url, headers, body }, connections, seconds)).perSecond
  const keys = connections === 1 ? hearth.keys.slice(0, 1) : hearth.keys
  const contestants: Contestant[] = [
    { name: 'pass-through', rate: shoot(passThrough.url + pathOf('whole'), [{}]) },
    { name: 'Hearth', rate: shoot(chatUrl(hearth), keys.map(bearer)) },
    { name: 'least gateway', rate: shoot(chatUrl(least), least.keys.map(bearer)) },
  ]
  if (portkey !== undefined) {
    const headers = {
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream.url}/whole/v1`,
      authorization: 'Bearer none',
    }
    contestants.push({ name: 'Portkey', rate: shoot(chatUrl(portkey), [headers]) })
  }
  const rates = await inTurns(contestants, rounds)
  const [ofPassThrough = [], ofHearth = [], ofLeast = [], ofPortkey = []] = rates
  const row = (name: string, other: readonly number[], atLeast: number): Row => ({
    measure: `whole chat / ${name}, ${connections} conn`,
    value: medianRatio(ofHearth, other),
    unit: 'x',
    target: { atLeast },
    detail: `${perSecond('Hearth', median(ofHearth))}, ${perSecond(name, median(other))}`,
  })
  return [
    row('pass-through', ofPassThrough, OF_PASS_THROUGH),
    row('least gateway', ofLeast, OF_LEAST_GATEWAY),
    ...(portkey === undefined ? [] : [row('Portkey', ofPortkey, OF_PORTKEY[connections] ?? 1)]),
  ]
}
