import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { PRIMARY_KEY } from '../support/service.ts'
import { type Bench, startHearth } from './bench.ts'
import { besideWork } from './beside.ts'
import { curl, peakMegabytes, writeRandom } from './files.ts'
import type { Row } from './report.ts'

/** Below what a key may send from any network. */
const FILE_BYTES = 90_000_000
const P99_MS = 10
const UPLOADS = 10
const MEGABYTES_EACH = 8

/** What uploads at full speed cost others: the first byte of a chat, and memory. */
export async function uploadNeighbours(bench: Bench): Promise<Row[]> {
  await using hearth = await startHearth(bench, 1)
  const source = join(bench.folder, 'upload-neighbours.bin')
  await writeRandom(source, FILE_BYTES)
  try {
    const before = peakMegabytes(hearth.pid)
    await upload(hearth.url, source)
    const one = peakMegabytes(hearth.pid)
    await Promise.all(Array.from({ length: UPLOADS }, () => upload(hearth.url, source)))
    const ten = peakMegabytes(hearth.pid)
    const chat = await besideWork(bench, hearth, () => upload(hearth.url, source))
    return [
      {
        measure: 'added time to first byte of a chat beside an upload, p99',
        value: chat.addedMs,
        unit: 'ms',
        target: { below: P99_MS },
        detail: `${chat.detail}; load ${loadavg()[0]?.toFixed(1)}`,
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
