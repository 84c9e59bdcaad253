import { expect, test } from 'bun:test'
import { startMachine } from '../support/hearth-command.ts'
import { startService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import { handStream, startUpstream, streamText } from '../support/upstream.ts'

/** Tries to write the clipboard, to set the title, to move the cursor and to turn the text round. */
const HOSTILE = '\u001b]52;c;ZXZpbA==\u0007\u001b]0;title\u001b\\\u001b[2J\u009b1A\u202e\r'

/** An output without the line that says what is waited for, which a slow machine has time to show. */
function withoutStatus(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as the client writes and clears the line
  return output.replace(/\r[^\r\n\u001b]*\u001b\[J\r?/g, '')
}

/** All escape sequences of an output, by their kinds. */
function sequences(output: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds escape sequences
  return [...new Set(output.match(/[\u0080-\u009f\u202e]|\u001b(?:\[[0-9;?]*[A-Za-z]|.)?/g))].sort()
}

test('a terminal shows the text as the model wrote it, without its escape sequences', async () => {
  await using upstream = startUpstream(() => streamText(['# Top\n- **ab** ', HOSTILE, '`c`']))
  await using service = startService({ upstream: upstream.url })
  for (const args of [[], ['--plain']]) {
    using machine = startMachine()
    signedInMachine(service, machine)
    const screen = machine.atTerminal(['chat', 'Hello', ...args])
    expect(await screen.exited).toBe(0)
    expect(withoutStatus(screen.output())).toBe(
      '# Top\r\n- **ab** ]52;c;ZXZpbA==]0;title\\[2J1A`c`\r\n',
    )
  }
})

test('the JSON of an answer turns and moves nothing on a terminal either', async () => {
  await using upstream = startUpstream(() => streamText(['a', HOSTILE, 'b']))
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const screen = machine.atTerminal(['chat', '--json', 'Hello'])
  expect(await screen.exited).toBe(0)
  expect(screen.output()).toContain('"content":"a')
  expect(sequences(withoutStatus(screen.output()))).toEqual([])
})

test('hearth chat tells its place in the queue at once, then that the model thinks, then only the answer', async () => {
  const [first, second] = [handStream(), handStream()]
  await using upstream = startUpstream(() => first.response)
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const before = service.asOwner('POST', '/v1/chat/completions', {
    model: 'auto',
    messages: [{ role: 'user', content: 'First' }],
  })
  await upstream.until(() => upstream.requests.length === 1)
  upstream.script(() => second.response)
  const screen = machine.atTerminal(['chat', 'Second'])
  await screen.untilShown(/waiting, 1st in line \(\d s so far\)/)
  await first.say('Done')
  await first.finish()
  await before
  await screen.untilShown(/thinking … \d s/)
  await second.say('Hello')
  await second.finish()
  expect(await screen.exited).toBe(0)
  // The line of the wait has been erased from the cursor, which stood at its start.
  expect(screen.output()).toEndWith(' s\u001b[J\r\r\u001b[JHello\r\n')
})
