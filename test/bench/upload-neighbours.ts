import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { PRIMARY_KEY } from '../support/service.ts'
import { chatBody, framesOf, pathOf } from './answers.ts'
import { type Bench, chatUrl, startHearth } from './bench.ts'
import { curl, peakMegabytes, writeRandom } from './files.ts'
import { quantile } from './numbers.ts'
import type { Row } from './report.ts'
import { StreamClient } from './stream-client.ts'

/** Below what a key may send from any network. */
const FILE_BYTES = 90_000_000
const SAMPLES = 1000
const WARM_UP = 100
const P99_MS = 10
const UPLOADS = 10
const MEGABYTES_EACH = 8

/** What uploads at full speed cost others: the first byte of a chat, and memory. */
export async function uploadNeighbours(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  const source = join(bench.folder, 'upload-neighbours.bin')
  await writeRandom(source, FILE_BYTES)
  try {
    const alone = await firstBytes(bench, hearth)
    const before = peakMegabytes(hearth.pid)
    await upload(hearth.url, source)
    const one = peakMegabytes(hearth.pid)
    await Promise.all(Array.from({ length: UPLOADS }, () => upload(hearth.url, source)))
    const ten = peakMegabytes(hearth.pid)
    let isOver = false
    const uploading = (async () => {
      while (!isOver) await upload(hearth.url, source)
    })()
    const beside = await firstBytes(bench, hearth).finally(() => {
      isOver = true
    })
    await uploading
    return [
      {
        measure: 'added time to first byte of a chat beside an upload, p99',
        value: beside.hearth - beside.direct,
        unit: 'ms',
        target: { below: P99_MS },
        detail: `Hearth ${beside.hearth.toFixed(2)} ms, direct ${beside.direct.toFixed(2)} ms; without the upload ${alone.hearth.toFixed(2)} and ${alone.direct.toFixed(2)} ms; load ${loadavg()[0]?.toFixed(1)}`,
      },
      {
        measure: 'memory for each of 10 uploads at once',
        value: (ten - one) / (UPLOADS - 1),
        unit: 'MB',
        target: { below: MEGABYTES_EACH },
        detail: `VmHWM ${before.toFixed(0)} MB before, ${one.toFixed(0)} MB after one, ${ten.toFixed(0)} MB after ten at once`,
      },
    ]
  } finally {
    rmSync(source)
  }
}

/** @returns The 99th percentiles in milliseconds */
async function firstBytes(
  bench: Bench,
  hearth: Awaited<ReturnType<typeof startHearth>>,
): Promise<{ hearth: number; direct: number }> {
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
  const times = { hearth: [] as number[], direct: [] as number[] }
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const [ofDirect, ofHearth] = [await direct.ask(), await asking.ask()]
    if (sample < 0) continue
    times.direct.push(ofDirect.firstFrameMs)
    times.hearth.push(ofHearth.firstFrameMs)
  }
  return { hearth: quantile(times.hearth, 0.99), direct: quantile(times.direct, 0.99) }
}

async function upload(base: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const { body } = await curl(path, [
    ...['-X', 'POST', '-T', path, '-H', `authorization: ${headers.authorization}`],
    `${base}/api/nas/upload?filename=one.bin`,
  ])
  const said: unknown = JSON.parse(body)
  const token = String(Reflect.get(Object(said), 'token'))
  await fetch(`${base}/api/nas/files/${token}`, { method: 'DELETE', headers })
}
