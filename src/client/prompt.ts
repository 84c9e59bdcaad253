import { createInterface, emitKeypressEvents, type Interface, type Key } from 'node:readline'
import { PassThrough } from 'node:stream'
import { printable } from './terminal.ts'

const PROMPT = '> '
const NEXT_LINE_PROMPT = '. '
const BRACKETED_PASTE_ON = '\u001b[?2004h'
const BRACKETED_PASTE_OFF = '\u001b[?2004l'
/** Longest pasted text that the line shows whole. */
const MAX_SHOWN = 200
const FOLD_MARK = /\[\+\d+ (?:lines?|characters) #(\d+)\]/g

export interface PromptOptions {
  input: NodeJS.ReadStream
  /** The terminal in which the lines are edited. */
  output: NodeJS.WriteStream
  /** Called for Ctrl-C while no message is read. */
  onInterrupt: () => void
}

interface Keypress {
  text: string | undefined
  key: Key
}

/**
 * Reads messages in a terminal with `node:readline`, with a history of this session. A message goes on
 * in the next line after a backslash, Ctrl-J or Alt-Enter, and pasted lines belong to one message.
 */
export class Prompt {
  readonly #options: PromptOptions
  /** The last message first. */
  readonly #history: string[] = []
  /** Rests of texts that a line shows as their beginning and a mark. */
  readonly #foldedRests: string[] = []
  /** Keys that no message has taken yet: they are not echoed into an answer. */
  readonly #waitingKeys: Keypress[] = []
  /** What has arrived of a paste; undefined between pastes. */
  #pasted: string | undefined
  /** The editor of the message that is read. */
  #editor: Interface | undefined
  /** Whether the line that is being ended goes on in the next one. */
  #hasNextLine = false
  #isClosed = false
  readonly #onKeypress = (text: string | undefined, key: Key) => this.#add({ text, key })
  readonly #onEnd = () => this.close()

  constructor(options: PromptOptions) {
    this.#options = options
    const { input, output } = options
    emitKeypressEvents(input)
    input.on('keypress', this.#onKeypress)
    input.on('end', this.#onEnd)
    input.setRawMode(true)
    output.write(BRACKETED_PASTE_ON)
  }

  /**
   * Reads the next message.
   *
   * @param draft Text to start with
   * @returns undefined at Ctrl-D, and at Ctrl-C in an empty line
   */
  async read(draft = ''): Promise<string | undefined> {
    if (this.#isClosed) return undefined
    const editor = this.#openEditor()
    try {
      return await new Promise((resolve) => {
        this.#listen(editor, resolve)
        editor.prompt()
        if (draft !== '') editor.write(this.#fold(draft))
        this.#forwardKeys()
      })
    } finally {
      editor.close()
    }
  }

  /** Ends the reading, and leaves the terminal as it was. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { input, output } = this.#options
    this.#editor?.close()
    input.off('keypress', this.#onKeypress)
    input.off('end', this.#onEnd)
    input.pause()
    input.setRawMode(false)
    output.write(BRACKETED_PASTE_OFF)
  }

  /** An editor for each message: none hears of keys or of a new width during an answer. */
  #openEditor(): Interface {
    const { input, output } = this.#options
    const keys = Object.assign(new PassThrough(), {
      isTTY: true,
      // Off only at Ctrl-Z: after a message, keys are not to be echoed into the answer.
      setRawMode: (mode: boolean) => input.setRawMode(mode || this.#editor === undefined),
    })
    const editor = createInterface({
      input: keys,
      output,
      terminal: true,
      prompt: PROMPT,
      history: [...this.#history],
    })
    this.#editor = editor
    return editor
  }

  /** @param resolve Gets the whole message, an empty one after Ctrl-C, or undefined at the end */
  #listen(editor: Interface, resolve: (message: string | undefined) => void): void {
    const { output } = this.#options
    const lines: string[] = []
    const finish = (message: string | undefined) => {
      this.#editor = undefined
      resolve(message)
    }
    editor.on('line', (line) => {
      const hasBackslash = endsWithBackslash(line)
      lines.push(hasBackslash ? line.slice(0, -1) : line)
      if (hasBackslash || this.#hasNextLine) {
        editor.setPrompt(NEXT_LINE_PROMPT)
        editor.prompt()
        return
      }
      const message = this.#unfold(lines.join('\n'))
      // A line keeps its marks; several become one with a mark.
      const entry = lines.length === 1 ? line : this.#fold(message)
      if (message.trim() !== '') this.#history.unshift(entry)
      finish(message)
    })
    editor.on('SIGINT', () => {
      if (editor.line === '' && lines.length === 0) {
        editor.close()
        return
      }
      // The cursor may be in a row above the last.
      editor.write(null, { ctrl: true, name: 'e' })
      output.write('\n')
      finish('')
    })
    editor.on('close', () => {
      if (this.#editor === undefined) return
      // What comes next, as the prompt of a shell, starts on a line of its own.
      output.write('\n')
      finish(undefined)
    })
  }

  /** A paste is text, whatever it contains. */
  #add({ text, key }: Keypress): void {
    if (key.name === 'paste-start') {
      this.#pasted = ''
    } else if (key.name === 'paste-end') {
      const pasted = printable((this.#pasted ?? '').replace(/\r\n?/g, '\n'))
      this.#pasted = undefined
      this.#waitingKeys.push({ text: this.#fold(pasted), key: {} })
    } else if (this.#pasted !== undefined) {
      this.#pasted += text ?? ''
    } else if (this.#editor === undefined && key.ctrl === true && key.name === 'c') {
      // What was typed ahead stays for the next line.
      this.#options.onInterrupt()
    } else {
      this.#waitingKeys.push({ text, key })
    }
    this.#forwardKeys()
  }

  /** Hands keys over to the end of the message. */
  #forwardKeys(): void {
    while (this.#editor !== undefined) {
      const next = this.#waitingKeys.shift()
      if (next === undefined) return
      const { text, key } = next
      this.#hasNextLine = key.name === 'enter' || (key.name === 'return' && key.meta === true)
      if (this.#hasNextLine) this.#editor.write(null, { name: 'return' })
      else this.#editor.write(text, key)
    }
  }

  /** @returns The text itself where it is short and of one line, else its beginning and a mark */
  #fold(text: string): string {
    const shown = /^[^\n\t]*/.exec(text)?.[0].slice(0, MAX_SHOWN) ?? ''
    const rest = text.slice(shown.length)
    if (rest === '') return text
    this.#foldedRests.push(rest)
    const lines = rest.split('\n').length - 1
    const size =
      lines === 0 ? `${rest.length} characters` : `${lines} ${lines === 1 ? 'line' : 'lines'}`
    return `${shown}[+${size} #${this.#foldedRests.length}]`
  }

  /** Replaces the marks of this prompt by their texts. */
  #unfold(line: string): string {
    return line.replace(FOLD_MARK, (mark, number) => this.#foldedRests[Number(number) - 1] ?? mark)
  }
}

/** Whether a line ends with a backslash that is not escaped by another. */
function endsWithBackslash(line: string): boolean {
  return (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1
}
