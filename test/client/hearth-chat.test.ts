import { expect, test } from 'bun:test'
import { startMachine } from '../support/hearth-command.ts'
import { startService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import { handStream, lastText, startUpstream, streamText } from '../support/upstream.ts'

/** An engine's failure is in time for a status of its own, on a busy machine too. */
const PATIENT = { headersGraceMs: 60_000 }

test('hearth models lists the models, and hearth chat streams an answer of the selected one', async () => {
  await using upstream = startUpstream((ask) => streamText(['Re: ', lastText(ask)]))
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  const { token } = signedInMachine(service, machine)
  expect(await machine.run(['models'])).toEqual({
    code: 0,
    stdout: 'auto\nlocal\nlocal/test-model\n',
    stderr: '',
  })
  const answer = await machine.run([
    ...['chat', 'Why', 'so?', '--model', 'local/test-model', '--system', 'Be brief'],
  ])
  expect(answer).toEqual({ code: 0, stdout: 'Re: Why so?\n', stderr: '' })
  const [ask] = upstream.requests
  expect(ask?.body.messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Why so?' },
  ])
  expect(JSON.stringify(ask?.body) + JSON.stringify(ask?.headers)).not.toContain(token)
})

test('hearth chat writes each piece at once and ends its line', async () => {
  const stream = handStream()
  await using upstream = startUpstream(() => stream.response)
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const chat = machine.start(['chat', 'Tell'])
  await stream.say('Once')
  await chat.untilStdout(/^Once$/)
  await stream.say(' upon a \u001b[31mtime')
  await chat.untilStdout(/ upon a .*time$/)
  await stream.finish()
  expect(await chat.ended).toEqual({
    code: 0,
    stdout: 'Once upon a \u001b[31mtime\n',
    stderr: '',
  })
})

test('piped text follows the words of the question, and an empty question is an error', async () => {
  await using upstream = startUpstream((ask) => streamText([JSON.stringify(lastText(ask))]))
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const long = 'ä'.repeat(70_000)
  expect((await machine.run(['chat', 'Review this'], '+ line\n')).stdout).toBe(
    '"Review this\\n\\n+ line\\n"\n',
  )
  expect((await machine.run(['chat'], long)).stdout).toBe(`"${long}"\n`)
  expect(await machine.run(['chat'], ' \n')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'hearth: There is nothing to ask\nhearth help lists the commands\n',
  })
})

test('hearth chat --json prints one object, and nothing of an answer that broke off', async () => {
  await using upstream = startUpstream((ask) => streamText(['**Re**: ', lastText(ask)]))
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const { code, stdout, stderr } = await machine.run(['chat', '--json', 'Why?'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n').length).toBe(2)
  expect(JSON.parse(stdout)).toEqual({
    content: '**Re**: Why?',
    model: 'local/test-model',
    finish_reason: 'stop',
  })
  const stream = handStream()
  upstream.script(() => stream.response)
  const cut = machine.run(['chat', '--json', 'Hello'])
  await stream.say('Half an ')
  await stream.end()
  expect(await cut).toMatchObject({ code: 1, stdout: '' })
})

test('Ctrl-C stops hearth chat, and the engine with it', async () => {
  const stream = handStream()
  await using upstream = startUpstream(() => stream.response)
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const chat = machine.start(['chat', 'Tell'])
  await stream.say('Once')
  await chat.untilStdout(/Once/)
  chat.kill('SIGINT')
  expect(await chat.ended).toEqual({ code: 130, stdout: 'Once\n', stderr: 'hearth: Stopped\n' })
  await upstream.until(() => upstream.aborted === 1)
})

test('a refusal is shown as a message after the text so far', async () => {
  await using upstream = startUpstream(() => new Response('quota', { status: 500 }))
  await using service = startService({ limits: PATIENT, upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const chat = () => machine.run(['chat', 'Hello'])
  expect(await chat()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'hearth: No subscription could answer: local failed\n',
  })
  const stream = handStream()
  upstream.script(() => stream.response)
  const cut = machine.start(['chat', 'Hello'])
  await stream.say('Half an ')
  await cut.untilStdout(/Half an /)
  await stream.end()
  expect(await cut.ended).toEqual({
    code: 1,
    stdout: 'Half an \n',
    stderr: expect.stringMatching(/^hearth: The answer broke off: .+\n$/),
  })
  expect(await machine.run(['chat', '-m', 'nobody', 'Hello'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nobody'),
  })
  const [device] = service.services.devices.list(1, undefined).items
  service.services.devices.end(device?.id ?? '')
  expect(await chat()).toMatchObject({
    code: 1,
    stderr: `hearth: Not signed in at ${service.url} any more: sign in again with hearth login\n`,
  })
})

test('an answer of another service is distinguished from a refusal', async () => {
  await using service = startService()
  using machine = startMachine()
  const { token } = signedInMachine(service, machine)
  const seen: (string | null)[] = []
  await using other = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request): Response {
      seen.push(request.headers.get('authorization'))
      switch (new URL(request.url).pathname) {
        case '/moved/api/code/devices/start':
          return Response.redirect(new URL('/stolen', request.url).href)
        case '/proxy/api/code/devices/start':
          return new Response('<h1>Bad gateway</h1>', { status: 502 })
        case '/page/api/code/devices/start':
          return new Response('<h1>Welcome</h1>')
        default:
          return new Response('Not found', { status: 404 })
      }
    },
  })
  const url = `http://127.0.0.1:${other.port}`
  const cases: [string, string][] = [
    ['/moved', `sends to ${url}/stolen: sign in with the address that you are meant to use`],
    ['/proxy', 'is not up (502)'],
    ['/page', 'does not answer like a Hearth'],
    ['/none', 'does not answer like a Hearth (404)'],
  ]
  for (const [path, words] of cases) {
    const { code, stderr } = await machine.run(['login', url + path])
    expect([path, code, stderr]).toEqual([path, 1, `hearth: ${url}${path} ${words}\n`])
  }
  expect(seen).toEqual([null, null, null, null])
  expect(machine.credential(service.url)?.access_token).toBe(token)
})
