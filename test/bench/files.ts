import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import type { Bench } from './bench.ts'
import { startScript } from './child.ts'
import { startNginx } from './nginx.ts'
import { type Contestant, inTurns, median, medianRatio } from './numbers.ts'
import type { Row } from './report.ts'
import { wrk } from './wrk.ts'

export const LARGE_BYTES = 2 * 1024 ** 3
const SMALL_BYTES = 10 * 1024
/** Of a range in the large file. */
const RANGE_BYTES = 64 * 1024
const CONNECTIONS = 8
/** Memory has no speed of its own that the disk's would hide. */
const MEMORY_DISK = '/dev/shm'

const PUT_RATIO = 1.2
const STORE_RATIO = 0.8
const DOWNLOAD_RATIO = 1
const SMALL_RATIO = 0.5

interface Stored {
  url: string
  token: string
  path: string
}

/** A service and an nginx over one disk, with one file each of both sizes. */
export async function openFiles() {
  const stack = new AsyncDisposableStack()
  const base = existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir()
  const folder = mkdtempSync(join(base, 'hearth-bench-files-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(folder, 'source.bin')
  await writeRandom(source, LARGE_BYTES)
  const small = join(folder, 'small.bin')
  await writeRandom(small, SMALL_BYTES)
  const nginx = stack.use(await startNginx(join(folder, 'nginx')))
  const hearth = stack.use(
    await startProcess(folder, '', { TRUSTED_NETWORKS: '127.0.0.1', MIN_FREE_BYTES: '0' }),
  )
  return { folder, source, small, nginx, hearth, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A body of 2 GB as fast as it goes, beside nginx's PUT. */
export async function uploads({ rounds }: Bench): Promise<Row[]> {
  await using files = await openFiles()
  const { folder, source, nginx, hearth } = files
  await using plain = await startScript(
    'upload',
    [join(folder, 'plain')],
    join(folder, 'plain.log'),
  )
  const contestants: Contestant[] = [
    {
      name: 'nginx PUT',
      rate: async () => {
        const rate = await send(source, ['-T', source, `${nginx.url}/large`])
        rmSync(join(nginx.folder, 'large'))
        return rate
      },
    },
    { name: 'without hash', rate: () => send(source, ['-X', 'POST', '-T', source, plain.url]) },
    {
      name: 'Hearth',
      rate: async () => {
        const stored = await store(hearth.url, source, 'large.bin')
        await drop(stored)
        return stored.rate
      },
    },
  ]
  const [ofNginx = [], ofPlain = [], ofHearth = []] = await inTurns(contestants, rounds)
  const memory = peakMegabytes(hearth.pid)
  const detail = (name: string, rates: number[]) =>
    `${name} ${median(rates).toFixed(0)} MB/s, nginx ${median(ofNginx).toFixed(0)} MB/s, load ${loadavg()[0]?.toFixed(1)}`
  return [
    {
      measure: 'upload of 2 GB without hash and row / nginx PUT',
      value: medianRatio(ofPlain, ofNginx),
      unit: 'x',
      target: { atLeast: PUT_RATIO },
      detail: detail('without', ofPlain),
    },
    {
      measure: 'upload of 2 GB / nginx PUT',
      value: medianRatio(ofHearth, ofNginx),
      unit: 'x',
      target: { atLeast: STORE_RATIO },
      detail: detail('Hearth', ofHearth),
    },
    {
      measure: 'resident memory at its highest, uploads of 2 GB',
      value: memory,
      unit: 'MB',
      target: { below: 120 },
      detail: 'VmHWM of the process',
    },
  ]
}

/** Links beside nginx's static files. */
export async function downloads({ rounds, seconds }: Bench): Promise<Row[]> {
  await using files = await openFiles()
  const { source, small, nginx, hearth } = files
  const paths: Stored[] = []
  for (const [path, name] of [
    [source, 'large.bin'],
    [small, 'small.bin'],
  ] as const) {
    paths.push(await store(hearth.url, path, name))
    await Bun.write(join(nginx.folder, name), Bun.file(path))
  }
  const [large, tiny] = paths
  if (large === undefined || tiny === undefined) throw new Error('Nothing was stored')
  const whole = (url: string): Contestant => ({ name: url, rate: () => fetchAll(url) })
  const shots = (url: string, range?: string): Contestant => ({
    name: url,
    rate: async () => {
      const headers = [range === undefined ? {} : { range }]
      return (await wrk({ url, headers }, CONNECTIONS, seconds)).perSecond
    },
  })
  const half = LARGE_BYTES / 2
  const range = `bytes=${half}-${half + RANGE_BYTES - 1}`
  const compare = async (
    of: Contestant,
    to: Contestant,
    measure: string,
    least: number,
  ): Promise<Row> => {
    const [ofHearth = [], ofNginx = []] = await inTurns([of, to], rounds)
    return {
      measure,
      value: medianRatio(ofHearth, ofNginx),
      unit: 'x',
      target: { atLeast: least },
      detail: `Hearth ${median(ofHearth).toFixed(0)}, nginx ${median(ofNginx).toFixed(0)}, load ${loadavg()[0]?.toFixed(1)}`,
    }
  }
  const at = (name: string) => `${nginx.url}/${name}`
  return [
    await compare(
      whole(large.url),
      whole(at('large.bin')),
      'download of 2 GB, MB/s / nginx',
      DOWNLOAD_RATIO,
    ),
    await compare(
      shots(tiny.url),
      shots(at('small.bin')),
      'downloads of 10 KB, 8 conn / nginx',
      SMALL_RATIO,
    ),
    await compare(
      shots(large.url, range),
      shots(at('large.bin'), range),
      'ranges of 64 KB, 8 conn / nginx',
      SMALL_RATIO,
    ),
  ]
}

/** @returns MB/s, and where the file is */
async function store(base: string, path: string, name: string): Promise<Stored & { rate: number }> {
  const url = `${base}/api/nas/upload?filename=${name}`
  const { rate, body } = await curl(path, ['-X', 'POST', '-T', path, ...AUTHORIZATION, url])
  const said: unknown = JSON.parse(body)
  const [link, token] = [Reflect.get(Object(said), 'url'), Reflect.get(Object(said), 'token')]
  if (typeof link !== 'string') throw new Error(`The upload answered ${body}`)
  return { rate, url: link, token: String(token), path: `${base}/api/nas/files/${token}` }
}

async function drop({ path }: Stored): Promise<void> {
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const { status } = await fetch(path, { method: 'DELETE', headers })
  if (status !== 204) throw new Error(`The deletion answered ${status}`)
}

const AUTHORIZATION = ['-H', `Authorization: Bearer ${PRIMARY_KEY}`]

async function send(path: string, args: string[]): Promise<number> {
  return (await curl(path, args)).rate
}

/** @returns MB/s of the file, from the first byte to the answer */
export async function curl(path: string, args: string[]): Promise<{ rate: number; body: string }> {
  const child = Bun.spawn(['curl', '-sS', '-f', '-w', '\n%{time_total}', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`curl failed: ${said}`)
  const line = said.lastIndexOf('\n')
  const rate = statSync(path).size / 1e6 / Number(said.slice(line + 1))
  return { rate, body: said.slice(0, line) }
}

/** @returns MB/s */
async function fetchAll(url: string): Promise<number> {
  const child = Bun.spawn(
    ['curl', '-sS', '-f', '-o', '/dev/null', '-w', '%{time_total} %{size_download}', url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [seconds = 0, bytes = 0] = (await new Response(child.stdout).text()).split(' ').map(Number)
  if (bytes !== LARGE_BYTES) throw new Error(`${url} gave ${bytes} bytes`)
  return bytes / 1e6 / seconds
}

export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

export async function writeRandom(path: string, bytes: number): Promise<void> {
  const piece = crypto.getRandomValues(new Uint8Array(64 * 1024))
  const writer = Bun.file(path).writer()
  for (let left = bytes; left > 0; left -= piece.length) {
    writer.write(piece.subarray(0, Math.min(piece.length, left)))
    await writer.flush()
  }
  await writer.end()
}
