import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pick } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'
import type { Bench } from './bench.ts'
import { fillUsage } from './fill-usage.ts'
import type { Row } from './report.ts'

const KEYS = 100_000
const DAYS = 365
const BLOCK_MS = 20
/** Rows that no sum has yet: the first read adds them up. */
const BEHIND = 20_000
const OVERVIEW = ['queue', 'system', 'doctor', 'alerts', 'audit', 'budgets', 'backups'].map(
  (page) => `/admin/${page}`,
)
/** Bytes of the year's CSV that are read. */
const CSV_BYTES = 64 * 1024 * 1024

/** The longest time for which a read of the usage of a year keeps the thread. */
export async function usageReads({ folder, usageRows }: Bench): Promise<Row[]> {
  const data = join(folder, 'usage')
  mkdirSync(data)
  fillUsage(join(data, 'hearth.sqlite'), {
    rows: usageRows,
    keys: KEYS,
    days: DAYS,
    behind: BEHIND,
  })
  return await measureReads(data, usageRows)
}

async function measureReads(data: string, usageRows: number): Promise<Row[]> {
  await using service = createTestApp({ env: { DATA_DIR: data } })
  const year = `from=${dayAgo(DAYS)}&to=${dayAgo(0)}`
  const reads: Record<string, () => Promise<unknown>> = {
    'sums that are behind': () => board(service, ''),
    'a year': () => board(service, `${year}&group_by=engine,model`),
    'a year by day': () => board(service, `${year}&group_by=day`),
    'a year by key, first page': () => board(service, `${year}&group_by=key_id`),
    'a year by key, 20 pages': () => pages(service, `${year}&group_by=key_id`, 20),
    'a year by key and day, 5 pages': () => pages(service, `${year}&group_by=key_id,day`, 5),
    'a year by project': () => board(service, `${year}&group_by=project`),
    '30 days by key and model': () => board(service, 'group_by=key_id,model'),
    'what is usual': () => read(service, '/admin/usage/usual'),
    'latest requests': () => read(service, '/admin/requests?limit=100'),
    'requests of a key': () => read(service, '/admin/requests?actor=key%20004711'),
    'requests that failed': () => read(service, '/admin/requests?status=500'),
    people: () => read(service, '/admin/users', '/admin/api-keys', '/admin/api-access'),
    overview: () => read(service, ...OVERVIEW),
    engines: () => read(service, '/admin/engines'),
    metrics: () => read(service, '/metrics'),
    'CSV of a year': () => csv(service, year),
  }
  // The first request makes the routes; a refused one reads nothing.
  await service.asOwner('GET', '/admin/usage?from=2000-01-02&to=2000-01-01')
  const rows: Row[] = []
  for (const [name, read] of Object.entries(reads)) {
    const { blockMs, wholeMs } = await longestBlock(read)
    rows.push({
      measure: `thread kept by: ${name}`,
      value: blockMs,
      unit: 'ms',
      target: { below: BLOCK_MS },
      detail: `${usageRows} calls of ${KEYS} keys, ${wholeMs.toFixed(0)} ms in all`,
    })
  }
  return rows
}

/**
 * Turns the event loop all the while, and takes the longest time between two turns. On a machine with
 * other work a turn may wait for the processor: what counts is the lesser of the clock and the
 * process's own time.
 */
async function longestBlock(read: () => Promise<unknown>) {
  let [blockMs, last, lastCpu, done] = [0, performance.now(), cpuMs(), false]
  const turn = () => {
    const [now, cpu] = [performance.now(), cpuMs()]
    blockMs = Math.max(blockMs, Math.min(now - last, cpu - lastCpu))
    last = now
    lastCpu = cpu
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const started = performance.now()
  await read()
  const wholeMs = performance.now() - started
  done = true
  await new Promise((resolve) => setImmediate(resolve))
  return { blockMs, wholeMs }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function read(service: TestApp, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const response = await service.asOwner('GET', path)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    await response.text()
  }
}

async function board(service: TestApp, query: string): Promise<unknown> {
  const response = await service.asOwner('GET', `/admin/usage?${query}`)
  if (response.status !== 200) throw new Error(`The board answered ${response.status}`)
  return await response.json()
}

async function pages(service: TestApp, query: string, count: number): Promise<void> {
  let cursor = ''
  for (let page = 0; page < count; page += 1) {
    const next = pick(await board(service, `${query}${cursor}`), 'next_cursor')
    if (next === null) return
    cursor = `&cursor=${next}`
  }
}

async function csv(service: TestApp, year: string): Promise<void> {
  const response = await service.asOwner('GET', `/admin/usage.csv?${year}`)
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('The CSV has no body')
  for (let bytes = 0; bytes < CSV_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
  }
  await reader.cancel()
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
