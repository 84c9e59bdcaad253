import { readdir } from 'node:fs/promises'
import { CONTENT_TYPE, MetricRegistry } from './prometheus.ts'

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
  readonly contentType = CONTENT_TYPE
  readonly #registry = new MetricRegistry()
  readonly #requests = this.#registry.counter({
    name: 'hearth_http_requests_total',
    help: 'Answered HTTP requests by route and status',
    labels: ['route', 'status'],
  })
  readonly #requestSeconds = this.#registry.histogram(
    {
      name: 'hearth_http_request_seconds',
      help: 'Time until the headers of an answer, by route',
      labels: ['route'],
    },
    LATENCY_SECONDS,
  )
  readonly #calls = this.#registry.counter({
    name: 'hearth_model_calls_total',
    help: 'Model calls by surface, engine and outcome',
    labels: ['surface', 'engine', 'outcome'],
  })
  readonly #firstText = this.#registry.histogram(
    {
      name: 'hearth_model_first_text_seconds',
      help: 'Time from the call of a model to its first text',
      labels: ['engine'],
    },
    LATENCY_SECONDS,
  )
  readonly #queueSeconds = this.#registry.histogram(
    { name: 'hearth_queue_wait_seconds', help: 'Time that model calls waited in line' },
    LATENCY_SECONDS,
  )
  readonly #transcribed = this.#registry.counter({
    name: 'hearth_transcribed_pieces_total',
    help: 'Pieces of recordings that were given to a transcription engine, by engine and outcome',
    labels: ['engine', 'outcome'],
  })
  readonly #transcribedSeconds = this.#registry.counter({
    name: 'hearth_transcribed_seconds_total',
    help: 'Seconds of sound that were transcribed, by engine',
    labels: ['engine'],
  })

  #bodyBytes = () => 0

  constructor() {
    this.#registry.reading(
      'gauge',
      {
        name: 'hearth_request_body_bytes',
        help: 'Memory of request bodies that are held whole',
      },
      () => this.#bodyBytes(),
    )
    addProcessMetrics(this.#registry)
  }

  /** Adds the gauges; called once, when the parts that know the numbers exist. */
  observe(read: () => Promise<Readings>): void {
    const registry = this.#registry
    registry.reading(
      'gauge',
      { name: 'hearth_admitted_requests', help: 'Model requests running or waiting' },
      async () => (await read()).admitted,
    )
    registry.reading(
      'gauge',
      {
        name: 'hearth_parked_accounts',
        help: 'Accounts that are not asked now, by engine',
        labels: ['engine'],
      },
      async () => (await read()).parked,
    )
    registry.reading(
      'counter',
      { name: 'hearth_log_lines_dropped_total', help: 'Lines of the log that nothing took' },
      async () => (await read()).droppedLogLines,
    )
    const lanes = (
      name: string,
      help: string,
      tasksOf: (lane: LaneReading) => readonly unknown[],
    ) =>
      registry.reading('gauge', { name, help, labels: ['lane'] }, async () =>
        Object.fromEntries((await read()).lanes.map((lane) => [lane.name, tasksOf(lane).length])),
      )
    lanes('hearth_running_tasks', 'Tasks that run now, by lane', ({ running }) => running)
    lanes('hearth_waiting_tasks', 'Tasks in line, by lane', ({ waiting }) => waiting)
  }

  observeBodies(read: () => number): void {
    this.#bodyBytes = read
  }

  request(route: string, status: number, seconds: number): void {
    this.#requests.add(1, route, String(status))
    this.#requestSeconds.observe(seconds, route)
  }

  modelCall({ surface, engine, outcome, queueMs, firstTextMs }: ModelCall): void {
    this.#calls.add(1, surface, engine, outcome)
    this.#queueSeconds.observe(queueMs / 1000)
    if (firstTextMs !== undefined) this.#firstText.observe(firstTextMs / 1000, engine)
  }

  /** @param piece Its outcome is `succeeded`, or the class of the failure */
  transcribed({ engine, outcome, seconds }: TranscribedPiece): void {
    this.#transcribed.add(1, engine, outcome)
    if (outcome === 'succeeded') this.#transcribedSeconds.add(seconds, engine)
  }

  text(): Promise<string> {
    return this.#registry.text()
  }
}

const DESCRIPTORS = '/proc/self/fd'

/** Adds the metrics of the process, under the names that Prometheus's own libraries give them. */
function addProcessMetrics(registry: MetricRegistry): void {
  const cpu = (name: string, help: string, microseconds: (usage: NodeJS.CpuUsage) => number) =>
    registry.reading('counter', { name, help }, () => microseconds(process.cpuUsage()) / 1_000_000)
  cpu('process_cpu_user_seconds_total', 'User CPU time', ({ user }) => user)
  cpu('process_cpu_system_seconds_total', 'System CPU time', ({ system }) => system)
  cpu('process_cpu_seconds_total', 'User and system CPU time', ({ user, system }) => user + system)
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    registry.reading('gauge', { name, help }, read)
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
