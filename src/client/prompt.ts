import { createInterface, type Interface } from 'node:readline'
import { FoldedTexts } from './folded-text.ts'
import { PromptKeys } from './prompt-keys.ts'
import { PromptOutput } from './prompt-output.ts'

const PROMPT = '> '
const NEXT_LINE_PROMPT = '. '
const PASTE_MARKS_ON = '\u001b[?2004h'
const PASTE_MARKS_OFF = '\u001b[?2004l'

export interface PromptOptions {
  input: NodeJS.ReadStream
  /** The terminal in which the lines are edited. */
  output: NodeJS.WriteStream
  /** Whether the terminal wraps the line of the cursor anew when its width changes. */
  rewraps: boolean
  /** Called for Ctrl-C while no message is read. */
  onInterrupt: () => void
}

/**
 * Reads messages in a terminal, with a history of this session. A message goes on in the next line
 * after a backslash, Ctrl-J, Alt-Enter or Shift-Enter, and pasted lines belong to one message.
 */
export class Prompt {
  readonly #lines: Interface
  readonly #keys: PromptKeys
  readonly #output: PromptOutput
  readonly #rewraps: boolean
  readonly #folded = new FoldedTexts()
  /** Lines of the current message that are complete. */
  #pendingLines: string[] = []
  /** The last entry first; `readline` keeps it. */
  #history: string[] = []
  #closed = false
  #waiting: ((line: string | undefined) => void) | undefined

  constructor({ input, output, rewraps, onInterrupt }: PromptOptions) {
    this.#rewraps = rewraps
    this.#output = new PromptOutput(output, () => this.#drawAgain())
    this.#keys = new PromptKeys({ input, onInterrupt, fold: (text) => this.#folded.fold(text) })
    this.#lines = createInterface({
      input: this.#keys.stream,
      output: this.#output,
      terminal: true,
      prompt: PROMPT,
    })
    this.#lines.on('history', (history) => {
      this.#history = history
    })
    this.#lines.on('line', (line) => this.#waiting?.(line))
    this.#lines.on('SIGINT', () => this.#interrupt())
    this.#lines.on('close', () => {
      this.#closed = true
      // What comes next, as the prompt of a shell, begins a line of its own.
      if (this.#waiting !== undefined) this.#output.write('\n')
      this.#waiting?.(undefined)
    })
    this.#output.write(PASTE_MARKS_ON)
  }

  /**
   * Reads the next message.
   *
   * @param draft Text to begin with
   * @returns undefined at Ctrl-D, and at Ctrl-C in an empty line
   */
  async read(draft = ''): Promise<string | undefined> {
    this.#pendingLines = []
    let line = await this.#readLine(PROMPT, this.#folded.fold(draft))
    for (; line !== undefined && goesOn(line); line = await this.#readLine(NEXT_LINE_PROMPT))
      this.#pendingLines.push(line.slice(0, -1))
    if (line === undefined) return undefined
    const message = this.#folded.unfold([...this.#pendingLines, line].join('\n'))
    if (this.#pendingLines.length > 0)
      this.#history.splice(0, this.#pendingLines.length + 1, this.#folded.fold(message))
    return message
  }

  /** Ends the reading, and leaves the terminal as it was. */
  close(): void {
    if (!this.#closed) this.#lines.close()
    this.#keys.close()
    this.#output.write(PASTE_MARKS_OFF)
    this.#output.leave()
  }

  async #readLine(prompt: string, draft = ''): Promise<string | undefined> {
    if (this.#closed) return undefined
    const { promise, resolve } = createWaiter<string | undefined>()
    this.#waiting = resolve
    this.#lines.setPrompt(prompt)
    this.#lines.prompt()
    if (draft !== '') this.#lines.write(draft)
    this.#keys.open()
    const line = await promise
    this.#waiting = undefined
    return line
  }

  /**
   * Draws the line again in a window of another width. Only while a line is edited, because it would
   * be drawn into an answer.
   */
  #drawAgain(): void {
    if (this.#waiting === undefined) return
    // Where the terminal has wrapped the line anew, the number of rows that the editor has drawn, and
    // erases, would take rows of the answer above, or too few.
    if (this.#rewraps) Reflect.set(this.#lines, 'prevRows', this.#lines.getCursorPos().rows)
    this.#output.emit('resize')
  }

  /** Ctrl-C empties the message, and leaves when it is empty. */
  #interrupt(): void {
    if (this.#lines.line === '' && this.#pendingLines.length === 0) {
      this.#lines.close()
      return
    }
    this.#pendingLines = []
    // To the end, and delete to the start.
    this.#lines.write(null, { ctrl: true, name: 'e' })
    this.#lines.write(null, { ctrl: true, name: 'u' })
    this.#output.write('\n')
    this.#lines.setPrompt(PROMPT)
    this.#lines.prompt()
  }
}

/** Whether a line ends with a backslash that is not escaped by another. */
function goesOn(line: string): boolean {
  return (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

function createWaiter<value>() {
  let resolve: (value: value) => void = () => undefined
  const promise = new Promise<value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
