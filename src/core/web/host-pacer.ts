import { abortable } from '../../platform/abortable.ts'

/** Hosts whose last request is remembered. */
const MAX_HOSTS = 1_000

/** Gives each host one request in a while, whoever asks. */
export class HostPacer {
  readonly #intervalMs: number
  readonly #now: () => number
  /** When the next request may leave, by host. In the order of the last ones. */
  readonly #next = new Map<string, number>()

  constructor(intervalMs: number, now: () => number = () => performance.now()) {
    this.#intervalMs = intervalMs
    this.#now = now
  }

  /** Resolves when a request may leave. A caller that gives up keeps its place empty. */
  async turn(host: string, signal: AbortSignal): Promise<void> {
    const now = this.#now()
    const at = Math.max(now, this.#next.get(host) ?? 0)
    this.#next.delete(host)
    this.#next.set(host, at + this.#intervalMs)
    if (this.#next.size > MAX_HOSTS) this.#forget(now)
    if (at > now) await abortable(Bun.sleep(at - now), signal)
  }

  #forget(now: number): void {
    for (const [host, next] of this.#next) {
      if (this.#next.size <= MAX_HOSTS && next > now) return
      this.#next.delete(host)
    }
  }
}
