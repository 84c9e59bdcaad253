import { expect, test } from 'bun:test'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { VERSION } from '../../src/platform/version.ts'
import { startMachine } from '../support/hearth-command.ts'
import { tempFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import { lastText, startUpstream, streamText } from '../support/upstream.ts'

/** Fetches the client as the README says, into a folder that may say something about modules. */
async function fetchedClient(service: TestService, folder: string, type?: 'module' | 'commonjs') {
  const home = join(folder, type ?? 'none')
  await mkdir(home)
  if (type !== undefined) await Bun.write(join(home, 'package.json'), JSON.stringify({ type }))
  const path = join(home, 'hearth')
  const curl = Bun.spawn(['curl', '-fsS', `${service.url}/client`, '-o', path])
  expect(await curl.exited).toBe(0)
  await chmod(path, 0o755)
  return path
}

test('the fetched file runs in Node and Bun, whatever the folder says about modules', async () => {
  await using service = startService()
  using folder = tempFolder()
  const [plain, module, script] = await Promise.all([
    fetchedClient(service, folder.path),
    fetchedClient(service, folder.path, 'module'),
    fetchedClient(service, folder.path, 'commonjs'),
  ])
  // Without the detection, as in the first versions of Node 20.
  const early = ['node', '--no-experimental-detect-module']
  const bun = process.execPath
  const programs = [[...early, plain], [bun, plain], [module], [bun, module], [script]]
  const said = await Promise.all(
    programs.map(async (program) => {
      using machine = startMachine({}, program)
      return machine.run(['--version'])
    }),
  )
  expect(said).toEqual(programs.map(() => ({ code: 0, stdout: `hearth ${VERSION}\n`, stderr: '' })))
})

test('the fetched file does the work of the command in Node, for the service that it came from', async () => {
  await using upstream = startUpstream((ask) => streamText(['Re: ', lastText(ask)]))
  await using service = startService({ upstream: upstream.url })
  using folder = tempFolder()
  const path = await fetchedClient(service, folder.path)
  using machine = startMachine({}, [path])
  expect(await machine.run(['chat', 'Hello'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `hearth: This machine is not signed in anywhere: hearth login ${service.url}\n`,
  })
  expect(await machine.run(['doctor'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('run `npm run doctor` in its folder, on its machine'),
  })
  const { token } = signedInMachine(service, machine)
  const outputs = await Promise.all(
    [['token'], ['models'], ['chat', 'Hello'], ['whoami', '--json'], ['models', '--json']].map(
      async (args) => {
        const { code, stdout, stderr } = await machine.run(args)
        expect([args, code, stderr]).toEqual([args, 0, ''])
        return stdout
      },
    ),
  )
  expect(outputs.slice(0, 3)).toEqual([
    `${token}\n`,
    'auto\nlocal\nlocal/test-model\n',
    'Re: Hello\n',
  ])
  expect(JSON.parse(outputs[3] ?? '')).toMatchObject({
    account: 'ann@example.test',
    service: service.url,
  })
  expect(JSON.parse(outputs[4] ?? '').map(({ id }: { id: string }) => id)).toEqual([
    'auto',
    'local',
    'local/test-model',
  ])
})

test('hearth --version says that the service has a newer client, and how to fetch it', async () => {
  await using newer = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(null, { headers: { 'x-hearth-version': '9.0.0' } }),
  })
  await using service = startService()
  using folder = tempFolder()
  using machine = startMachine({}, [await fetchedClient(service, folder.path)])
  signedInMachine({ ...service, url: `http://127.0.0.1:${newer.port}` }, machine)
  expect(await machine.run(['--version'])).toEqual({
    code: 0,
    stdout: `hearth ${VERSION}\n`,
    stderr: `The service at http://127.0.0.1:${newer.port} has version 9.0.0; fetch the client again: curl -fsS http://127.0.0.1:${newer.port}/client -o hearth\n`,
  })
})
