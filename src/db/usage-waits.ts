/** Lower bounds of the classes of a decade: the tenth roots of ten, rounded. */
const DECADE = [10, 12, 16, 20, 25, 32, 40, 50, 63, 80]
const DECADES = 7

/**
 * Lower bounds in milliseconds of the classes that waits are counted in. Each is a quarter above
 * the one before it, from 10 ms to a day; the first is everything shorter.
 */
export const WAIT_CLASSES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, decade) =>
    DECADE.map((bound) => bound * 10 ** decade),
  ).flat(),
]

/** The class of `queue_ms` as an expression. Most calls wait for nobody, so it ends at once. */
export const WAIT_CLASS = `CASE ${WAIT_CLASSES.slice(1)
  .map((bound, index) => `WHEN queue_ms < ${bound} THEN ${WAIT_CLASSES[index]}`)
  .join(' ')} ELSE ${WAIT_CLASSES.at(-1)} END`

/** How many calls waited for at least `waitMs` and less than the next class. */
export interface WaitCount {
  waitMs: number
  calls: number
}

/**
 * The median of counted waits in milliseconds, at most a quarter off; undefined without calls.
 * Below the first bound it is 0.
 *
 * @param counts In any order; a class may come more than once
 */
export function medianWait(counts: readonly WaitCount[]): number | undefined {
  const sorted = counts.toSorted((one, other) => one.waitMs - other.waitMs)
  const half = sorted.reduce((sum, { calls }) => sum + calls, 0) / 2
  let passed = 0
  for (const { waitMs, calls } of sorted) {
    if (passed + calls >= half && calls > 0) {
      if (waitMs === 0) return 0
      // The calls of a class are taken as spread evenly over it.
      const next = WAIT_CLASSES[WAIT_CLASSES.indexOf(waitMs) + 1] ?? waitMs
      return Math.round(waitMs + ((next - waitMs) * (half - passed)) / calls)
    }
    passed += calls
  }
  return undefined
}
