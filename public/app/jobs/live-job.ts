import { computed, signal } from '@preact/signals'
import { isPassing } from '../../ui/api.ts'
import { EventStream } from '../../ui/event-stream.ts'
import { hasEnded, type JobState } from './types.ts'

/** The requests about one job of a kind. */
export interface LiveJobCalls<job> {
  read: (id: string, signal?: AbortSignal) => Promise<job>
  cancel: (id: string) => Promise<job>
  /** Address of the events of a job. */
  events: (id: string) => string
}

/** A job as it changes on the service, until its end. */
export class LiveJob<job extends JobState> {
  readonly id: string
  readonly job = signal<job | undefined>(undefined)
  /** Why it cannot be shown. What is shown stays while the service is out of reach. */
  readonly error = computed(() => {
    const error = this.#stream.error.value
    return this.job.value === undefined || !isPassing(error) ? error : undefined
  })
  readonly #calls: LiveJobCalls<job>
  readonly #onEnd: (job: job) => void
  readonly #stream: EventStream<job>

  /** @param onEnd Called when a job ends that has not ended before */
  constructor(calls: LiveJobCalls<job>, id: string, onEnd: (job: job) => void = () => undefined) {
    this.#calls = calls
    this.id = id
    this.#onEnd = onEnd
    this.#stream = new EventStream({
      address: calls.events(id),
      read: (closed) => calls.read(id, closed),
      onEvent: (job) => this.#apply(job),
    })
  }

  /** Whether the service is out of reach; it is tried again by itself. */
  get isLost() {
    return this.#stream.isLost
  }

  retry(): void {
    this.#stream.retry()
  }

  close(): void {
    this.#stream.close()
  }

  /** Stops the job; what it has not done is not done. @throws {ApiError} */
  async cancel(): Promise<void> {
    this.#apply(await this.#calls.cancel(this.id))
  }

  #apply(job: job): void {
    const before = this.job.value
    if (before !== undefined && hasEnded(before)) return
    this.job.value = job
    if (!hasEnded(job)) return
    this.close()
    if (before !== undefined) this.#onEnd(job)
  }
}
