import { readdir } from 'node:fs/promises'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const LATENCY_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300]

/** Tasks in one lane. */
interface LaneReading {
  name: string
  running: readonly unknown[]
  waiting: readonly unknown[]
}

/** Numbers read at each scrape. */
export interface Readings {
  admitted: number
  /** Parked accounts, by engine. */
  parked: Readonly<Record<string, number>>
  lanes: readonly LaneReading[]
  /** Since the start. */
  droppedLogLines: number
}

/** One call of a model, as far as it is counted. */
interface ModelCall {
  surface: string
  engine: string
  outcome: string
  queueMs: number
  firstTextMs: number | undefined
}

/** One piece of a recording, as far as it is counted. */
interface TranscribedPiece {
  engine: string
  outcome: string
  /** Of the sound. */
  seconds: number
}

/** Prometheus metrics of one service; no label holds a name that a person chose. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Counter({
    name: 'hearth_http_requests_total',
    help: 'Answered HTTP requests by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [this.#registry],
  })
  readonly #requestSeconds = new Histogram({
    name: 'hearth_http_request_seconds',
    help: 'Time until the headers of an answer, by route',
    labelNames: ['route'] as const,
    buckets: LATENCY_SECONDS,
    registers: [this.#registry],
  })
  readonly #calls = new Counter({
    name: 'hearth_model_calls_total',
    help: 'Model calls by surface, engine and outcome',
    labelNames: ['surface', 'engine', 'outcome'] as const,
    registers: [this.#registry],
  })
  readonly #firstText = new Histogram({
    name: 'hearth_model_first_text_seconds',
    help: 'Time from the call of a model to its first text',
    labelNames: ['engine'] as const,
    buckets: LATENCY_SECONDS,
    registers: [this.#registry],
  })
  readonly #queueSeconds = new Histogram({
    name: 'hearth_queue_wait_seconds',
    help: 'Time that model calls waited in line',
    buckets: LATENCY_SECONDS,
    registers: [this.#registry],
  })
  readonly #transcribed = new Counter({
    name: 'hearth_transcribed_pieces_total',
    help: 'Pieces of recordings that were given to a recogniser, by engine and outcome',
    labelNames: ['engine', 'outcome'] as const,
    registers: [this.#registry],
  })
  readonly #transcribedSeconds = new Counter({
    name: 'hearth_transcribed_seconds_total',
    help: 'Seconds of sound that recognisers have written down, by engine',
    labelNames: ['engine'] as const,
    registers: [this.#registry],
  })

  #bodyBytes = () => 0

  constructor() {
    const bodyBytes = () => this.#bodyBytes()
    new Gauge({
      name: 'hearth_request_body_bytes',
      help: 'Memory of request bodies that are held whole',
      registers: [this.#registry],
      collect() {
        this.set(bodyBytes())
      },
    })
    addProcessMetrics(this.#registry)
  }

  /** Adds the gauges; called once, when the parts that know the numbers exist. */
  observe(read: () => Promise<Readings>): void {
    const registers = [this.#registry]
    new Gauge({
      name: 'hearth_admitted_requests',
      help: 'Model requests running or waiting',
      registers,
      async collect() {
        this.set((await read()).admitted)
      },
    })
    new Gauge({
      name: 'hearth_parked_accounts',
      help: 'Accounts that are not asked now, by engine',
      labelNames: ['engine'] as const,
      registers,
      async collect() {
        for (const [engine, value] of Object.entries((await read()).parked))
          this.set({ engine }, value)
      },
    })
    const lanes = (
      name: string,
      help: string,
      tasksOf: (lane: LaneReading) => readonly unknown[],
    ) =>
      new Gauge({
        name,
        help,
        labelNames: ['lane'] as const,
        registers,
        async collect() {
          for (const lane of (await read()).lanes)
            this.set({ lane: lane.name }, tasksOf(lane).length)
        },
      })
    new Counter({
      name: 'hearth_log_lines_dropped_total',
      help: 'Lines of the log that nothing took',
      registers,
      async collect() {
        this.reset()
        this.inc((await read()).droppedLogLines)
      },
    })
    lanes('hearth_running_tasks', 'Tasks that run now, by lane', ({ running }) => running)
    lanes('hearth_waiting_tasks', 'Tasks in line, by lane', ({ waiting }) => waiting)
  }

  observeBodies(read: () => number): void {
    this.#bodyBytes = read
  }

  request(route: string, status: number, seconds: number): void {
    this.#requests.inc({ route, status })
    this.#requestSeconds.observe({ route }, seconds)
  }

  modelCall({ surface, engine, outcome, queueMs, firstTextMs }: ModelCall): void {
    this.#calls.inc({ surface, engine, outcome })
    this.#queueSeconds.observe(queueMs / 1000)
    if (firstTextMs !== undefined) this.#firstText.observe({ engine }, firstTextMs / 1000)
  }

  /** @param piece Its outcome is `succeeded`, or the class of the failure */
  transcribed({ engine, outcome, seconds }: TranscribedPiece): void {
    this.#transcribed.inc({ engine, outcome })
    if (outcome === 'succeeded') this.#transcribedSeconds.inc({ engine }, seconds)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

const DESCRIPTORS = '/proc/self/fd'

/**
 * Adds the metrics of the process, under the names that Prometheus's own libraries give them.
 * Those of prom-client halt Bun for 20 ms and more at each scrape: they count what is on the heap.
 */
function addProcessMetrics(registry: Registry): void {
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
