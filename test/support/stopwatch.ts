import { readFileSync } from 'node:fs'

/**
 * Measures how long something takes on a machine that may be busy: the time in which Linux had the
 * process wait for a processor does not count. Elsewhere it does.
 *
 * @param pid The process that does the work; by default this one
 * @returns The milliseconds so far
 */
export function startStopwatch(pid: number | 'self' = 'self'): () => number {
  const started = performance.now()
  const waited = waitedMs(pid)
  return () => performance.now() - started - (waitedMs(pid) - waited)
}

/**
 * Measures the processor time of this process, its threads included. Other load on the machine does
 * not add to it.
 *
 * @returns The milliseconds so far
 */
export function startCpuTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}

/** Milliseconds that a process has waited for a processor since its start. */
export function waitedMs(pid: number | 'self'): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1_000_000
  } catch {
    return 0
  }
}
