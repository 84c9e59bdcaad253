import { signal } from '@preact/signals'
import { ApiError, isPassing } from '../../ui/api.ts'
import { hasEnded, type JobState } from './types.ts'

/** How long to wait where the service refuses the events of a job. */
const POLL_MS = 2_000

/** The requests about one job of a kind. */
export interface LiveJobCalls<job> {
  read: (id: string) => Promise<job>
  cancel: (id: string) => Promise<job>
  /** Address of the events of a job. */
  events: (id: string) => string
}

/** A job as it changes on the service, until its end. */
export class LiveJob<job extends JobState> {
  readonly id: string
  readonly job = signal<job | undefined>(undefined)
  /** Why it cannot be shown. */
  readonly error = signal<unknown>(undefined)
  /** Whether the service is out of reach; it is tried again by itself. */
  readonly isLost = signal(false)
  readonly #calls: LiveJobCalls<job> | undefined
  readonly #onEnd: (job: job) => void
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  /**
   * @param calls Undefined for a kind that the page does not know
   * @param onEnd Called when a job ends that has not ended before
   */
  constructor(
    calls: LiveJobCalls<job> | undefined,
    id: string,
    onEnd: (job: job) => void = () => undefined,
  ) {
    this.#calls = calls
    this.id = id
    this.#onEnd = onEnd
    void this.load()
  }

  close(): void {
    this.#isClosed = true
    this.#disconnect()
  }

  /** Stops the job; what it has not done is not done. @throws {ApiError} */
  async cancel(): Promise<void> {
    const cancelled = await this.#calls?.cancel(this.id)
    if (cancelled !== undefined) this.#apply(cancelled)
  }

  /** Reads the job, and follows it when it has not ended. */
  async load(): Promise<void> {
    this.#disconnect()
    this.error.value = undefined
    try {
      const job = await this.#calls?.read(this.id)
      if (job === undefined)
        throw new ApiError(404, 'not_found', 'This page does not know jobs of this kind')
      this.isLost.value = false
      this.#apply(job)
      if (!this.#isClosed && !hasEnded(job)) this.#follow()
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return
    // Before anything is shown, a failure is a page of its own with a way to try again.
    if (!isPassing(error) || this.job.value === undefined) {
      this.error.value = error
      return
    }
    this.isLost.value = true
    this.#tryLater()
  }

  #follow(): void {
    const address = this.#calls?.events(this.id)
    if (address === undefined) return
    const source = new EventSource(address)
    this.#source = source
    source.addEventListener('message', ({ data }) => {
      this.isLost.value = false
      this.#apply(JSON.parse(String(data)))
    })
    source.addEventListener('error', () => {
      // A browser connects again by itself, unless the service has refused.
      if (source.readyState === EventSource.CLOSED) this.#tryLater()
      else this.isLost.value = true
    })
  }

  #tryLater(): void {
    this.#disconnect()
    this.#timer = setTimeout(() => void this.load(), POLL_MS)
  }

  #apply(job: job): void {
    const before = this.job.value
    if (before !== undefined && hasEnded(before)) return
    this.job.value = job
    if (!hasEnded(job)) return
    this.#disconnect()
    if (before !== undefined) this.#onEnd(job)
  }

  #disconnect(): void {
    this.#source?.close()
    this.#source = undefined
    clearTimeout(this.#timer)
  }
}
