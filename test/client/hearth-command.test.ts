import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { USAGE } from '../../src/client/run.ts'
import { startMachine } from '../support/hearth-command.ts'
import { outputOf } from '../support/output-of.ts'
import { tempFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import { startUpstream } from '../support/upstream.ts'

const ROOT = join(import.meta.dir, '../..')

const SHIM = ['node', join(ROOT, '.setup/hearth.mjs')]

/** Runs the command with Node alone, in a folder of the caller's. */
const runWithNode = (command: readonly string[], cwd: string, env: Record<string, string>) =>
  outputOf(command, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } })

test('the package’s command hearth passes arguments, output and exit code', async () => {
  const { bin } = await Bun.file(join(ROOT, 'package.json')).json()
  expect(bin).toEqual({ hearth: './.setup/hearth.mjs' })
  using folder = tempFolder()
  const env = { HOME: folder.path }
  expect(await runWithNode([...SHIM, 'sing', '--loud'], folder.path, env)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'hearth: There is no command sing\nhearth help lists the commands\n',
  })
})

test('npm exec finds the command in a clone and adds nothing to its output', async () => {
  using folder = tempFolder()
  const npm = ['npm', 'exec', '--offline', 'hearth', '--', 'help']
  const { code, stdout } = await runWithNode(npm, ROOT, { HOME: folder.path })
  expect([code, stdout]).toEqual([0, USAGE])
})

test('a bunfig.toml and an .env in the current folder are ignored', async () => {
  await using service = startService()
  using machine = startMachine()
  const { token } = signedInMachine(service, machine)
  using folder = tempFolder()
  await Bun.write(join(folder.path, 'bunfig.toml'), 'preload = ["./other.ts"]\n')
  await Bun.write(join(folder.path, 'other.ts'), 'console.log("Run by mistake")\n')
  await Bun.write(join(folder.path, '.env'), `XDG_CONFIG_HOME=${folder.path}\n`)
  expect(await runWithNode([...SHIM, 'token'], folder.path, { HOME: machine.home })).toEqual({
    code: 0,
    stdout: `${token}\n`,
    stderr: '',
  })
})

test('hearth without a command prints the settings of code assistants, without the credential', async () => {
  await using service = startService()
  using machine = startMachine()
  const before = await machine.run(['help'])
  const { token } = signedInMachine(service, machine)
  const { code, stdout, stderr } = await machine.run([])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toStartWith(before.stdout)
  for (const name of [
    'Claude Code',
    'Codex',
    'opencode',
    'Qwen Code',
    'aider',
    'Continue',
    'Cline',
    'Apps for Ollama',
    'OPENAI_BASE_URL',
  ])
    expect(stdout).toContain(name)
  const bases = stdout.match(/http:[^\s"]*\d\/[^\s",]*/g)
  expect(new Set(bases)).toEqual(new Set([`${service.url}/api/code/v1`, `${service.url}/api/code`]))
  expect(stdout).not.toContain(token)
})

test('a standard client works with the output of hearth token and the printed base URL', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  using machine = startMachine()
  signedInMachine(service, machine)
  const { default: OpenAI } = await import('openai')
  const { stdout } = await machine.run(['token'])
  const client = new OpenAI({ baseURL: `${service.url}/api/code/v1`, apiKey: stdout.trim() })
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  const answer = await client.chat.completions.create({ model: 'auto', messages })
  expect(answer.choices[0]?.message.content).toBe('Hello from the local model.')
})

test('a proxy gets no request to a plain http service', async () => {
  const carried: string[] = []
  await using proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      carried.push(request.url)
      return Response.json({ account: 'Mallory', device: 'none', expires_at: '' })
    },
  })
  await using service = startService()
  using machine = startMachine({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}` })
  signedInMachine(service, machine)
  expect((await machine.run(['whoami'])).stdout).toStartWith('Account  ann@example.test\n')
  expect(carried).toEqual([])
})

test('the service of the last sign-in is the default, and --url selects another', async () => {
  await using one = startService()
  await using two = startService()
  using machine = startMachine()
  const first = signedInMachine(one, machine)
  const second = signedInMachine(two, machine)
  const token = async (...args: string[]) => (await machine.run(['token', ...args])).stdout.trim()
  expect(await token()).toBe(second.token)
  expect(await token('--url', `${one.url}/`)).toBe(first.token)
  expect((await machine.run(['logout'])).code).toBe(0)
  expect(await token()).toBe(first.token)
})

test('no command but token prints the credential', async () => {
  await using service = startService()
  using machine = startMachine()
  const { token } = signedInMachine(service, machine)
  const all = ['whoami', 'models', 'help', 'logout'].map((name) => [name])
  const said = []
  for (const args of [[], ['chat', 'Hello'], ['whoami', '--model'], ...all])
    said.push(await machine.run(args))
  expect(said.map(({ code }) => code)).toEqual([0, 1, 2, 0, 0, 0, 0])
  expect(JSON.stringify(said)).not.toContain(token)
})
