import { readdir } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'

const DESCRIPTORS = '/proc/self/fd'

/**
 * Adds the metrics of the process, under the names that Prometheus's own libraries give them.
 * Those of prom-client halt Bun for 20 ms and more at each scrape: they count what is on the heap.
 */
export function addProcessMetrics(registry: Registry): void {
  const registers = [registry]
  const cpu = (name: string, help: string, microseconds: (usage: NodeJS.CpuUsage) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(microseconds(process.cpuUsage()) / 1_000_000)
      },
    })
  cpu('process_cpu_user_seconds_total', 'User CPU time', ({ user }) => user)
  cpu('process_cpu_system_seconds_total', 'System CPU time', ({ system }) => system)
  cpu('process_cpu_seconds_total', 'User and system CPU time', ({ user, system }) => user + system)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  const started = Math.round(Date.now() / 1000 - process.uptime())
  gauge('process_start_time_seconds', 'Start of the process, since 1970', () => started)
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_total_bytes', 'Heap of JavaScript', () => process.memoryUsage().heapTotal)
  gauge('nodejs_heap_size_used_bytes', 'Its part in use', () => process.memoryUsage().heapUsed)
  gauge('nodejs_external_memory_bytes', 'Memory of objects outside of it', () => {
    return process.memoryUsage().external
  })
  gauge('nodejs_eventloop_lag_seconds', 'Lag of the event loop at the scrape', eventLoopLag)
  if (process.platform === 'linux')
    gauge(
      'process_open_fds',
      'Open file descriptors',
      async () => (await readdir(DESCRIPTORS)).length,
    )
}

/** Time that the event loop takes for its next round, in seconds. */
function eventLoopLag(): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    setImmediate(() => resolve((performance.now() - started) / 1000))
  })
}
