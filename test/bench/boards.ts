import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type HealthFigures, HealthProber } from '../attack/health-prober.ts'
import { pick } from '../support/pick.ts'
import { asOwner, localToml, type Process, startProcess } from '../support/process.ts'
import type { Bench } from './bench.ts'
import { fillUsage } from './fill-usage.ts'
import type { Row } from './report.ts'

const USAGE = { keys: 100_000, days: 365, behind: 20_000 }
const BELOW_MS = 20
const CALM_MS = 10_000
const PAGES = 5
/** Bytes of an export that are read. */
const EXPORT_BYTES = 64 * 1024 * 1024

/** How long `/health` takes while the owner's boards are read over years of usage, and without them. */
export async function boards({ folder, usageRows, upstream }: Bench): Promise<Row[]> {
  const own = join(folder, 'boards')
  mkdirSync(join(own, 'data'), { recursive: true })
  fillUsage(join(own, 'data/hearth.sqlite'), { ...USAGE, rows: usageRows })
  await using hearth = await startProcess(own, localToml(`${upstream.url}/whole/v1`))
  // The first page waits until all pages are built, which is work of the start.
  await read(hearth, '/')
  const calm = await probed(hearth, () => Bun.sleep(CALM_MS))
  const slow: string[] = []
  const beside = await probed(hearth, async (prober) => {
    for (const path of paths()) {
      const since = performance.now()
      await read(hearth, path)
      const wholeMs = performance.now() - since
      const [longest] = prober.takeSlow().toSorted((a, b) => b - a)
      if (longest === undefined) continue
      slow.push(`${path} ${longest.toFixed(0)} ms of ${wholeMs.toFixed(0)} ms`)
    }
  })
  const detail = `${usageRows} calls, ${beside.probes} probes; a bare server ${shownPeer(beside)}`
  const without = `without boards p50 ${calm.p50.toFixed(1)}, p99 ${calm.p99.toFixed(1)}, max ${calm.max.toFixed(1)} ms, a bare server ${shownPeer(calm)}`
  const longest = slow.length === 0 ? 'no board has a slow one' : slow.join('; ')
  const target = { below: BELOW_MS }
  return [
    { measure: '/health beside all boards, p50', value: beside.p50, unit: 'ms', target, detail },
    {
      measure: '/health beside all boards, p99',
      value: beside.p99,
      unit: 'ms',
      target,
      detail: without,
    },
    {
      measure: '/health beside all boards, max',
      value: beside.max,
      unit: 'ms',
      target,
      detail: longest,
    },
  ]
}

function paths(): string[] {
  const year = `from=${dayAgo(USAGE.days)}&to=${dayAgo(0)}`
  const usage = [
    'engine,model',
    'day',
    'project',
    'outcome',
    'key_id',
    'key_id,day',
    'key_id,model',
  ]
  return [
    '/admin/usage',
    ...usage.map((groups) => `/admin/usage?${year}&group_by=${groups}`),
    '/admin/usage/usual',
    `/admin/usage.csv?${year}`,
    ...['', '?actor=key%20004711', '?status=500', '?route=chat', '?pages=true'].map(
      (search) => `/admin/requests${search}`,
    ),
    ...['users', 'api-keys', 'api-access', 'invites', 'devices', 'audit', 'budgets', 'alerts'].map(
      (list) => `/admin/${list}`,
    ),
    ...['engines', 'queue', 'system', 'backups', 'workers', 'doctor'].map(
      (page) => `/admin/${page}`,
    ),
    '/metrics',
  ]
}

async function probed(
  { url, pid }: Process,
  work: (prober: HealthProber) => Promise<unknown>,
): Promise<HealthFigures> {
  const prober = new HealthProber()
  await prober.start(url, pid)
  try {
    await work(prober)
  } catch (error) {
    await prober.stop()
    throw error
  }
  return await prober.stop()
}

/** The first pages of a list, or the first part of an export. */
async function read({ url }: Process, path: string): Promise<void> {
  let cursor = ''
  for (let page = 0; page < PAGES; page += 1) {
    const answer = await asOwner(url, 'GET', path + cursor)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    if (answer.headers.get('content-type')?.includes('json') !== true)
      return await readStart(answer)
    const next = pick(await answer.json(), 'next_cursor')
    if (typeof next !== 'string') return
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${next}`
  }
}

async function readStart({ body }: Response): Promise<void> {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > EXPORT_BYTES) return
  }
}

function shownPeer({ peerP99, peerMax }: HealthFigures): string {
  return `p99 ${peerP99.toFixed(1)}, max ${peerMax.toFixed(1)} ms`
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
