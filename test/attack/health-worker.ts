// Probes /health from a thread of its own, because the thread of a driver is busy attacking.
// For comparison it probes a bare server the same way, in turns.
import { threadCpuMs } from './process-figures.ts'

const PAUSE_MS = 20
/** A probe that takes longer is counted as this long. */
const MAX_PROBE_MS = 10_000
/** One that takes longer is told at once. */
const SLOW_MS = 50

declare const self: Worker

interface Probed {
  url: string
  peer: string
  pid: number
}

let isOver = false
const taken: number[] = []
/** How long the first thread of the service, which answers, has run in each of them. */
const busy: number[] = []
const peerTaken: number[] = []
let failed = 0

self.onmessage = ({ data }: MessageEvent<Probed | 'end'>) => {
  if (data === 'end') isOver = true
  else void probe(data).then(() => self.postMessage({ taken, busy, peerTaken, failed }))
}

async function probe({ url, peer, pid }: Probed): Promise<void> {
  while (!isOver) {
    const before = threadCpuMs(pid)
    const ms = await timed(`${url}/health`)
    if (ms === undefined) failed += 1
    else {
      taken.push(ms)
      busy.push(threadCpuMs(pid) - before)
    }
    if (ms !== undefined && ms > SLOW_MS) self.postMessage(ms)
    const peerMs = await timed(peer)
    if (peerMs !== undefined) peerTaken.push(peerMs)
    await Bun.sleep(PAUSE_MS)
  }
}

/** @returns Nothing where there was no answer with 200 */
async function timed(url: string): Promise<number | undefined> {
  const since = performance.now()
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(MAX_PROBE_MS) })
    await answer.text()
    return answer.status === 200 ? performance.now() - since : undefined
  } catch {
    const ms = performance.now() - since
    return ms >= MAX_PROBE_MS ? MAX_PROBE_MS : undefined
  }
}
