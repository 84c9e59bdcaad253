import { chatBody, framesOf, pathOf } from './answers.ts'
import { type Bench, chatUrl, startHearth } from './bench.ts'
import { quantile, warmUp } from './numbers.ts'
import type { Row } from './report.ts'
import { StreamClient } from './stream-client.ts'

const SAMPLES = 3000
const P50_MS = 1
const P99_MS = 5

/** Time to the first byte of a streamed answer, compared with a direct request to the upstream. */
export async function firstByte(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  const frames = framesOf('first')
  const body = chatBody('first', true)
  const path = pathOf('first')
  using direct = await StreamClient.connect({ url: bench.upstream.url + path, body, frames })
  using passing = await StreamClient.connect({ url: bench.passThrough.url + path, body, frames })
  using asking = await StreamClient.connect({
    url: chatUrl(hearth),
    key: hearth.keys[0],
    body,
    frames,
  })
  const clients = [direct, passing, asking]
  const times: number[][] = clients.map(() => [])
  // In turn: a connection that waits until the others are warm is closed.
  await warmUp(async () => {
    for (const client of clients) await client.ask()
  })
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const [index, client] of clients.entries()) {
      const { firstFrameMs } = await client.ask()
      times[index]?.push(firstFrameMs)
    }
  }
  const [ofDirect = [], ofPassThrough = [], ofHearth = []] = times
  return [
    { q: 0.5, name: 'p50', below: P50_MS },
    { q: 0.99, name: 'p99', below: P99_MS },
  ].map(({ q, name, below }) => {
    const [alone, passed, whole] = [ofDirect, ofPassThrough, ofHearth].map((one) =>
      quantile(one, q),
    )
    return {
      measure: `added time to first byte, ${name}`,
      value: (whole ?? Number.NaN) - (alone ?? Number.NaN),
      unit: 'ms',
      target: { below },
      detail: `Hearth ${whole?.toFixed(2)} ms, direct ${alone?.toFixed(2)} ms, pass-through ${passed?.toFixed(2)} ms`,
    }
  })
}
