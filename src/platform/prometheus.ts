/** Media type of the format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

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
export class MetricRegistry {
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

  add(value: number, ...labels: readonly string[]): void {
    const key = labels.join(SEPARATOR)
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

  observe(value: number, ...labels: readonly string[]): void {
    const distribution = this.#of(labels.join(SEPARATOR))
    const bucket = this.#buckets.findIndex((bound) => value <= bound)
    const index = bucket === -1 ? this.#buckets.length : bucket
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
