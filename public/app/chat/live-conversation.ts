import { batch, type Signal, signal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import { EventStream } from '../../ui/event-stream.ts'
import { notice } from '../../ui/notices.ts'
import { outcomeText } from './answer-text.ts'
import { m } from './messages/en.ts'
import {
  type Conversation,
  type ConversationEvent,
  isUnfinished,
  type Message,
  type Progress,
} from './types.ts'

/** How long the page waits to load earlier messages again. */
const RETRY_MS = 3_000

/** Messages that come first, as many as are drawn at once; those before are loaded behind them. */
const FIRST_MESSAGES = 20

/** A conversation as it changes on the service. */
export class LiveConversation {
  readonly id: string
  readonly conversation = signal<Conversation | undefined>(undefined)
  /** The oldest first. The text of one that grows is in {@link text}. */
  readonly messages = signal<readonly Message[]>([])
  /** Whether earlier messages are still being loaded: the newest come first. */
  readonly isLoadingEarlier = signal(false)
  readonly isDeleted = signal(false)
  /** What has just happened, for those who do not see it; said once. */
  readonly announcement = signal('')
  readonly stream: EventStream<ConversationEvent>
  readonly #texts = new Map<string, Signal<string>>()
  readonly #thoughts = new Map<string, Signal<string>>()
  readonly #progress = new Map<string, Signal<Progress>>()
  /** What has come since the last frame, by the signal that takes it. */
  readonly #grown = new Map<Signal<string>, string>()
  #frame: number | undefined
  #earlierTimer: ReturnType<typeof setTimeout> | undefined
  /** Ids of the messages whose state is newer than that of a page. */
  #fresh = new Set<string>()
  /** Counts the snapshots: only pages of the last one are followed. */
  #snapshots = 0
  #isClosed = false

  constructor(id: string) {
    this.id = id
    this.stream = new EventStream({
      address: `/api/conversations/${encodeURIComponent(id)}/events?limit=${FIRST_MESSAGES}`,
      onEvent: (event) => this.#apply(event),
    })
  }

  close(): void {
    this.#isClosed = true
    this.stream.close()
    clearTimeout(this.#earlierTimer)
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
  }

  /** The text of a message, which grows while it is written. */
  text({ id, content }: Message): Signal<string> {
    let text = this.#texts.get(id)
    if (text === undefined) {
      text = signal(content)
      this.#texts.set(id, text)
    }
    return text
  }

  /** What was thought before the text of an answer; grows likewise. */
  thoughts({ id, thoughts }: Message): Signal<string> {
    let signalOf = this.#thoughts.get(id)
    if (signalOf === undefined) {
      signalOf = signal(thoughts ?? '')
      this.#thoughts.set(id, signalOf)
    }
    return signalOf
  }

  progress(id: string): Signal<Progress> {
    let progress = this.#progress.get(id)
    if (progress === undefined) {
      progress = signal({ isThinking: false, position: null, waitSeconds: null })
      this.#progress.set(id, progress)
    }
    return progress
  }

  #apply(event: ConversationEvent): void {
    switch (event.type) {
      case 'snapshot':
        batch(() => {
          this.#grown.clear()
          this.conversation.value = event.conversation
          const before = new Map(this.messages.value.map((one) => [one.id, one]))
          for (const message of event.messages) this.#ended(before.get(message.id), message)
          // Messages are not deleted one by one, so what is known of the pages before stays.
          const known = event.next_cursor === null ? [] : this.messages.value
          this.messages.value = joined(known, event.messages)
          for (const message of event.messages) this.#take(message)
          this.#fresh = new Set(event.messages.map(({ id }) => id))
        })
        this.#snapshots += 1
        void this.#loadEarlier(event.next_cursor, [])
        return
      case 'conversation':
        this.conversation.value = event.conversation
        return
      case 'message':
        batch(() => this.#changed(event.message))
        return
      case 'text':
        this.#grow(this.#texts.get(event.message_id), event)
        return
      case 'thinking':
        this.#grow(this.#thoughts.get(event.message_id), event)
        this.progress(event.message_id).value = {
          isThinking: true,
          position: null,
          waitSeconds: null,
        }
        return
      case 'step':
      case 'confirm':
        this.#addStep(event)
        return
      case 'place':
        this.progress(event.message_id).value = {
          isThinking: false,
          position: event.position,
          waitSeconds: event.expected_wait_seconds,
        }
        return
      case 'deleted':
        this.isDeleted.value = true
        this.close()
    }
  }

  /** Follows the pages to the oldest message, and shows them together. */
  async #loadEarlier(cursor: string | null, earlier: readonly Message[]): Promise<void> {
    const snapshot = this.#snapshots
    const isOver = () => this.#isClosed || snapshot !== this.#snapshots
    clearTimeout(this.#earlierTimer)
    this.isLoadingEarlier.value = cursor !== null
    if (cursor === null) {
      if (earlier.length === 0) return
      const before = new Map(this.messages.value.map((one) => [one.id, one]))
      // One that had not ended when the connection was lost may have since.
      const known = this.messages.value.filter(
        (one) => this.#fresh.has(one.id) || !isUnfinished(one),
      )
      const kept = new Set(known.map(({ id }) => id))
      batch(() => {
        this.messages.value = joined(earlier, known)
        for (const message of earlier) {
          if (kept.has(message.id)) continue
          this.#ended(before.get(message.id), message)
          this.#take(message)
        }
      })
      return
    }
    try {
      const params = { path: { id: this.id }, query: { cursor } }
      const page = await read(api.GET('/api/conversations/{id}', { params }))
      if (!isOver()) await this.#loadEarlier(page.next_cursor, [...page.messages, ...earlier])
    } catch {
      if (isOver()) return
      const again = () => void this.#loadEarlier(cursor, earlier)
      this.#earlierTimer = setTimeout(again, RETRY_MS)
    }
  }

  #changed(message: Message): void {
    const before = this.messages.value
    const index = before.findIndex(({ id }) => id === message.id)
    this.#fresh.add(message.id)
    this.#ended(before[index], message)
    this.messages.value = index === -1 ? [...before, message] : before.toSpliced(index, 1, message)
    this.#grown.delete(this.text(message))
    this.#grown.delete(this.thoughts(message))
    this.#take(message)
  }

  /** One that is known from a snapshot, or from before it was whole, is not added again. */
  #addStep({ message_id: id, step }: ConversationEvent & { type: 'step' | 'confirm' }): void {
    this.messages.value = this.messages.value.map((message) =>
      message.id === id
        ? { ...message, steps: [...message.steps.slice(0, step.position), step] }
        : message,
    )
    if (step.calls.at(-1)?.confirm?.decision === null) notice(m.yourDecision)
  }

  /** Tells of the end of an answer that was seen before it. */
  #ended(before: Message | undefined, message: Message): void {
    if (before === undefined || !isUnfinished(before) || isUnfinished(message)) return
    if (message.status === 'complete') notice(m.answerReady)
    if (message.status === 'failed') notice(m.answerFailed)
    import('./end-message.ts').then(
      ({ endMessage }) => {
        this.announcement.value = endMessage(message)
      },
      // Without a connection, it says less.
      () => {
        this.announcement.value = outcomeText(message) ?? m.answerReady
      },
    )
  }

  #take(message: Message): void {
    this.text(message).value = message.content
    this.thoughts(message).value = message.thoughts ?? ''
    const { position, expected_wait_seconds: waitSeconds } = message
    const progress = this.progress(message.id)
    progress.value = { isThinking: progress.peek().isThinking, position, waitSeconds }
  }

  /** Text that has come is drawn once a frame. */
  #grow(
    shown: Signal<string> | undefined,
    { offset, text }: { offset: number; text: string },
  ): void {
    if (shown === undefined || text === '') return
    const now = this.#grown.get(shown) ?? shown.value
    // Cutting would copy the whole text for each piece.
    this.#grown.set(shown, (now.length === offset ? now : now.slice(0, offset)) + text)
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      batch(() => {
        for (const [target, grown] of this.#grown) target.value = grown
      })
    })
  }
}

/** Earlier messages before later ones; of one that is in both, the later state in the earlier place. */
function joined(earlier: readonly Message[], later: readonly Message[]): Message[] {
  const states = new Map(later.map((message) => [message.id, message]))
  const first = earlier.map((message) => {
    const state = states.get(message.id) ?? message
    states.delete(message.id)
    return state
  })
  return [...first, ...states.values()]
}
