import { join } from 'node:path'
import { type Bench, bearer, startHearth, startLeastGateway } from './bench.ts'
import { type Child, startScript } from './child.ts'
import { inTurns, median, medianRatio } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { wrk } from './wrk.ts'

const CONNECTIONS = 8
/** Ten callers; the rest of a table only stands there. */
const CALLERS = 10
const FURTHER_KEYS = 100_000 - CALLERS
const OF_SMALLEST_ROUTE = 1 / 3
/** Of a route that only looks up a key, sets the headers and logs a line. */
const OF_LEAST_GATEWAY = 0.7
/** A large table may cost this much of a small one's rate. */
const OF_SMALL_TABLE = 0.8

/** Answers of /auth-check to custom keys, their uses counted, with few and with many keys in the table. */
export async function authCheck(bench: Bench): Promise<Row[]> {
  const { folder, rounds, seconds } = bench
  await using smallest = await startScript('elysia', [], join(folder, 'elysia.log'))
  await using least = await startLeastGateway(bench)
  await using few = await startHearth(bench, 1)
  await using many = await startHearth(bench, 1, FURTHER_KEYS)
  const rate =
    ({ url, keys }: Child) =>
    async () => {
      const headers = keys.length === 0 ? [{}] : keys.slice(0, CALLERS).map(bearer)
      return (await wrk({ url: `${url}/auth-check`, headers }, CONNECTIONS, seconds)).perSecond
    }
  const [ofSmallest = [], ofLeast = [], ofFew = [], ofMany = []] = await inTurns(
    [
      { name: 'smallest Elysia route', rate: rate(smallest) },
      { name: 'least gateway', rate: rate(least) },
      { name: 'Hearth, few keys', rate: rate(few) },
      { name: 'Hearth, many keys', rate: rate(many) },
    ],
    rounds,
  )
  const row = (
    measure: string,
    [name, of]: [string, readonly number[]],
    [other, to]: [string, readonly number[]],
    atLeast: number,
  ): Row => ({
    measure: `${measure}, ${CONNECTIONS} conn`,
    value: medianRatio(of, to),
    unit: 'x',
    target: { atLeast },
    detail: `${perSecond(name, median(of))}, ${perSecond(other, median(to))}`,
  })
  const elysia: [string, readonly number[]] = ['Elysia', ofSmallest]
  const gateway: [string, readonly number[]] = ['least gateway', ofLeast]
  const small: [string, readonly number[]] = ['few keys', ofFew]
  const large: [string, readonly number[]] = ['100,000 keys', ofMany]
  return [
    row('/auth-check, few keys / smallest Elysia route', small, elysia, OF_SMALLEST_ROUTE),
    row('/auth-check, few keys / least gateway', small, gateway, OF_LEAST_GATEWAY),
    row('/auth-check, 100,000 keys / smallest Elysia route', large, elysia, OF_SMALLEST_ROUTE),
    row('/auth-check, 100,000 keys / few keys', large, small, OF_SMALL_TABLE),
  ]
}
