import { chatBody, framesOf, pathOf } from './answers.ts'
import { type Bench, chatUrl } from './bench.ts'
import type { Child } from './child.ts'
import { quantile } from './numbers.ts'
import { StreamClient } from './stream-client.ts'

const SAMPLES = 1000
const WARM_UP = 100

/**
 * What other work of the service adds to the first byte of a streamed chat, at the 99th percentile: the
 * chat beside it less the same request to the upstream alone.
 *
 * @param work Is done again and again while the chats are measured
 */
export async function besideWork(
  bench: Bench,
  hearth: Child,
  work: () => Promise<unknown>,
): Promise<{ addedMs: number; raisedMs: number; detail: string }> {
  const alone = await firstBytes(bench, hearth)
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  const beside = await firstBytes(bench, hearth).finally(() => {
    isOver = true
  })
  await working
  const shown = ({ whole, direct }: typeof alone) =>
    `Hearth ${whole.toFixed(2)} ms, direct ${direct.toFixed(2)} ms`
  const addedMs = beside.whole - beside.direct
  return {
    addedMs,
    // More than what the service adds without that work.
    raisedMs: addedMs - (alone.whole - alone.direct),
    detail: `${shown(beside)}; without that work ${shown(alone)}`,
  }
}

async function firstBytes(bench: Bench, hearth: Child): Promise<{ whole: number; direct: number }> {
  const [body, frames] = [chatBody('first', true), framesOf('first')]
  using direct = await StreamClient.connect({
    url: bench.upstream.url + pathOf('first'),
    ...{ body, frames },
  })
  using asking = await StreamClient.connect({
    url: chatUrl(hearth),
    key: hearth.keys[0],
    ...{ body, frames },
  })
  const times: Record<'whole' | 'direct', number[]> = { whole: [], direct: [] }
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const { firstFrameMs: ofDirect } = await direct.ask()
    const { firstFrameMs: ofWhole } = await asking.ask()
    if (sample < 0) continue
    times.direct.push(ofDirect)
    times.whole.push(ofWhole)
  }
  return { whole: quantile(times.whole, 0.99), direct: quantile(times.direct, 0.99) }
}
