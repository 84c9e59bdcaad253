import { loadavg } from 'node:os'
import {
  type AttackedService,
  MEMORY_BYTES,
  type ServiceOptions,
  startAttacked,
} from './attacked-service.ts'
import type { Figures } from './driver.ts'
import { HealthProber } from './health-prober.ts'

const MAX_P99_MS = 50
/** A machine on which a bare server needs as long as this says nothing about the service. */
const MAX_PEER_P99_MS = MAX_P99_MS / 10
const WARM_UP_REQUESTS = 500
const RSS_EVERY_MS = 200
const MIB = 1024 ** 2

/** A service with its `/health` probed and its memory read all the while. */
export interface WatchedService extends AttackedService {
  /**
   * Ends the watch: whether it lives, answers, and stays within its memory.
   *
   * @param maxHealthMs The longest that any probe of `/health` may take, where a bare server takes a
   * tenth of it at most
   */
  readonly report: (maxHealthMs?: number) => Promise<Figures>
  /** The times in ms of the slow probes of `/health` since the last call. */
  readonly takeSlow: () => readonly number[]
}

/** Starts a service that must live and answer through all that is done to it. */
export async function startWatched(
  options: ServiceOptions & { folder: string },
): Promise<WatchedService> {
  const service = await startAttacked(options)
  await warmUp(service.url)
  const prober = new HealthProber()
  await prober.start(service.url, service.pid)
  const reader = setInterval(service.rss, RSS_EVERY_MS)
  let report: Promise<Figures> | undefined
  const stop = async (maxHealthMs = Number.POSITIVE_INFINITY): Promise<Figures> => {
    clearInterval(reader)
    const health = await prober.stop()
    const { peak } = service.rss()
    const losses: string[] = []
    if (!service.isAlive()) losses.push(`the process has ended: ${lastLines(service)}`)
    if (peak >= MEMORY_BYTES) losses.push(`memory: ${Math.round(peak / MIB)} MiB`)
    if (health.failed > 0 && service.isAlive())
      losses.push(`/health: ${health.failed} of ${health.probes} probes without an answer`)
    if (health.p99 > MAX_P99_MS && health.peerP99 <= MAX_PEER_P99_MS)
      losses.push(`/health: p99 ${ms(health.p99)}, of a bare server ${ms(health.peerP99)}`)
    if (health.max > maxHealthMs && health.peerMax <= maxHealthMs / 10)
      losses.push(`/health: ${ms(health.max)}, of a bare server ${ms(health.peerMax)}`)
    return {
      losses,
      values: {
        'health p50/p99/max': `${ms(health.p50)}/${ms(health.p99)}/${ms(health.max)}`,
        'itself p99/max': `${ms(health.busyP99)}/${ms(health.busyMax)}`,
        'bare p99/max': `${ms(health.peerP99)}/${ms(health.peerMax)}`,
        load: (loadavg()[0] ?? 0).toFixed(1),
        'peak MiB': Math.round(peak / MIB),
        // A child that reads a hostile file may be ended for it; its request then fails alone.
        'children killed for memory': service.memoryKills(),
      },
    }
  }
  return {
    ...service,
    takeSlow: () => prober.takeSlow(),
    report: (maxHealthMs) => {
      report ??= stop(maxHealthMs)
      return report
    },
    [Symbol.asyncDispose]: async () => {
      report ??= stop()
      await report.catch(() => undefined)
      await service[Symbol.asyncDispose]()
    },
  }
}

/** The first requests after a start compile what they run. */
async function warmUp(url: string): Promise<void> {
  for (let count = 0; count < WARM_UP_REQUESTS; count += 1)
    await (await fetch(`${url}/health`)).text()
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function lastLines(service: AttackedService): string {
  return service.logText().trim().split('\n').slice(-3).join(' | ').slice(-600)
}
