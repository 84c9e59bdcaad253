import { readdir } from 'node:fs/promises'

/** Media type of the format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** What a metric is called; the names of its labels are in the order in which values are given. */
interface MetricHead {
  name: string
  help: string
  labels?: readonly string[]
}

/** A metric that writes itself in Prometheus's text format. */
interface Metric {
  text(): string | Promise<string>
}

/** Of one metric, by the values of its labels. */
type Numbers = Readonly<Record<string, number>>

/** Between the values of labels in a key; none of them contains it. */
const SEPARATOR = '\0'

/** The metrics of one service. They are written here, as the library for it loads 90 modules. */
class MetricRegistry {
  readonly #metrics: Metric[] = []

  counter(head: MetricHead): Counter {
    return this.#add(new Counter(head))
  }

  histogram(head: MetricHead, buckets: readonly number[]): Histogram {
    return this.#add(new Histogram(head, buckets))
  }

  /**
   * A metric that is read at each scrape.
   *
   * @param read One number, or for a metric with one label a number for each of its values
   */
  reading(
    type: 'counter' | 'gauge',
    head: MetricHead,
    read: () => number | Numbers | Promise<number | Numbers>,
  ): void {
    this.#add({
      async text() {
        const value = await read()
        const numbers = typeof value === 'number' ? { '': value } : value
        return metricText(type, head, Object.entries(numbers))
      },
    })
  }

  async text(): Promise<string> {
    const texts = await Promise.all(this.#metrics.map((metric) => metric.text()))
    return `${texts.join('\n\n')}\n`
  }

  #add<metric extends Metric>(metric: metric): metric {
    this.#metrics.push(metric)
    return metric
  }
}

/** A number that only grows. */
class Counter implements Metric {
  readonly #head: MetricHead
  readonly #numbers = new Map<string, number>()

  constructor(head: MetricHead) {
    this.#head = head
  }

  /** @param key The values of its labels */
  add(value: number, key: string): void {
    this.#numbers.set(key, (this.#numbers.get(key) ?? 0) + value)
  }

  text(): string {
    return metricText('counter', this.#head, [...this.#numbers])
  }
}

interface Distribution {
  /** Of the observations in each bucket alone; the last one has no upper bound. */
  counts: number[]
  sum: number
}

/** How observations are distributed over buckets. */
class Histogram implements Metric {
  readonly #head: MetricHead
  readonly #buckets: readonly number[]
  readonly #distributions = new Map<string, Distribution>()

  /** @param buckets Upper bounds in ascending order */
  constructor(head: MetricHead, buckets: readonly number[]) {
    this.#head = head
    this.#buckets = buckets
    if (head.labels === undefined) this.#of('')
  }

  /** @param key The values of its labels */
  observe(value: number, key = ''): void {
    const distribution = this.#of(key)
    let index = 0
    while (value > (this.#buckets[index] ?? Number.POSITIVE_INFINITY)) index += 1
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
    distribution.sum += value
  }

  text(): string {
    const { name, labels = [] } = this.#head
    const lines = head('histogram', this.#head)
    for (const [key, { counts, sum }] of this.#distributions) {
      let count = 0
      for (const [index, own] of counts.entries()) {
        count += own
        const bound = String(this.#buckets[index] ?? '+Inf')
        const all = labelText(['le', ...labels], labels.length === 0 ? bound : join(bound, key))
        lines.push(`${name}_bucket${all} ${count}`)
      }
      const own = labelText(labels, key)
      lines.push(`${name}_sum${own} ${sum}`, `${name}_count${own} ${count}`)
    }
    return lines.join('\n')
  }

  #of(key: string): Distribution {
    let distribution = this.#distributions.get(key)
    if (distribution === undefined) {
      distribution = { counts: new Array(this.#buckets.length + 1).fill(0), sum: 0 }
      this.#distributions.set(key, distribution)
    }
    return distribution
  }
}

function join(...values: readonly string[]): string {
  return values.join(SEPARATOR)
}

function metricText(
  type: 'counter' | 'gauge',
  metric: MetricHead,
  numbers: readonly (readonly [key: string, value: number])[],
): string {
  const values = numbers.map(
    ([key, value]) => `${metric.name}${labelText(metric.labels ?? [], key)} ${value}`,
  )
  return [...head(type, metric), ...values].join('\n')
}

function head(type: string, { name, help }: MetricHead): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function labelText(names: readonly string[], key: string): string {
  if (names.length === 0) return ''
  const values = key.split(SEPARATOR)
  const pairs = names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`)
  return `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}

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
    this.#requests.add(1, `${route}${SEPARATOR}${status}`)
    this.#requestSeconds.observe(seconds, route)
  }

  modelCall({ surface, engine, outcome, queueMs, firstTextMs }: ModelCall): void {
    this.#calls.add(1, join(surface, engine, outcome))
    this.#queueSeconds.observe(queueMs / 1000)
    if (firstTextMs !== undefined) this.#firstText.observe(firstTextMs / 1000, engine)
  }

  /** @param piece Its outcome is `succeeded`, or the class of the failure */
  transcribed({ engine, outcome, seconds }: TranscribedPiece): void {
    this.#transcribed.add(1, join(engine, outcome))
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
