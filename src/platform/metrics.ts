import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { addProcessMetrics } from './process-metrics.ts'

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
