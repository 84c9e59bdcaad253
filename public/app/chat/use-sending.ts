import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError, words } from '../../ui/api.ts'
import { isUnreachable } from '../../ui/connection.ts'
import { randomId } from '../../ui/random-id.ts'

/** How soon a lost message is sent again, and how often the way is looked at until then. */
const LOST_MS = 2_000

/** Why a message was not sent. */
interface SendFault {
  text: string
  /** When it is sent again by itself; undefined when it is not. */
  again: string | undefined
}

interface Sending {
  readonly isSending: Signal<boolean>
  readonly fault: Signal<SendFault | undefined>
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
  const fault = useSignal<SendFault | undefined>(undefined)
  const key = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(onSend)
  latest.current = onSend
  const send = async (isFirst: boolean) => {
    const content = text.peek()
    if (!canSend() || isSending.peek()) return
    clearTimeout(timer.current)
    isSending.value = true
    fault.value = undefined
    keep('')
    key.current ??= randomId()
    try {
      await latest.current(content, key.current)
      key.current = undefined
    } catch (error) {
      // Whatever was typed meanwhile is kept as well, and is a message of its own.
      const typed = text.peek()
      keep(typed === '' ? content : `${content}\n${typed}`)
      if (typed !== '') key.current = undefined
      const pause = isFirst && typed === '' ? pauseOf(error) : undefined
      fault.value = { text: words(error), again: pause?.words }
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
    if (fault.peek() !== undefined)
      fault.value = { text: fault.peek()?.text ?? '', again: undefined }
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isSending,
    fault,
    send: () => send(true),
    stop,
    changed: () => {
      stop()
      key.current = undefined
    },
  }
}

/** How long to wait before a message is sent again by itself; undefined where that is no use. */
function pauseOf(error: unknown): { ms: number; words: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfterSeconds: seconds } = error
  if (status === 0) return { ms: LOST_MS, words: 'It is sent by itself when the service is back.' }
  if (status !== 429 || seconds === undefined) return undefined
  return { ms: seconds * 1000, words: `It is sent again by itself in ${seconds} s.` }
}
