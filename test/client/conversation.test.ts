import { expect, test } from 'bun:test'
import { type Machine, startMachine } from '../support/hearth-command.ts'
import { startService, type TestService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import {
  handStream,
  lastText,
  startUpstream,
  streamText,
  type Upstream,
} from '../support/upstream.ts'

/** An engine's failure is in time for a status of its own, on a busy machine too. */
const PATIENT = { headersGraceMs: 60_000 }
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const ALT_ENTER = '\u001b\r'
const UP = '\u001b[A'

const echo = (upstream: Upstream) =>
  upstream.script((ask) => streamText([`Re: ${JSON.stringify(lastText(ask))}`]))

/** A conversation in a terminal, at its first prompt. */
async function converse(service: TestService, machine: Machine, ...args: string[]) {
  signedInMachine(service, machine)
  const screen = machine.atTerminal(['chat', ...args])
  await screen.untilShown(/Ctrl-D ends/)
  await screen.untilShown(/> /)
  return {
    ...screen,
    /** Types a message and waits for what is shown, and for the next prompt. */
    async say(keys: string, shown: RegExp) {
      screen.type(`${keys}\r`)
      await screen.untilShown(shown)
      await screen.untilShown(/> /)
    },
  }
}

/** The last line with the prompt, and where a shell goes on. */
function lastLines({ output }: { output: () => string }): string[] {
  return Bun.stripANSI(output()).split(/\r?\n/).slice(-2)
}

test('a conversation keeps its messages; Ctrl-C stops an answer, a second one leaves', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  echo(upstream)
  const screen = await converse(service, machine, '--system', 'Be brief')
  await screen.say('One', /Re: "One"\r?\n/)

  const stream = handStream()
  upstream.script(() => stream.response)
  screen.type('Two\r')
  await stream.say('Half an')
  await screen.untilShown(/Half an/)
  screen.type(CTRL_C)
  await screen.untilShown(/Stopped/)
  await screen.untilShown(/> /)
  await upstream.until(() => upstream.aborted === 1)

  echo(upstream)
  await screen.say('Three', /Re: "Three"/)
  await screen.say('/new', /A new conversation/)
  await screen.say('Four', /Re: "Four"/)
  screen.type(CTRL_C)
  expect(await screen.exited).toBe(0)
  expect(lastLines(screen)).toEqual(['> ', ''])

  const system = { role: 'system', content: 'Be brief' }
  const user = (content: string) => ({ role: 'user', content })
  const assistant = (content: string) => ({ role: 'assistant', content })
  const asked = upstream.requests.map(({ body }) => body.messages)
  expect(asked[2]).toEqual([
    system,
    user('One'),
    assistant('Re: "One"'),
    user('Two'),
    assistant('Half an'),
    user('Three'),
  ])
  expect(asked[3]).toEqual([system, user('Four')])
})

test('pasted lines are one message, and lines that go on too; the history brings them back', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  echo(upstream)
  const screen = await converse(service, machine, '--plain')
  screen.type('\u001b[200~one\r\ntwo\u0003\n\tthree\u001b[201~')
  await screen.untilShown(/one\[\+2 lines #1\]/)
  await screen.say(' end', /Re: "one\\ntwo\\n\\tthree end"/)
  screen.type('first \\\r')
  await screen.untilShown(/\. /)
  screen.type(`second${ALT_ENTER}`)
  await screen.untilShown(/\. /)
  await screen.say('third \\\\', /Re: "first \\nsecond\\nthird \\\\\\\\"/)
  screen.type(UP)
  await screen.untilShown(/first \[\+2 lines #2\]/)
  await screen.say('', /Re: "first \\nsecond\\nthird \\\\\\\\"/)
  screen.type(CTRL_D)
  expect(await screen.exited).toBe(0)
})

test('what is typed during an answer waits for its end, and is not mixed into it', async () => {
  const stream = handStream()
  await using upstream = startUpstream(() => stream.response)
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  const screen = await converse(service, machine)
  screen.type('One\r')
  await stream.say('Before, ')
  await screen.untilShown(/Before, /)
  screen.type('Two\rThree\r')
  await stream.say('after')
  expect(await screen.untilShown(/^[^T]*after/)).toContain('after')
  echo(upstream)
  await stream.finish()
  await screen.untilShown(/Two[\s\S]*Re: "Two"/)
  await screen.untilShown(/Three[\s\S]*Re: "Three"/)
  screen.type('/exit\r')
  expect(await screen.exited).toBe(0)
})

test('/model lists and changes the model, and an unknown command names those that exist', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  echo(upstream)
  const screen = await converse(service, machine)
  await screen.say('/model', /\* auto\r?\n {2}local\r?\n {2}local\/test-model/)
  await screen.say('/model lcoal', /There is no model lcoal; did you mean local\?/)
  await screen.say('/model local/test-model', /Going on with local\/test-model/)
  await screen.say('/modle', /There is no \/modle: did you mean \/model\? There are \/help, /)
  await screen.say('/help', /\/model \[name\]/)
  // Not a command's name.
  await screen.say('/etc/hosts?', /Re: "\/etc\/hosts\?"/)
  expect(upstream.requests.length).toBe(1)
  screen.type(CTRL_D)
  expect(await screen.exited).toBe(0)
  expect(lastLines(screen)).toEqual(['> ', ''])
})

test('a failed question stands in the next prompt, and Ctrl-C empties it first', async () => {
  await using upstream = startUpstream(() => new Response('quota', { status: 500 }))
  await using service = startService({ limits: PATIENT, upstream: upstream.url })
  using machine = startMachine()
  const screen = await converse(service, machine)
  screen.type('Why so?\r')
  await screen.untilShown(/could answer/)
  await screen.untilShown(/Why so\?/)
  screen.type(CTRL_C)
  await screen.untilShown(/> /)
  screen.type(CTRL_C)
  expect(await screen.exited).toBe(0)
})
