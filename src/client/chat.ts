import type { Turn } from './answer.ts'
import type { ChatCommand } from './command-line.ts'
import { converse } from './converse.ts'
import { Interrupted, UsageFailure } from './failure.ts'
import { type CommandContext, signedIn } from './signed-in.ts'

/** Standard input, with more text for the question. */
export type Input = NodeJS.ReadStream

/** Asks one question, or starts a conversation when none was given and the input is a terminal. */
export async function chat(
  context: CommandContext,
  { url, model, system, message }: ChatCommand,
  input: Input,
): Promise<void> {
  const { service } = signedIn(context, url)
  const opening: Turn[] = system === undefined ? [] : [{ role: 'system', content: system }]
  const { terminal, signal } = context
  const ask = (messages: readonly Turn[], stop: AbortSignal) =>
    service.chat({ model, messages }, stop)
  if (input.isTTY && message === '') {
    await converse({ opening, ask, input, terminal, signal })
    return
  }
  const piped = input.isTTY ? '' : await textOf(input, signal)
  const content = [message, piped].filter((part) => part.trim() !== '').join('\n\n')
  if (content === '') throw new UsageFailure('There is nothing to ask')
  let last = ''
  try {
    for await (const piece of ask([...opening, { role: 'user', content }], signal)) {
      terminal.write(piece)
      last = piece
    }
  } finally {
    // After a broken answer too, so that the error message starts on a new line.
    if (last !== '' && !last.endsWith('\n')) terminal.write('\n')
  }
}

async function textOf(input: Input, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  // A pipe may stay open for ever.
  signal.addEventListener('abort', () => input.destroy(new Interrupted('Stopped')))
  for await (const bytes of input) text += decoder.decode(Buffer.from(bytes), { stream: true })
  return text + decoder.decode()
}
