const RUNS = 5

/** Milliseconds of the fastest of a few runs, because other load on the machine slows some of them. */
export function fastest(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}
