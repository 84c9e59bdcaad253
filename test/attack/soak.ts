import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf } from '../support/live-processes.ts'
import { ACTIONS } from './actions.ts'
import { makeAbleKey } from './client.ts'
import type { AttackContext, Driver } from './driver.ts'
import { HEAP_ENV, type Heap, heapGrowth, heapOf } from './heap-growth.ts'
import { Ledger } from './ledger.ts'
import { Load, type LoadOptions } from './load.ts'
import { startModels } from './models.ts'
import { descendantsOf, fdKinds } from './process-figures.ts'
import { lastingFaults } from './records.ts'
import { runSequence, usableActions } from './sequence.ts'
import { endOfJob, settle } from './settle.ts'
import { startPageProxy } from './sites-proxy.ts'
import type { WatchedService } from './watch.ts'

/** More than are admitted at a time. */
const CLIENTS = 10
/** Of each kind, one by one, at the end. */
const COMPARED = 300
const SAMPLE_MS = 2_000
const HEAP_EVERY_MS = 10 * 60_000
/** So that the jobs of workers of an hour are within the budget of a day. */
const WORKER_PAUSE_MS = 4_000
const MIB = 1024 ** 2
/** Of the time, before the growth counts: 10 minutes of an hour. */
const WARM_SHARE = 1 / 6
/** Of the lowest figures of each window, as garbage comes and goes. */
const MAX_GROWTH_MIB = 5
/** A shorter run ends before the memory has settled, and reports the growth only. */
const MIN_JUDGED_MS = 50 * 60_000
/** What a service at rest may have more than before: connections that the clients keep open. */
const MAX_MORE_FDS = 128
/** Readers of documents that wait for the next one. */
const MAX_IDLE_CHILDREN = 2
const REST_MS = 20_000

interface Sample {
  atMs: number
  rss: number
}

/** Full admission with all kinds of work for the whole time, and what of it remains afterwards. */
export const soak: Driver = {
  name: 'soak',
  async run(context) {
    await using models = startModels(context.random)
    await using proxy = await startPageProxy({})
    const env = { EGRESS_PROXY: proxy.url, ...HEAP_ENV }
    await using service = await context.startWatched({ toml: models.toml, env })
    const ledger = new Ledger()
    const keys: string[] = []
    for (let client = 0; client < CLIENTS; client += 1)
      keys.push(await makeAbleKey(service.url, `client ${client}`))
    const actions = [...(await usableActions()), 'scrape']
    // Pools keep some threads and processes from their first use on.
    await runSequence(service.url, keys, ledger, { actions, random: context.random })
    await Bun.sleep(SAMPLE_MS)
    const before = { fds: service.fds(), children: descendantsOf(service.pid).length }
    const options = { url: service.url, keys, ledger, random: context.random, prefix: 'soak' }
    // Each asks the model many times: from all clients they would pile up in the line.
    const others = actions.filter((name) => name !== 'worker')
    const load = new Load({ ...options, actions: others, isLasting: true })
    const workers = actions.length === others.length ? undefined : runWorkers(options, context)
    const samples = await sampleUntilDeadline(service, context)
    await load.stop()
    load.faults.push(...((await workers) ?? []))
    const report = await service.report()
    const losses = [...new Set(load.faults), ...report.losses]
    if (!service.isAlive()) return { losses, values: report.values }
    const { acknowledged } = ledger
    ledger.keepLatest(COMPARED)
    losses.push(...(await settle(service, ledger)), ...(await lastingFaults(service, ledger)))
    const after = await rested(service, before)
    const growth = growthOf(samples)
    const isJudged = (samples.at(-1)?.atMs ?? 0) >= MIN_JUDGED_MS
    if (isJudged && growth > MAX_GROWTH_MIB)
      losses.push(`memory has grown by ${growth.toFixed(1)} MiB after the first part`)
    if (after.fds > before.fds + MAX_MORE_FDS)
      losses.push(`${after.fds} open files instead of ${before.fds}: ${fdKinds(service.pid)}`)
    if (after.children > before.children + MAX_IDLE_CHILDREN)
      losses.push(`children: ${descendantsOf(service.pid).map(commandOf).join(', ').slice(0, 300)}`)
    if (after.temporary.length > 0) losses.push(`left over: ${after.temporary.join(', ')}`)
    return {
      losses,
      values: {
        ...{ requests: ledger.sent, acknowledged, kinds: actions.length },
        'growth MiB': growth.toFixed(1),
        fds: `${before.fds}→${after.fds}`,
        children: `${before.children}→${after.children}`,
        ...report.values,
      },
    }
  },
}

