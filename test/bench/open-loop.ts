import { chatBody, pathOf } from './answers.ts'
import { type Bench, bearer, chatUrl, startHearth } from './bench.ts'
import { quantile } from './numbers.ts'
import type { Row } from './report.ts'

/** Requests a second. */
const RATES = [100, 500, 1_000, 2_000]
const QUANTILES = [0.5, 0.99, 0.999]
const WARM_UP = { perSecond: 500, seconds: 2 }
/** Requests that Hearth takes at a time: two of each key. */
const WIDTH = 512
const TIMEOUT_MS = 30_000
/** Of the added time, with the lowest rate. */
const P99_MS = 5

interface Target {
  name: string
  url: string
  /** The requests use them in turn. */
  headers: readonly Record<string, string>[]
}

/** What requests at one rate took with one target. */
export interface OpenLoopResult {
  name: string
  perSecond: number
  /** Milliseconds at each of p50, p99 and p99.9, from the planned time of sending. */
  times: readonly number[]
  failures: number
}

/** Lines of the table: the time that each gateway adds to a direct request, at each rate. */
export async function openLoopResults(bench: Bench): Promise<OpenLoopResult[]> {
  const { upstream, passThrough, portkey } = bench
  await using hearth = await startHearth(bench, WIDTH)
  const path = pathOf('whole')
  const targets: Target[] = [
    { name: 'direct', url: upstream.url + path, headers: [{}] },
    { name: 'pass-through', url: passThrough.url + path, headers: [{}] },
    { name: 'Hearth', url: chatUrl(hearth), headers: hearth.keys.map(bearer) },
  ]
  if (portkey !== undefined) {
    const headers = {
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream.url}/whole/v1`,
      authorization: 'Bearer none',
    }
    targets.push({ name: 'Portkey', url: chatUrl(portkey), headers: [headers] })
  }
  const results: OpenLoopResult[] = []
  for (const target of targets) await openLoop(target, WARM_UP.perSecond, WARM_UP.seconds)
  for (const perSecond of RATES) {
    const times: number[][] = targets.map(() => [])
    const failures = targets.map(() => 0)
    // In turn, so that what else the machine does hits all alike.
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [index, target] of targets.entries()) {
        const round = await openLoop(target, perSecond, bench.seconds)
        times[index]?.push(...round.times)
        failures[index] = (failures[index] ?? 0) + round.failures
      }
    }
    for (const [index, { name }] of targets.entries())
      results.push({
        name,
        perSecond,
        times: QUANTILES.map((q) => quantile(times[index] ?? [], q)),
        failures: failures[index] ?? 0,
      })
  }
  return results
}

/** As rows of the bench: what Hearth adds to a direct request at p99. */
export async function openLoopRows(bench: Bench): Promise<Row[]> {
  const results = await openLoopResults(bench)
  return RATES.map((perSecond) => {
    const ofRate = addedTimes(results).filter((one) => one.perSecond === perSecond)
    const hearth = ofRate.find(({ name }) => name === 'Hearth')
    return {
      measure: `added time at ${perSecond}/s, p99`,
      value: hearth?.times[1] ?? Number.NaN,
      unit: 'ms',
      target: { below: P99_MS },
      detail: ofRate.map((one) => `${one.name} ${cells(one).join(' / ')}`).join(', '),
    }
  })
}

/** The results without the direct requests, which are subtracted from the others. */
export function addedTimes(results: readonly OpenLoopResult[]): OpenLoopResult[] {
  return results.flatMap((one) => {
    const direct = results.find(
      ({ name, perSecond }) => name === 'direct' && perSecond === one.perSecond,
    )
    if (direct === undefined || direct === one) return []
    return [{ ...one, times: one.times.map((ms, index) => ms - (direct.times[index] ?? 0)) }]
  })
}

/** p50, p99 and p99.9 in milliseconds, then the requests without an answer. */
export function cells({ times, failures }: OpenLoopResult): string[] {
  return [...times.map((ms) => ms.toFixed(2)), String(failures)]
}

/**
 * Sends requests at planned times, whether or not the earlier ones were answered. Each time counts from
 * the planned one: a gateway that stops for a moment pays for all requests that it has kept waiting.
 */
async function openLoop(
  { url, headers }: Target,
  perSecond: number,
  seconds: number,
): Promise<{ times: number[]; failures: number }> {
  const body = chatBody('whole')
  const total = Math.round(perSecond * seconds)
  const startAt = performance.now()
  const times: number[] = []
  let failures = 0
  const send = async (number: number) => {
    const plannedAt = startAt + (number * 1000) / perSecond
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers[number % headers.length] },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      if (response.status === 200) times.push(performance.now() - plannedAt)
      else failures += 1
    } catch {
      failures += 1
    }
  }
  const sent: Promise<void>[] = []
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startAt) * perSecond) / 1000) + 1)
    while (sent.length < due) sent.push(send(sent.length))
    await Bun.sleep(1)
  }
  await Promise.all(sent)
  return { times, failures }
}
