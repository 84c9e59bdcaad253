import { nearestName } from '../platform/nearest-name.ts'
import type { AnswerEvent, Turn } from './answer.ts'
import type { ChatCommand } from './command-line.ts'
import { ClientFailure, Interrupted, SignedOut, UsageFailure } from './failure.ts'
import { Prompt } from './prompt.ts'
import type { Service } from './service.ts'
import { type CommandContext, signedIn } from './signed-in.ts'
import type { Terminal } from './terminal.ts'

const COMMANDS = ['/help', '/model', '/new', '/exit']
const HELP = `/model [name]  list the models, or go on with another
/new           start a new conversation
/exit, Ctrl-D  end
Ctrl-C         stop the answer; in an empty line, end
Up, Down       earlier messages
\\ at the end, Alt-Enter or Ctrl-J: go on in the next line; pasted lines stay one message.
A message that starts with a command's name needs a space before it.`

/**
 * Asks one question, or starts a conversation when none was given and the input is a terminal.
 *
 * @param input Standard input: the messages, or more text for the question
 */
export async function chat(
  context: CommandContext,
  { url, model, system, message, json }: ChatCommand,
  input: NodeJS.ReadStream,
): Promise<void> {
  const { service } = signedIn(context, url)
  const opening: Turn[] = system === undefined ? [] : [{ role: 'system', content: system }]
  const { terminal, signal, now } = context
  if (input.isTTY && message === '') {
    if (json) throw new UsageFailure("A conversation is no JSON: hearth chat --json 'Hello'")
    await new Conversation({ service, model, opening, input, terminal, signal, now }).run()
    return
  }
  const piped = input.isTTY ? '' : await textOf(input, signal)
  const content = [message, piped].filter((part) => part.trim() !== '').join('\n\n')
  if (content === '') throw new UsageFailure('There is nothing to ask')
  const view = new AnswerView({ terminal, now, isHidden: json })
  await view.read(
    service.chat({ model, messages: [...opening, { role: 'user', content }] }, signal),
  )
  if (json) terminal.print(JSON.stringify(view.summary))
}

async function textOf(input: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  // A pipe may stay open for ever.
  signal.addEventListener('abort', () => input.destroy(new Interrupted('Stopped')))
  for await (const bytes of input) text += decoder.decode(Buffer.from(bytes), { stream: true })
  return text + decoder.decode()
}

interface ConversationOptions {
  service: Service
  model: string
  /** Messages before the first question. */
  opening: readonly Turn[]
  input: NodeJS.ReadStream
  terminal: Terminal
  signal: AbortSignal
  now: () => number
}

/** Reads messages and shows answers until Ctrl-D, `/exit`, or Ctrl-C while there is no answer. */
class Conversation {
  readonly #options: ConversationOptions
  readonly #prompt: Prompt
  #model: string
  #turns: readonly Turn[]
  /** Stops the current answer. */
  #answering: AbortController | undefined

  constructor(options: ConversationOptions) {
    const { input, terminal, model, opening, signal } = options
    this.#options = options
    this.#model = model
    this.#turns = opening
    this.#prompt = new Prompt({
      input,
      output: terminal.prompt,
      onInterrupt: () => this.#answering?.abort(),
    })
    signal.addEventListener('abort', () => this.#prompt.close())
  }

  /** @throws {ClientFailure} when the sign-in has ended */
  async run(): Promise<void> {
    const { terminal } = this.#options
    terminal.note(`A conversation with ${this.#model}. /help lists commands, Ctrl-D ends it.`)
    try {
      let draft = ''
      for (;;) {
        const message = await this.#prompt.read(draft)
        if (message === undefined || message.trim() === '/exit') return
        draft = ''
        const command = /^\/[a-z]+(?=\s|$)/.exec(message)?.[0]
        if (command !== undefined)
          await this.#execute(command, message.slice(command.length).trim())
        else if (message.trim() !== '') draft = await this.#ask(message.trim())
      }
    } finally {
      this.#prompt.close()
    }
  }

  async #execute(command: string, argument: string): Promise<void> {
    const { terminal, opening } = this.#options
    switch (command) {
      case '/help':
        terminal.note(HELP)
        return
      case '/new':
        this.#turns = opening
        terminal.note('A new conversation')
        return
      case '/model':
        await this.#chooseModel(argument)
        return
      default: {
        const nearest = nearestName(command, COMMANDS)
        const hint = nearest === undefined ? '' : `did you mean ${nearest}? `
        terminal.note(`There is no ${command}: ${hint}There are ${COMMANDS.join(', ')}`)
      }
    }
  }

  /** Goes on with another model; without a name it lists them. */
  async #chooseModel(name: string): Promise<void> {
    const { terminal, service } = this.#options
    let names: string[]
    try {
      names = (await service.models()).map(({ id }) => id)
    } catch (error) {
      this.#report(error)
      return
    }
    if (name === '') {
      for (const one of names) terminal.note(`${one === this.#model ? '*' : ' '} ${one}`)
      return
    }
    if (!names.includes(name)) {
      const nearest = nearestName(name, names)
      const hint = nearest === undefined ? '/model lists them' : `did you mean ${nearest}?`
      terminal.note(`There is no model ${name}; ${hint}`)
      return
    }
    this.#model = name
    terminal.note(`Going on with ${name}`)
  }

  /** @returns The question again when it failed without an answer, else nothing */
  async #ask(content: string): Promise<string> {
    const { terminal, service, now } = this.#options
    const messages: readonly Turn[] = [...this.#turns, { role: 'user', content }]
    const answering = new AbortController()
    this.#answering = answering
    const view = new AnswerView({ terminal, now })
    let failure: unknown
    try {
      await view.read(service.chat({ model: this.#model, messages }, answering.signal))
    } catch (error) {
      this.#report(error)
      failure = error
    } finally {
      this.#answering = undefined
    }
    if (view.text !== '') this.#turns = [...messages, { role: 'assistant', content: view.text }]
    return failure === undefined || failure instanceof Interrupted || view.text !== ''
      ? ''
      : content
  }

  /**
   * Shows a failure after which the conversation goes on.
   *
   * @throws {ClientFailure} one that ends it
   */
  #report(error: unknown): void {
    const { terminal, signal } = this.#options
    if (!(error instanceof ClientFailure) || error instanceof SignedOut || signal.aborted)
      throw error
    terminal.note(error instanceof Interrupted ? 'Stopped' : error.message)
  }
}

/** An answer that comes sooner shows no wait. */
const SHOW_WAIT_AFTER_MS = 300
const CLOCK_MS = 1000
/** Notes of the service are short and plain; another text is not shown. */
const NOTE = /^[ -~]{1,100}$/

interface AnswerViewOptions {
  terminal: Terminal
  /** Milliseconds; only differences count. */
  now: () => number
  /** Whether the text is only collected, for {@link AnswerView.summary}. */
  isHidden?: boolean
}

/** Shows one answer while it is written. */
class AnswerView {
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
