import { mkdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { PRIMARY_KEY } from '../support/service.ts'
import type { Bench } from './bench.ts'
import { end } from './child.ts'
import { curl, LARGE_BYTES, openFiles, peakMegabytes } from './files.ts'
import { type Contestant, inTurns, median, medianRatio } from './numbers.ts'
import type { Row } from './report.ts'

const TUS_RATIO = 0.8
const MAX_MEGABYTES = 120
const VERSION = { 'tus-resumable': '1.0.0' }
const PIECE = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
const KEY = { authorization: `Bearer ${PRIMARY_KEY}` }

/** A resumable upload of 2 GB in one piece, beside the same protocol's server alone on Node. */
export async function resumableUploads({ rounds }: Bench): Promise<Row[]> {
  await using files = await openFiles()
  const { folder, source, hearth } = files
  const target = join(folder, 'tus')
  mkdirSync(target)
  await using node = await startNode(target)
  const contestants: Contestant[] = [
    {
      name: 'Node',
      rate: async () => {
        const rate = await upload(source, node.url, {})
        rmSync(target, { recursive: true })
        mkdirSync(target)
        return rate
      },
    },
    { name: 'Hearth', rate: () => upload(source, hearth.url, KEY) },
  ]
  const [ofNode = [], ofHearth = []] = await inTurns(contestants, rounds)
  return [
    {
      measure: 'resumable upload of 2 GB / @tus/server on Node',
      value: medianRatio(ofHearth, ofNode),
      unit: 'x',
      target: { atLeast: TUS_RATIO },
      detail: `Hearth ${median(ofHearth).toFixed(0)} MB/s, Node ${median(ofNode).toFixed(0)} MB/s, load ${loadavg()[0]?.toFixed(1)}`,
    },
    {
      measure: 'resident memory at its highest, resumable uploads of 2 GB',
      value: peakMegabytes(hearth.pid),
      unit: 'MB',
      target: { below: MAX_MEGABYTES },
      detail: 'VmHWM of the process',
    },
  ]
}

async function startNode(folder: string) {
  const child = Bun.spawn(['node', join(import.meta.dir, 'tus-node.mjs'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value } = await child.stdout.getReader().read()
  const said: unknown = JSON.parse(new TextDecoder().decode(value))
  const url = String(Reflect.get(Object(said), 'url'))
  return { url, [Symbol.asyncDispose]: () => end(child) }
}

/** @returns MB/s of the piece */
async function upload(path: string, base: string, key: Record<string, string>): Promise<number> {
  const headers = { ...VERSION, ...key, 'upload-length': String(LARGE_BYTES) }
  const { headers: made, status } = await fetch(`${base}/buffer`, { method: 'POST', headers })
  const location = made.get('location')
  if (location === null) throw new Error(`The upload was answered with ${status}`)
  const url = new URL(location, base).href
  const lines = Object.entries({ ...VERSION, ...key, ...PIECE })
  const args = lines.flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { rate } = await curl(path, ['-X', 'PATCH', '-T', path, ...args, url])
  await fetch(url, { method: 'DELETE', headers })
  return rate
}
