import type { AnswerEvent } from './answer.ts'
import type { Terminal } from './terminal.ts'

/** An answer that comes sooner shows no wait. */
const SHOW_WAIT_AFTER_MS = 300
const CLOCK_MS = 1000
/** Notes of the service are short and plain; another text is not shown. */
const NOTE = /^[ -~]{1,100}$/

export interface AnswerViewOptions {
  terminal: Terminal
  /** Milliseconds; only differences count. */
  now: () => number
  /** Whether the text is only collected, for {@link AnswerView.summary}. */
  isHidden?: boolean
}

/** Shows one answer while it is written. */
export class AnswerView {
  readonly #terminal: Terminal
  readonly #wait: WaitLine
  readonly #isHidden: boolean
  #text = ''
  #end: Extract<AnswerEvent, { type: 'end' }> | undefined

  constructor({ terminal, now, isHidden = false }: AnswerViewOptions) {
    this.#terminal = terminal
    this.#isHidden = isHidden
    this.#wait = new WaitLine(terminal, now)
  }

  /** The text so far, as the model wrote it. */
  get text(): string {
    return this.#text
  }

  /** The answer as one object; model and reason are null before its end. */
  get summary() {
    return {
      content: this.#text,
      model: this.#end?.model ?? null,
      finish_reason: this.#end?.finishReason ?? null,
    }
  }

  /**
   * Shows an answer to its end. After a broken one too, its last line is ended, so that a message
   * starts on a new line.
   */
  async read(events: AsyncIterable<AnswerEvent>): Promise<void> {
    try {
      for await (const event of events) this.#add(event)
    } finally {
      this.#wait.stop()
      if (!this.#isHidden && this.#text !== '' && !this.#text.endsWith('\n'))
        this.#terminal.write('\n')
    }
  }

  #add(event: AnswerEvent): void {
    switch (event.type) {
      case 'wait':
        if (this.#text === '') this.#wait.update(event.note)
        return
      case 'text':
        this.#text += event.text
        if (this.#isHidden) return
        this.#wait.stop()
        this.#terminal.write(event.text)
        return
      case 'end':
        this.#end = event
        return
    }
  }
}

/** Says in one line of the terminal what an answer is waiting for, until its first text. */
class WaitLine {
  readonly #terminal: Terminal
  readonly #now: () => number
  readonly #timers: readonly NodeJS.Timeout[]
  #since: number
  #note: string | undefined
  #isShown = false

  constructor(terminal: Terminal, now: () => number) {
    this.#terminal = terminal
    this.#now = now
    this.#since = now()
    const first = setTimeout(() => {
      this.#isShown = true
      this.#show()
    }, SHOW_WAIT_AFTER_MS)
    this.#timers = [first, setInterval(() => this.#show(), CLOCK_MS)]
  }

  /** @param note What the service says of the wait; undefined once the answer has started */
  update(note: string | undefined): void {
    const next = note !== undefined && NOTE.test(note) ? note : undefined
    if (next === this.#note) return
    if (next === undefined) this.#since = this.#now()
    this.#note = next
    this.#show()
  }

  /** Removes the line; another call does nothing. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#isShown = false
    this.#terminal.settle()
  }

  #show(): void {
    if (!this.#isShown) return
    const seconds = Math.floor((this.#now() - this.#since) / 1000)
    this.#terminal.progress(waitText(this.#note, seconds))
  }
}

function waitText(note: string | undefined, seconds: number): string {
  if (note === undefined) return `thinking … ${seconds} s`
  return `${note.startsWith('waiting') ? note : `waiting, ${note}`} (${seconds} s so far)`
}
