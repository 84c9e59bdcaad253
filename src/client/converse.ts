import { createInterface } from 'node:readline'
import type { Turn } from './answer.ts'
import { ClientFailure, Interrupted, SignedOut } from './failure.ts'
import type { Terminal } from './terminal.ts'

export interface ConverseOptions {
  /** Messages before the first question. */
  opening: readonly Turn[]
  ask: (messages: readonly Turn[], stop: AbortSignal) => AsyncIterable<string>
  input: NodeJS.ReadStream
  terminal: Terminal
  signal: AbortSignal
}

const PROMPT = '> '

/**
 * Reads questions and prints answers until Ctrl-D or `/exit`. `/new` starts a new conversation.
 * Ctrl-C stops an answer, or ends the program when there is none.
 */
export async function converse(options: ConverseOptions): Promise<void> {
  const { opening, input, terminal, signal } = options
  terminal.note('Ctrl-C stops an answer, /new begins anew, /exit or Ctrl-D ends.')
  const lines = createInterface({ input, output: process.stdout, terminal: true, prompt: PROMPT })
  let answering: AbortController | undefined
  lines.on('SIGINT', () => {
    if (answering === undefined) lines.close()
    else answering.abort()
  })
  signal.addEventListener('abort', () => lines.close())

  let turns: readonly Turn[] = opening
  lines.prompt()
  try {
    for await (const line of lines) {
      const content = line.trim()
      if (content === '/exit') break
      if (content === '/new') turns = opening
      else if (content !== '') {
        answering = new AbortController()
        turns = await answer(options, [...turns, { role: 'user', content }], answering.signal)
        answering = undefined
      }
      lines.prompt()
    }
  } finally {
    lines.close()
  }
}

/** Returns the conversation with the new answer, or without the question when no text came. */
async function answer(
  { ask, terminal, signal }: ConverseOptions,
  turns: readonly Turn[],
  stop: AbortSignal,
): Promise<readonly Turn[]> {
  let text = ''
  try {
    for await (const piece of ask(turns, stop)) {
      terminal.write(piece)
      text += piece
    }
  } catch (error) {
    if (!(error instanceof ClientFailure) || error instanceof SignedOut || signal.aborted)
      throw error
    if (text !== '') terminal.write('\n')
    terminal.note(error instanceof Interrupted ? 'Stopped' : error.message)
    return text === '' ? turns.slice(0, -1) : [...turns, { role: 'assistant', content: text }]
  }
  if (!text.endsWith('\n')) terminal.write('\n')
  return [...turns, { role: 'assistant', content: text }]
}
