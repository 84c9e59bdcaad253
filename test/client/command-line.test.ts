import { expect, test } from 'bun:test'
import { parseCommand } from '../../src/client/command-line.ts'
import { UsageFailure } from '../../src/client/failure.ts'
import { startMachine } from '../support/hearth-command.ts'
import { thrown } from '../support/thrown.ts'

test('parseCommand() parses every command', () => {
  expect(parseCommand([])).toEqual({ name: 'overview' })
  expect(parseCommand(['--help'])).toEqual({ name: 'help' })
  expect(parseCommand(['chat', '-h'])).toEqual({ name: 'help', topic: 'chat' })
  expect(parseCommand(['help', 'login'])).toEqual({ name: 'help', topic: 'login' })
  expect(parseCommand(['--version'])).toEqual({ name: 'version' })
  expect(parseCommand(['models', '--json'])).toEqual({ name: 'models', json: true })
  expect(parseCommand(['login'])).toEqual({ name: 'login', browser: true, insecure: false })
  expect(
    parseCommand(['login', 'hearth.local', '--name', 'kitchen', '--no-browser', '--insecure']),
  ).toEqual({
    name: 'login',
    url: 'hearth.local',
    device: 'kitchen',
    browser: false,
    insecure: true,
  })
  expect(parseCommand(['whoami', '--url', 'https://a'])).toEqual({
    name: 'whoami',
    url: 'https://a',
    json: false,
  })
  expect(
    parseCommand(['chat', 'why', '-m', 'local/x', 'so', '--system=Be brief', '--', '-h']),
  ).toEqual({
    name: 'chat',
    model: 'local/x',
    system: 'Be brief',
    message: 'why so -h',
    json: false,
  })
})

test('parseCommand() refuses unknown words and names them', async () => {
  const cases: [string[], RegExp][] = [
    [['sing'], /no command sing/],
    [['toString'], /no command toString$/],
    [['chta', 'Hello'], /no command chta; did you mean chat\?/],
    [['help', 'lgin'], /did you mean login\?/],
    [['chat', '--modle', 'x'], /chat: Unknown option '--modle'; did you mean --model\?/],
    [['backup', 'x.tar'], /npm run backup/],
    [['token', '--json'], /token: .*--json/],
    [['login', 'a', 'b'], /one address/],
    [['login', '--name'], /--name/],
    [['login', '--name', '--no-browser'], /--name/],
    [['login', '--model', 'x'], /--model/],
    [['chat', '--insecure', 'x'], /--insecure/],
    [['token', 'x'], /takes no x/],
  ]
  for (const [args, words] of cases) {
    const failure = await thrown(Promise.try(() => parseCommand(args)))
    expect([args, failure]).toEqual([args, expect.any(UsageFailure)])
    expect(String(failure)).toMatch(words)
  }
})

test('hearth exits with 0 for help, 2 for an unknown command, 1 when not signed in', async () => {
  using machine = startMachine()
  const [help, none, bare, ...signedOut] = await Promise.all([
    machine.run(['help']),
    machine.run(['sing']),
    machine.run([]),
    machine.run(['token']),
    machine.run(['chat', 'Hello', '--url', 'http://127.0.0.1:9']),
  ])
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toMatch(/^hearth: .*\n[\s\S]*hearth login \[url\]/)
  expect(none).toEqual({
    code: 2,
    stdout: '',
    stderr: 'hearth: There is no command sing\nhearth help lists the commands\n',
  })
  expect(bare).toEqual({
    ...help,
    stdout: `${help.stdout}\nThis machine is not signed in anywhere. Start with: hearth login <address of the service>\n`,
  })
  expect(signedOut).toEqual([
    {
      code: 1,
      stdout: '',
      stderr: 'hearth: This machine is not signed in anywhere: hearth login <address>\n',
    },
    {
      code: 1,
      stdout: '',
      stderr:
        'hearth: This machine is not signed in at http://127.0.0.1:9: hearth login http://127.0.0.1:9\n',
    },
  ])
})
