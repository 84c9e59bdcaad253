import { join } from 'node:path'
import type { ServiceOptions } from './attacked-service.ts'
import type { AttackContext, Figures } from './driver.ts'
import { shuffled } from './shuffled.ts'
import type { WatchedService } from './watch.ts'

/** One hostile act against a running service. */
export interface HostileCase {
  readonly name: string
  /**
   * @param signal Fires when the case takes too long, with that as its reason
   * @returns What was wrong with the service's answer; nothing when all was right
   */
  readonly attack: (service: WatchedService, signal: AbortSignal) => Promise<string | undefined>
}

interface HostileOptions {
  readonly context: AttackContext
  readonly service: ServiceOptions
  readonly cases: readonly HostileCase[]
  /** The most that one case may take, with what the service's own deadlines allow. */
  readonly caseMs?: number
  /** Cases at a time. */
  readonly width?: number
}

const CASE_MS = 60_000

/**
 * Runs all cases in random order against a watched service, again and again with a new data folder, until
 * the deadline. After a fall the service is started again, and the rest goes on.
 */
export async function runHostile(options: HostileOptions): Promise<Figures> {
  const { context, cases } = options
  const losses = new Set<string>()
  let values: Figures['values'] = {}
  let done = 0
  let rounds = 0
  do {
    const round = new Round(options, join(context.folder, String(rounds)))
    values = worse(values, await round.run(losses))
    done += round.done
    rounds += 1
  } while (!context.deadline.aborted)
  return { losses: [...losses], values: { cases: cases.length, done, rounds, ...values } }
}

class Round {
  readonly #options: HostileOptions
  readonly #folder: string
  done = 0

  constructor(options: HostileOptions, folder: string) {
    this.#options = options
    this.#folder = folder
  }

  async run(losses: Set<string>): Promise<Figures['values']> {
    const { context, cases, width = 1 } = this.#options
    const waiting = shuffled(cases, context.random)
    const running = new Set<string>()
    let values: Figures['values'] = {}
    while (waiting.length > 0 && !context.deadline.aborted) {
      await using service = await this.#start()
      const lane = async () => {
        while (!context.deadline.aborted) {
          const one = waiting.shift()
          if (one === undefined) return
          running.add(one.name)
          const fault = await this.#attack(service, one)
          if (!service.isAlive()) {
            losses.add(`the process has ended in one of ${[...running].join(', ')}`)
            return
          }
          running.delete(one.name)
          if (fault !== undefined) losses.add(`${one.name}: ${fault}`)
          this.done += 1
        }
      }
      await Promise.all(Array.from({ length: width }, lane))
      running.clear()
      const report = await service.report()
      for (const loss of report.losses) losses.add(loss)
      values = worse(values, report.values)
    }
    return values
  }

  #start(): Promise<WatchedService> {
    const { context, service } = this.#options
    return context.startWatched({ folder: this.#folder, ...service })
  }

  async #attack(service: WatchedService, one: HostileCase): Promise<string | undefined> {
    const { caseMs = CASE_MS, context } = this.#options
    const signal = AbortSignal.timeout(caseMs)
    const before = service.rss().peak
    const kills = service.memoryKills()
    const since = performance.now()
    const late = new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => resolve(`no end after ${caseMs / 1000} s`), {
        once: true,
      }),
    )
    const attack = one.attack(service, signal).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      return `${reason} (after ${((performance.now() - since) / 1000).toFixed(1)} s)`
    })
    const fault = await Promise.race([attack, late])
    const grown = (service.rss().peak - before) / 1024 ** 2
    const took = (performance.now() - since) / 1000
    if (grown > 100 || took > 20)
      context.log(`${one.name}: ${took.toFixed(1)} s, peak grew by ${grown.toFixed(0)} MiB`)
    const slow = service.takeSlow().map((ms) => ms.toFixed(0))
    if (slow.length > 0) context.log(`${one.name}: /health took ${slow.join(', ')} ms`)
    if (service.memoryKills() > kills) context.log(`${one.name}: a process was killed for memory`)
    return fault
  }
}

/** The figures of the round in which the service was worst off. */
function worse(one: Figures['values'], other: Figures['values']): Figures['values'] {
  const peak = (values: Figures['values']) => Number(values['peak MiB'] ?? 0)
  return peak(other) >= peak(one) ? other : one
}

/** Reads an answer to its end. @returns What no client should get */
export async function faultOf(answer: Response): Promise<string | undefined> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  // Only the end of a long stream is of interest.
  let tail = ''
  const decoder = new TextDecoder()
  for await (const bytes of answer.body ?? [])
    tail = (tail + decoder.decode(bytes, { stream: true })).slice(-65_536)
  if (answer.status === 500) return `500 ${tail.slice(0, 200)}`
  if (isStream)
    return tail.includes('[DONE]') || tail.includes('"error"')
      ? undefined
      : `the stream ended without a word: ${tail.slice(-100)}`
  if (answer.status >= 400 && !tail.includes('"detail"'))
    return `${answer.status} without a reason: ${tail.slice(0, 200)}`
  return undefined
}
