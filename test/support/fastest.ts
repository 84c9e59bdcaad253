const RUNS = 5

/** The time that the fastest of a few runs takes, in milliseconds: the others met the machine's other work. */
export function fastest(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return Math.min(...times)
}
