import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError, errorMessage, randomId } from '../../ui/api.ts'
import { isUnreachable } from '../../ui/connection.ts'
import { m } from './messages/en.ts'

/** How soon a lost message is sent again, and how often the way is looked at until then. */
const LOST_MS = 2_000

/** Why a message was not sent. */
interface SendError {
  text: string
  /** When it is sent again by itself; undefined when it is not. */
  again: string | undefined
}

interface Sending {
  readonly isSending: Signal<boolean>
  readonly error: Signal<SendError | undefined>
  send: () => Promise<void>
  /** Leaves it to the person to send it again. */
  stop: () => void
  /** The text or what is attached was changed: it is another message. */
  changed: () => void
}

/**
 * Sends a message. One that was refused for a while, or lost on its way, is sent once more by
 * itself; its key keeps it from being there twice.
 *
 * @param text What is typed; it is kept with `keep` until the message is sent
 * @param canSend Whether there is a message, and it is whole
 * @param onSend Rejects when the message was not sent
 */
export function useSending(
  text: Signal<string>,
  keep: (text: string) => void,
  canSend: () => boolean,
  onSend: (content: string, key: string) => Promise<void>,
): Sending {
  const isSending = useSignal(false)
  const error = useSignal<SendError | undefined>(undefined)
  const key = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(onSend)
  latest.current = onSend
  const send = async (isFirst: boolean) => {
    const content = text.peek()
    if (!canSend() || isSending.peek()) return
    clearTimeout(timer.current)
    isSending.value = true
    error.value = undefined
    keep('')
    key.current ??= randomId()
    const used = key.current
    try {
      await latest.current(content, used)
      key.current = undefined
    } catch (cause) {
      // Whatever was typed meanwhile is kept as well, and is a message of its own.
      const typed = text.peek()
      keep(typed === '' ? content : `${content}\n${typed}`)
      if (typed !== '') key.current = undefined
      // With what was attached meanwhile, it would be another message, beside one that may be there.
      const pause = isFirst && key.current === used ? pauseOf(cause) : undefined
      error.value = { text: errorMessage(cause), again: pause?.text }
      if (pause !== undefined) sendAfter(pause.ms)
    } finally {
      isSending.value = false
    }
  }
  /** While the service is out of reach, it waits on. */
  const sendAfter = (ms: number) => {
    timer.current = setTimeout(() => {
      if (isUnreachable.peek()) sendAfter(LOST_MS)
      else void send(false)
    }, ms)
  }
  const stop = () => {
    clearTimeout(timer.current)
    if (error.peek() !== undefined)
      error.value = { text: error.peek()?.text ?? '', again: undefined }
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isSending,
    error,
    send: () => send(true),
    stop,
    changed: () => {
      stop()
      key.current = undefined
    },
  }
}

/** How long to wait before a message is sent again by itself; undefined where that is no use. */
function pauseOf(error: unknown): { ms: number; text: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfterSeconds: seconds } = error
  if (status === 0) return { ms: LOST_MS, text: m.sentWhenBack }
  if (status !== 429 || seconds === undefined) return undefined
  return { ms: seconds * 1000, text: m.sentAgainIn(seconds) }
}