/** One job of a worker after another. @returns What was wrong with them */
async function runWorkers(
  { url, keys: [key = ''], ledger, random }: Omit<LoadOptions, 'prefix'>,
  { deadline }: AttackContext,
): Promise<string[]> {
  const faults: string[] = []
  for (let count = 0; !deadline.aborted; count += 1) {
    const name = `worker-${count}`
    ledger.sent += 1
    await ACTIONS['worker']?.({ url, key, ledger, random, name })
    const one = ledger.submissions.get(name)
    if (one !== undefined) {
      faults.push(...(await endOfJob(url, ledger, one, {})))
      one.isEnded = true
    }
    await Bun.sleep(WORKER_PAUSE_MS)
  }
  return faults
}

async function sampleUntilDeadline(
  service: WatchedService,
  { deadline, log }: AttackContext,
): Promise<readonly Sample[]> {
  const since = performance.now()
  const samples: Sample[] = []
  let first: Heap | undefined
  let nextHeapMs = HEAP_EVERY_MS
  while (!deadline.aborted && service.isAlive()) {
    await Bun.sleep(SAMPLE_MS)
    const atMs = performance.now() - since
    samples.push({ atMs, rss: service.rss().now })
    if (samples.length % 30 === 0) log(`${(service.rss().now / MIB).toFixed(0)} MiB`)
    if (atMs < nextHeapMs) continue
    nextHeapMs += HEAP_EVERY_MS
    const heap = await heapOf(service)
    if (first !== undefined && heap !== undefined) log(heapGrowth(first, heap))
    first ??= heap
  }
  return samples
}

/** The lowest of the last sixth over the lowest of the sixth behind the first, in MiB. */
function growthOf(samples: readonly Sample[]): number {
  const end = samples.at(-1)?.atMs ?? 0
  const lowest = (from: number, to: number) =>
    Math.min(...samples.filter(({ atMs }) => atMs >= from && atMs <= to).map(({ rss }) => rss))
  const first = lowest(end * WARM_SHARE, end * 2 * WARM_SHARE)
  const last = lowest(end * (1 - WARM_SHARE), end)
  return Number.isFinite(last - first) ? (last - first) / MIB : 0
}

/** What the service has once nothing is asked of it; as soon as that is no more than before. */
async function rested(service: WatchedService, before: { fds: number; children: number }) {
  const until = performance.now() + REST_MS
  for (;;) {
    const after = {
      fds: service.fds(),
      children: descendantsOf(service.pid).length,
      temporary: leftovers(service.folder),
    }
    const isRested =
      after.fds <= before.fds + MAX_MORE_FDS &&
      after.children <= before.children + MAX_IDLE_CHILDREN &&
      after.temporary.length === 0
    if (isRested || performance.now() > until) return after
    await Bun.sleep(SAMPLE_MS)
  }
}

/** Folders of sandboxes and of tools, and temporary files. */
function leftovers(folder: string): string[] {
  const spool = join(folder, 'data/spool')
  const temporary = readdirSync(folder).filter((name) => /^hearth-|\.tmp$/.test(name))
  return [...temporary, ...(existsSync(spool) ? readdirSync(spool) : [])].slice(0, 5)
}
