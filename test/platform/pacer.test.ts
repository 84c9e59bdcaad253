import { expect, test } from 'bun:test'
import { paced } from '../../src/platform/event-loop-yielder.ts'

const CHUNK = 512 * 1024
const CHUNKS = 20
/** Of work on each piece. */
const WORK_MS = 1

/** Always has more. */
async function* endless(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < CHUNKS; count += 1) yield new Uint8Array(CHUNK).fill(count)
}

test('paced() gives all bytes in small pieces, and the event loop its turns between them', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    timer = setTimeout(turn, 0)
  }
  let timer = setTimeout(turn, 0)
  let pieces = 0
  const sums = new Map<number, number>()
  for await (const piece of paced(endless())) {
    pieces += 1
    expect(piece.byteLength).toBeLessThanOrEqual(32 * 1024)
    sums.set(piece[0] ?? -1, (sums.get(piece[0] ?? -1) ?? 0) + piece.byteLength)
    const until = performance.now() + WORK_MS
    while (performance.now() < until);
  }
  clearTimeout(timer)
  expect([...sums.values()]).toEqual(Array.from({ length: CHUNKS }, () => CHUNK))
  // Without a pause there is no turn before the end.
  expect(turns).toBeGreaterThan(pieces / 10)
})
