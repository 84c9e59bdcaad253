import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { openDatabase } from '../../src/db/open.ts'
import { matches } from '../../src/platform/check.ts'
import { lines, startTool } from '../support/cli-double.ts'
import { freePort } from '../support/free-port.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { asOwner, localToml, startProcess, tempFolder } from '../support/process.ts'
import { startUpstream } from '../support/upstream.ts'

const Report = Type.Object({
  level: Type.String(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      level: Type.String(),
      says: Type.String(),
      fix: Type.Optional(Type.String()),
      help: Type.String(),
    }),
  ),
})

function parsed(value: unknown): Static<typeof Report> {
  if (matches(Report, value)) return value
  throw new Error(`No report: ${JSON.stringify(value)}`)
}

/** Settings with which no server of this machine is looked for. */
const DEMO = '[[engines]]\nid = "demo"\nadapter = "demo"\n'

/** An installation in a folder of its own, with a port that is free. */
function installation(toml = '') {
  const folder = tempFolder()
  const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const port = probe.port
  void probe.stop(true)
  const config = join(folder.path, 'hearth.toml')
  const env = {
    HOME: folder.path,
    DATA_DIR: join(folder.path, 'data'),
    HEARTH_CONFIG: config,
    PORT: String(port),
    PATH: join(folder.path, 'bin'),
  }
  writeFileSync(config, toml, { mode: 0o600 })
  // Of the machine's programs only what every Linux has: the version of another would be a finding.
  mkdirSync(env.PATH)
  symlinkSync(Bun.which('prlimit') ?? '/usr/bin/prlimit', join(env.PATH, 'prlimit'))
  return {
    path: folder.path,
    env,
    doctor: async (more: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await runMaintenance(['doctor', '--json'], {
        ...env,
        ...more,
      })
      expect(stderr).toBe('')
      const report = parsed(JSON.parse(stdout))
      const { level } = report
      const items = report.items.map(({ help, ...finding }) => {
        expect(help).toBe(`/docs/doctor#${finding.id.split('.')[0]}`)
        return finding
      })
      const find = (id: string) => items.filter((item) => item.id === id)
      return { code, level, items, find }
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

test('before the first start nothing is wrong, and the doctor makes nothing', async () => {
  await using upstream = startUpstream()
  using machine = installation(localToml(`${upstream.url}`))
  // Bun keeps what it has compiled in the home folder.
  const files = () => readdirSync(machine.path).filter((name) => !['.bun', 'bin'].includes(name))
  const { code, level, find } = await machine.doctor()
  expect([code, level]).toEqual([0, 'info'])
  expect(find('engine.local')).toMatchObject([{ level: 'ok' }])
  expect(find('database')).toMatchObject([{ level: 'info' }])
  expect(files()).toEqual(['hearth.toml'])
  expect(upstream.requests).toEqual([])

  const plain = await runMaintenance(['doctor'], machine.env)
  expect([plain.code, plain.stdout.includes('\u001b')]).toEqual([0, false])
  expect(plain.stdout).toEndWith('\nNothing is wrong\n')
})

test('beside a running service and after its crash: the same findings within and without, and no change', async () => {
  await using upstream = startUpstream()
  using machine = installation()
  const { PORT, DATA_DIR, PATH } = machine.env
  const base = { PORT, PATH, BASE_URL: `http://127.0.0.1:${PORT}` }
  const toml = localToml(upstream.url)
  await using service = await startProcess(machine.path, toml, base)
  chmodSync(machine.env.HEARTH_CONFIG, 0o600)

  const without = await machine.doctor(base)
  // The first backup is not made yet.
  expect([without.code, without.level]).toEqual([0, 'info'])
  expect(without.find('database')[0]?.says).toStartWith('Hearth is running and has the database')
  expect(without.find('port')[0]?.says).toBe(`Hearth answers on port ${PORT}`)
  const answer = await asOwner(service.url, 'GET', '/admin/doctor')
  expect(answer.status).toBe(200)
  const within = parsed(await answer.json())
  expect(within.level).toBe('info')
  const outside = new Set(without.items.map(({ id }) => id))
  outside.delete('port')
  // Which speech engines and recognisers were found, only the service knows.
  const isFound = (id: string) => /^(?:speech|transcription)\b/.test(id)
  const inside = within.items.map(({ id }) => id).filter((id) => !isFound(id))
  expect(new Set(inside)).toEqual(outside)

  // With another port than the service was started with.
  const elsewhere = await machine.doctor({ ...base, PORT: String(freePort()) })
  expect(elsewhere.items.filter(({ says }) => says.includes('is not running'))).toEqual([])
  expect(elsewhere.find('port')).toMatchObject([{ level: 'info' }])

  await service.kill('SIGKILL')
  const files = readdirSync(DATA_DIR).sort()
  expect(files).toContain('hearth.sqlite-wal')
  const digest = () =>
    ['hearth.sqlite', 'hearth.sqlite-wal'].map((name) =>
      Bun.hash(readFileSync(join(DATA_DIR, name))),
    )
  const before = digest()
  const after = await machine.doctor()
  expect(after.find('database')).toMatchObject([{ level: 'ok' }])
  expect(after.find('database')[0]?.says).toStartWith('The database is sound')
  expect(readdirSync(DATA_DIR).sort()).toEqual(files)
  expect(digest()).toEqual(before)
})

test('a database of an older version is upgraded by the next start, one of a newer is refused', async () => {
  using machine = installation(DEMO)
  const path = join(machine.env.DATA_DIR, 'hearth.sqlite')
  mkdirSync(machine.env.DATA_DIR, { mode: 0o700 })
  openDatabase(path)[Symbol.dispose]()
  const state = async () => {
    const { find, code } = await machine.doctor()
    const [{ level = '', says = '' } = {}] = find('database')
    return { level, says, code }
  }
  expect((await state()).level).toBe('ok')
  const write = (sql: string) => {
    using sqlite = new Database(path)
    sqlite.run(sql)
  }
  write(
    'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)',
  )
  const older = await state()
  expect(older).toMatchObject({ level: 'info', code: 0 })
  expect(older.says).toContain('the next start upgrades it')
  write("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)")
  write("INSERT OR REPLACE INTO settings (name, value) VALUES ('hearth_version', '99.1')")
  const newer = await state()
  expect(newer).toMatchObject({ level: 'error', code: 2 })
  expect(newer.says).toStartWith('The database is of Hearth 99.1')
  const reset = await runMaintenance(['reset-key'], machine.env)
  expect([reset.code, reset.stdout]).toEqual([1, ''])
  expect(reset.stderr).toStartWith(
    `reset-key: Cannot use the data folder ${machine.env.DATA_DIR}: its database is of Hearth 99.1`,
  )
})

test('what is broken is said with its command: settings, database, port, engines', async () => {
  using machine = installation('ports = 1\n')
  const settings = await machine.doctor({ LOG_LEVEL: 'loud' })
  expect([settings.code, settings.level]).toEqual([2, 'error'])
  expect(settings.find('settings').length).toBe(3)

  const tool = { id: 'tool', adapter: 'claude', models: ['opus'], command: 'no-such-claude' }
  writeFileSync(
    machine.env.HEARTH_CONFIG,
    `${localToml('http://127.0.0.1:9/v1')}api_key = "secret-word"\n[[engines]]\nid = "tool"\nadapter = "claude"\nmodels = ["opus"]\ncommand = "${tool.command}"\n[[engines.accounts]]\nid = "one"\ndir = "/nowhere"\n`,
  )
  await Bun.write(join(machine.env.DATA_DIR, 'hearth.sqlite'), 'x'.repeat(10_000))
  await using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const broken = await machine.doctor({ PORT: String(other.port) })
  expect([broken.code, broken.level]).toEqual([2, 'error'])
  expect(broken.find('database')).toMatchObject([{ level: 'error' }])
  expect(broken.find('port')).toMatchObject([{ level: 'error' }])
  expect(broken.find('engine.local')).toMatchObject([{ level: 'warning' }])
  expect(broken.find('engine.tool')).toMatchObject([
    { level: 'warning', fix: 'npm install --global @anthropic-ai/claude-code' },
  ])
  expect(broken.find('engines')).toMatchObject([{ level: 'error' }])
  expect(JSON.stringify(broken.items)).not.toContain('secret-word')
  rmSync(machine.env.DATA_DIR, { recursive: true })
  expect((await machine.doctor()).code).toBe(2)
})

test('each account of a tool is signed in, signed out or without a folder', async () => {
  const status = (loggedIn: boolean) => [lines({ loggedIn, authMethod: 'claude.ai' })]
  using tool = startTool(
    'claude',
    { steps: [], status: status(true) },
    { accounts: ['home', 'work'] },
  )
  tool.setScenario({ steps: [], status: status(true) }, 'home')
  tool.setScenario({ steps: [], status: status(false) }, 'work')
  const account = (id: string) =>
    `[[engines.accounts]]\nid = "${id}"\ndir = "${tool.folder}/${id}"\n`
  using machine = installation(
    `[[engines]]\nid = "tool"\nadapter = "claude"\nmodels = ["opus"]\ncommand = "${tool.command}"\n${['home', 'work', 'new'].map(account).join('')}`,
  )
  const { code, find } = await machine.doctor()
  expect(code).toBe(1)
  const [home, ...further] = find('engine.tool.home')
  expect(further).toEqual([])
  expect(home).toMatchObject({
    level: 'ok',
    says: `Account home of tool (${tool.command}): signed in`,
  })
  expect(home).not.toHaveProperty('fix')
  for (const id of ['work', 'new'])
    expect(find(`engine.tool.${id}`)).toMatchObject([
      {
        level: 'warning',
        fix: `Sign in: CLAUDE_CONFIG_DIR=${tool.folder}/${id} claude auth login`,
      },
    ])
  expect(find('engines')).toEqual([])
  expect(existsSync(join(tool.folder, 'new'))).toBe(false)
})

test('Ctrl-C ends it at once', async () => {
  const asked = Promise.withResolvers<void>()
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      asked.resolve()
      return new Promise<Response>(() => {})
    },
  })
  using machine = installation(localToml(`${server.url.origin}/v1`))
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, '../../src/cli/main.ts'), 'doctor'],
    {
      cwd: machine.path,
      env: machine.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  await asked.promise
  child.kill('SIGINT')
  expect(await child.exited).toBe(130)
  expect(await new Response(child.stderr).text()).toBe('doctor: Stopped before all was checked\n')
  expect(await new Response(child.stdout).text()).toBe('')
  await server.stop(true)
})

test('on a terminal the lines are coloured', async () => {
  using machine = installation(DEMO)
  const shown: string[] = []
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, '../../src/cli/main.ts'), 'doctor'],
    {
      cwd: machine.path,
      env: { TERM: 'xterm', ...machine.env },
      terminal: { cols: 100, rows: 30, data: (_, bytes) => shown.push(bytes.toString()) },
    },
  )
  await child.exited
  expect(shown.join('')).toContain('\u001b[32mok')
})
