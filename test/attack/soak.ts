import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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
const SETTLE_MS = 2_000
const SAMPLE_MS = 60_000
const ROUND_MS = 10 * 60_000
/** So that the jobs of workers of an hour are within the budget of a day. */
const WORKER_PAUSE_MS = 4_000
const MIB = 1024 ** 2
/** Between the first reading, after ten minutes, and the last one. */
const MAX_GROWTH_MIB = 5
/** A shorter run reports the growth only. */
const MIN_JUDGED_READINGS = 5
/** What a service at rest may have more than before: connections that the clients keep open. */
const MAX_MORE_FDS = 128
/** Readers of documents that wait for the next one. */
const MAX_IDLE_CHILDREN = 2
const REST_MS = 30_000

/** What a service holds that nothing has been asked of for a while. */
interface Resting {
  rss: number
  heap: Heap | undefined
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
    await Bun.sleep(SETTLE_MS)
    const before = { fds: service.fds(), children: descendantsOf(service.pid).length }
    const options = { url: service.url, keys, ledger, random: context.random }
    const faults: string[] = []
    const readings: Resting[] = []
    while (!context.deadline.aborted && service.isAlive()) {
      const round = { ...options, prefix: `soak-${readings.length}` }
      faults.push(...(await load(round, actions, service, context)))
      if (service.isAlive()) readings.push(await resting(service, readings[0], context))
    }
    const report = await service.report()
    const losses = [...new Set(faults), ...report.losses]
    if (!service.isAlive()) return { losses, values: report.values }
    const { acknowledged } = ledger
    ledger.keepLatest(COMPARED)
    losses.push(...(await settle(service, ledger)), ...(await lastingFaults(service, ledger)))
    const after = await rested(service, before)
    const growth = ((readings.at(-1)?.rss ?? 0) - (readings[0]?.rss ?? 0)) / MIB
    if (readings.length >= MIN_JUDGED_READINGS && growth > MAX_GROWTH_MIB)
      losses.push(`memory has grown by ${growth.toFixed(1)} MiB after the first ten minutes`)
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

/** All kinds of work at once for ten minutes. @returns What was wrong with it, as faults */
async function load(
  options: Omit<LoadOptions, 'actions' | 'isLasting'>,
  actions: readonly string[],
  service: WatchedService,
  { deadline, log }: AttackContext,
): Promise<string[]> {
  const end = AbortSignal.any([deadline, AbortSignal.timeout(ROUND_MS)])
  // Each asks the model many times: from all clients they would pile up in the line.
  const others = actions.filter((name) => name !== 'worker')
  const clients = new Load({ ...options, actions: others, isLasting: true })
  const workers = actions.length === others.length ? [] : runWorkers(options, end)
  while (!end.aborted && service.isAlive()) {
    await setTimeout(SAMPLE_MS, undefined, { signal: end }).catch(() => undefined)
    log(`${(service.rss().now / MIB).toFixed(0)} MiB`)
  }
  await clients.stop()
  return [...clients.faults, ...(await workers)]
}

/** One job of a worker after another. @returns What was wrong with them */
async function runWorkers(
  { url, keys: [key = ''], ledger, random, prefix }: Omit<LoadOptions, 'actions' | 'isLasting'>,
  end: AbortSignal,
): Promise<string[]> {
  const faults: string[] = []
  for (let count = 0; !end.aborted; count += 1) {
    const name = `${prefix}-worker-${count}`
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

/** Under load, what is resident is mostly garbage: how much depends on what else the machine does. */
async function resting(
  service: WatchedService,
  first: Resting | undefined,
  { log }: AttackContext,
): Promise<Resting> {
  const heap = await heapOf(service)
  // What allocators keep for a while is given back.
  await Bun.sleep(REST_MS)
  const rss = service.rss().now
  const grown =
    first?.heap === undefined || heap === undefined ? '' : `; ${heapGrowth(first.heap, heap)}`
  log(`at rest ${(rss / MIB).toFixed(1)} MiB${grown}`)
  return { rss, heap }
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
    await Bun.sleep(SETTLE_MS)
  }
}

/** Folders of sandboxes and of tools, and temporary files. */
function leftovers(folder: string): string[] {
  const spool = join(folder, 'data/spool')
  const temporary = readdirSync(folder).filter((name) => /^hearth-|\.tmp$/.test(name))
  return [...temporary, ...(existsSync(spool) ? readdirSync(spool) : [])].slice(0, 5)
}
