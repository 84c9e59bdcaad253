import type { VoiceRequest, VoiceResponse } from './voice-worker.ts'

/** A worker that speaks one text at a time. */
export class VoiceThread {
  readonly #worker = new Worker(new URL('./voice-worker.ts', import.meta.url))
  #pending: PromiseWithResolvers<VoiceResponse> | undefined

  constructor() {
    const worker = this.#worker
    worker.addEventListener('message', ({ data }: MessageEvent<VoiceResponse>) =>
      this.#settle(data),
    )
    worker.addEventListener('error', ({ message }) => this.#settle({ failure: message }))
    worker.addEventListener('close', () => this.#settle({ failure: 'it has ended' }))
  }

  /** Resolves with a failure when the worker ends. The process stays alive until then. */
  speak(request: VoiceRequest): Promise<VoiceResponse> {
    this.#pending = Promise.withResolvers()
    this.#worker.ref()
    this.#worker.postMessage(request)
    return this.#pending.promise
  }

  /** Terminates the worker, also in the middle of a text. */
  end(): void {
    this.#worker.terminate()
  }

  #settle(response: VoiceResponse): void {
    this.#worker.unref()
    this.#pending?.resolve(response)
    this.#pending = undefined
  }
}
