import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Answers that are kept, so that "back" neither waits for one nor pays for it again. */
const STORED_ANSWERS = 20

/** The last answers to questions of one kind, in this document. */
export class RecentAnswers<data> {
  readonly #answers = new Map<string, data>()

  get(question: string): data | undefined {
    return this.#answers.get(question)
  }

  forget(question: string): void {
    this.#answers.delete(question)
  }

  keep(question: string, answer: data): void {
    this.#answers.delete(question)
    this.#answers.set(question, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > STORED_ANSWERS && oldest !== undefined) this.#answers.delete(oldest)
  }
}

type Answer<data> =
  | { state: 'loading' }
  | { state: 'stopped' }
  | { state: 'ready'; data: data }
  | { state: 'failed'; error: unknown }

export interface Asking<data> {
  readonly value: Signal<Answer<data>>
  /** Ends the request. */
  stop: () => void
  /** Asks again, also where an answer is kept. */
  again: () => void
}

/**
 * Asks for as long as the component is shown. It costs credits: so nothing is asked twice by itself.
 *
 * @param question What is asked, as one text; the component has it as its key
 * @param onAnswer Called when an answer has come, and not with one that was kept
 */
export function useAnswer<data>(
  question: string,
  recent: RecentAnswers<data>,
  load: (signal: AbortSignal) => Promise<data>,
  onAnswer: () => void,
): Asking<data> {
  const stored = recent.get(question)
  const value = useSignal<Answer<data>>(
    stored === undefined ? { state: 'loading' } : { state: 'ready', data: stored },
  )
  const running = useRef<AbortController | undefined>(undefined)
  const ask = async () => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    value.value = { state: 'loading' }
    try {
      const data = await load(abort.signal)
      if (abort.signal.aborted) return
      recent.keep(question, data)
      value.value = { state: 'ready', data }
      onAnswer()
    } catch (error) {
      if (!abort.signal.aborted) value.value = { state: 'failed', error }
    }
  }
  useEffect(() => {
    if (stored === undefined) void ask()
    return () => running.current?.abort()
  }, [])
  return {
    value,
    stop: () => {
      running.current?.abort()
      value.value = { state: 'stopped' }
    },
    again: () => void ask(),
  }
}
