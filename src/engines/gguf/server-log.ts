import { ErrorTail } from '../cli/error-tail.ts'

/** Lines of a model process have its port before them; each has a time and a level. */
const LINE = /^(?:\[(\d+)\] )?(?:[\d.]+ )?([A-Z]) (.*)$/
const SPAWNED = /spawning server instance with name=(.+) on port (\d+)$/
/** Names of functions before a message, such as `srv    load_model: `. */
const PREFIX = /^(?:\w+ +)?[\w:]+: +/
const LOADING = /error loading model: (?:\w+: )*(.+)$/
/** What is said whatever the reason is. */
const GENERAL = /^failed to load model\b/
const EXITED = /instance name=(.+) exited with status/
const MAX_PORTS = 64
const MAX_LINES = 20
const MAX_REASON_CHARACTERS = 300

/**
 * Reads what `llama-server` writes, and keeps the little that explains a failure. It writes no prompts
 * and no answers at its default verbosity; of other lines than errors nothing is kept.
 */
export class ServerLog {
  readonly #tail = new ErrorTail()
  readonly #modelOf = new Map<string, string>()
  readonly #errors = new Map<string, string[]>()
  /** How often the process of a model has ended. */
  readonly #exits = new Map<string, number>()
  #exited = Promise.withResolvers<void>()

  read(line: string): void {
    const [, port, level, text = ''] = LINE.exec(line) ?? []
    if (level === undefined) {
      this.#tail.add(line)
      return
    }
    const spawned = SPAWNED.exec(text)
    if (spawned !== null) this.#spawned(spawned[1] ?? '', spawned[2] ?? '')
    const exited = EXITED.exec(text)?.[1]
    if (exited !== undefined) this.#ended(exited)
    if (level !== 'E') return
    const model = port === undefined ? undefined : this.#modelOf.get(port)
    const errors = model === undefined ? undefined : this.#errors.get(model)
    if (errors === undefined) this.#tail.add(text)
    else if (errors.length < MAX_LINES) errors.push(text)
  }

  /** The last lines without a time, in which its options are refused, and its own errors. */
  get tail(): string {
    return this.#tail.text
  }

  /** How often the process of a model has ended so far. */
  exits(model: string): number {
    return this.#exits.get(model) ?? 0
  }

  /** Resolves when it has ended more often, so that what it said of a failure was read. */
  async untilExit(model: string, exits: number): Promise<void> {
    while (this.exits(model) <= exits) await this.#exited.promise
  }

  /** Why the last process of a model could not load it; undefined where it did not say. */
  loadError(model: string): string | undefined {
    const errors = this.#errors.get(model) ?? []
    const reasons = errors.flatMap((text) => LOADING.exec(text)?.[1] ?? [])
    const reason =
      reasons.find((text) => !GENERAL.test(text)) ??
      errors.map((text) => text.replace(PREFIX, '')).find((text) => !GENERAL.test(text)) ??
      reasons[0]
    return reason?.trim().slice(0, MAX_REASON_CHARACTERS)
  }

  #ended(model: string): void {
    this.#exits.set(model, this.exits(model) + 1)
    this.#exited.resolve()
    this.#exited = Promise.withResolvers()
  }

  #spawned(model: string, port: string): void {
    if (this.#modelOf.size >= MAX_PORTS) {
      this.#modelOf.clear()
      this.#errors.clear()
    }
    this.#modelOf.set(port, model)
    this.#errors.set(model, [])
  }
}
