/** One that takes part in a comparison. */
export interface Contestant {
  name: string
  /** One short round. @returns Answers, or frames, per second */
  rate: () => Promise<number>
}

/**
 * Until the code of a whole request is compiled. For its first 6 s under load the service spends a third of
 * its processor time on compiling, and what is not compiled yet is half as slow again.
 */
const WARM_UP_MS = 8000

/**
 * Lets the contestants run in turn, round after round, so that what else the machine does hits all
 * alike. First each warms up, which does not count: a service runs for weeks.
 *
 * @returns For each contestant its rates, in the order of the rounds
 */
export async function inTurns(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<number[][]> {
  const rates: number[][] = contestants.map(() => [])
  for (const { rate } of contestants) await warmUp(rate)
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { rate }] of contestants.entries()) rates[index]?.push(await rate())
  return rates
}

/** Does the work of a measure again and again, for 8 s. */
export async function warmUp(work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  do await work()
  while (performance.now() - start < WARM_UP_MS)
}

/** The median of the rounds' ratios. */
export function medianRatio(of: readonly number[], to: readonly number[]): number {
  return quantile(
    of.map((value, round) => value / (to[round] ?? Number.NaN)),
    0.5,
  )
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** @param q 0.5 for the median, 0.99 for the 99th percentile */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * q
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}
