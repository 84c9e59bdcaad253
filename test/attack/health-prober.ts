/** Times of the probes of `/health`, in ms. */
export interface HealthFigures {
  readonly probes: number
  /** Probes without an answer of status 200. */
  readonly failed: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /**
   * How long the service itself has run in each probe: that is what a probe takes at the least, and no
   * other process of the machine makes it more.
   */
  readonly busyP99: number
  readonly busyMax: number
  /** As `p99` of a bare server in the same minutes. */
  readonly peerP99: number
  readonly peerMax: number
}

interface Told {
  taken: number[]
  busy: number[]
  peerTaken: number[]
  failed: number
}

/** Probes `/health` of a service some 40 times a second, until it is stopped. */
export class HealthProber {
  readonly #worker = new Worker(new URL('health-worker.ts', import.meta.url))
  #slow: number[] = []
  readonly #peer = new Worker(new URL('peer-worker.ts', import.meta.url))

  /** @param pid Of the service */
  async start(url: string, pid: number): Promise<void> {
    const peer = await message<string>(this.#peer)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<number | Told>) => {
      if (typeof data === 'number') this.#slow.push(data)
    })
    this.#worker.postMessage({ url, peer, pid })
  }

  /** The times of the slow probes since the last call. */
  takeSlow(): readonly number[] {
    const slow = this.#slow
    this.#slow = []
    return slow
  }

  async stop(): Promise<HealthFigures> {
    const told = message<Told>(this.#worker)
    this.#worker.postMessage('end')
    const { taken, busy, peerTaken, failed } = await told
    this.#worker.terminate()
    this.#peer.terminate()
    return {
      ...{ probes: taken.length + failed, failed },
      ...{ p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), max: quantile(taken, 1) },
      ...{ busyP99: quantile(busy, 0.99), busyMax: quantile(busy, 1) },
      ...{ peerP99: quantile(peerTaken, 0.99), peerMax: quantile(peerTaken, 1) },
    }
  }
}

/** The next message of a worker that is not a number. */
function message<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<T | number>) => {
      if (typeof data !== 'number') resolve(data)
    })
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** The smallest time that this share of them does not exceed; 0 of none. */
function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
