import { join } from 'node:path'
import { chatBody } from './answers.ts'
import { type Bench, bearer, chatUrl, startHearth } from './bench.ts'
import { startScript } from './child.ts'
import { inTurns, median, medianRatio } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { wrk } from './wrk.ts'

const CONNECTIONS = 8
const PLACES_OF_KEY = 2
const LEASES = 8
const OF_SMALLEST_ROUTE = 0.35

/** Answers a second that say 429: when a key's places are taken, and when all are. */
export async function refusals(bench: Bench): Promise<Row[]> {
  const { folder, rounds, seconds } = bench
  await using smallest = await startScript('elysia', [], join(folder, 'elysia.log'))
  const body = chatBody('whole')
  const smallestRate = async () =>
    (await wrk({ url: chatUrl(smallest), headers: [{}], body }, CONNECTIONS, seconds)).perSecond
  const rows: Row[] = []
  for (const [name, taken] of [
    ['key busy', PLACES_OF_KEY],
    ['house busy', LEASES],
  ] as const) {
    await using hearth = await startHearth(bench, 1)
    const left = new AbortController()
    const url = chatUrl(hearth)
    const holders = Array.from({ length: taken }, (_, index) => hearth.keys[index >> 1] ?? '')
    // Referenced to the end, because a garbage collected response releases its lease.
    const held = await Promise.all(holders.map((key) => take(url, key, left.signal)))
    // With all places taken, a key that holds none is refused as well.
    const client = hearth.keys.at(taken === LEASES ? -1 : 0) ?? ''
    const shot = { url, headers: [bearer(client)], body, refused: true }
    const [ofSmallest = [], ofHearth = []] = await inTurns(
      [
        { name: 'smallest Elysia route', rate: smallestRate },
        { name: 'Hearth', rate: async () => (await wrk(shot, CONNECTIONS, seconds)).perSecond },
      ],
      rounds,
    )
    if (held.some(({ bodyUsed }) => bodyUsed)) throw new Error('A place was given back')
    left.abort()
    rows.push({
      measure: `429, ${name} / smallest Elysia route, ${CONNECTIONS} conn`,
      value: medianRatio(ofHearth, ofSmallest),
      unit: 'x',
      target: { atLeast: OF_SMALLEST_ROUTE },
      detail: `${perSecond('Hearth', median(ofHearth))}, ${perSecond('Elysia', median(ofSmallest))}`,
    })
  }
  return rows
}

/** Takes a lease and keeps it: the stream's headers arrive when it is granted, and text never does. */
async function take(url: string, key: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key) },
    body: chatBody('hanging', true),
    signal,
  })
  if (response.status !== 200) throw new Error(`Cannot take a place: ${response.status}`)
  return response
}
