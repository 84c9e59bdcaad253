import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { COMMAND_SOCKET } from '../../src/cli/ask-service.ts'
import { holdDeletions } from '../../src/cli/backup.ts'
import { openDatabase } from '../../src/db/open.ts'
import { programSchema } from '../../src/db/schema-state.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { oldDatabase } from '../support/old-database.ts'
import { pick, pickList } from '../support/pick.ts'
import {
  asOwner,
  keyAt,
  localToml,
  runToExit,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'

const TOML = localToml('http://127.0.0.1:9/v1')

test('backup works beside the running service, and restore refuses over it', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  await using service = await startProcess(folder.path, TOML)
  await keyAt(service.url, 'kept')
  const made = await runMaintenance(['backup', 'one.tar'], env)
  expect([made.code, made.stdout]).toEqual([0, ''])
  expect(made.stderr).toMatch(
    /^A backup of \S+ was made and checked: 1 file, \d+ KB, Hearth \S+, schema \d+\nhearth.toml is not in it/,
  )
  expect(statSync(join(folder.path, 'one.tar')).mode & 0o777).toBe(0o600)
  const again = await runMaintenance(['backup', 'one.tar'], env)
  expect([again.code, again.stderr]).toEqual([
    1,
    `backup: ${join(folder.path, 'one.tar')} is there already: choose another name\n`,
  ])
  const refused = await runMaintenance(['restore', 'one.tar'], env)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `restore: Hearth is running over ${env.DATA_DIR}: stop it first. Nothing was changed\n`,
  ])
  expect(statSync(join(env.DATA_DIR, 'commands.sock')).mode & 0o777).toBe(0o700)
  expect((await asOwner(service.url, 'GET', '/admin/api-keys')).status).toBe(200)
})

test('backup copies a stopped data folder, and restore puts it back and moves the other aside', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  const data = env.DATA_DIR
  fill(data, 'first')
  expect((await runMaintenance(['backup', 'one.tar'], env)).code).toBe(0)
  writeFileSync(join(data, 'hearth.sqlite'), 'not even a database')
  writeFileSync(join(data, 'notes.txt'), 'of somebody else')
  mkdirSync(join(data, 'spool'))
  const restored = await runMaintenance(['restore', 'one.tar'], env)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  const names = readdirSync(data).filter(isNoLock).sort()
  expect(rowsOf(data)).toEqual([['first']])
  const aside = names.find((name) => name.startsWith('before-restore-')) ?? ''
  expect(names).toEqual([aside, 'hearth.sqlite', 'notes.txt', 'skills'].sort())
  expect(readFileSync(join(data, aside, 'hearth.sqlite'), 'utf8')).toBe('not even a database')
  expect(readdirSync(join(data, aside)).sort()).toEqual(['hearth.sqlite', 'skills', 'spool'])
  expect(restored.stdout).toContain(`The data that was there is in ${join(data, aside)}`)
  expect(statSync(join(data, 'skills/mine/SKILL.md')).mode & 0o777).toBe(0o600)
  // A service that was started since and was killed.
  writeFileSync(join(data, 'hearth.sqlite-wal'), 'of the restored database')
  mkdirSync(join(data, 'spool/1'), { recursive: true })
  // The way back, as it was printed.
  const undo = /^ {4}(\(cd .+)$/m.exec(restored.stdout)?.[1] ?? ''
  expect(Bun.spawnSync(['sh', '-c', undo]).exitCode).toBe(0)
  expect(readFileSync(join(data, 'hearth.sqlite'), 'utf8')).toBe('not even a database')
  const undone = `${aside}-undone`
  expect(readdirSync(data).filter(isNoLock).sort()).toEqual(
    [aside, undone, 'hearth.sqlite', 'notes.txt', 'skills', 'spool'].sort(),
  )
  expect(readdirSync(join(data, undone)).sort()).toEqual(
    ['hearth.sqlite', 'hearth.sqlite-wal', 'skills', 'spool'].sort(),
  )
})

test('restore works into a folder that is not there, from a backup of an earlier schema', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  mkdirSync(env.DATA_DIR)
  oldDatabase(env.DATA_DIR, 0, (sqlite) =>
    sqlite.run("INSERT INTO settings (name, value) VALUES ('of', 'long ago')"),
  )
  expect((await runMaintenance(['backup', 'old.tar'], env)).code).toBe(0)
  const elsewhere = join(folder.path, 'new/data')
  const restored = await runMaintenance(['restore', 'old.tar'], { ...env, DATA_DIR: elsewhere })
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('(schema 1)')])
  expect(restored.stdout).not.toContain('The data that was there')
  using db = openDatabase(join(elsewhere, 'hearth.sqlite'))
  expect(db.sqlite.query("SELECT value FROM settings WHERE name = 'of'").values()).toEqual([
    ['long ago'],
  ])
})

test('restore touches nothing for a damaged backup and for one of a newer version', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  const data = env.DATA_DIR
  fill(data, 'kept')
  expect((await runMaintenance(['backup', 'one.tar'], env)).code).toBe(0)
  const bytes = readFileSync(join(folder.path, 'one.tar'))
  bytes.fill(0x5a, 9_000, 9_010)
  writeFileSync(join(folder.path, 'bad.tar'), bytes)
  const before = readdirSync(data)
  const bad = await runMaintenance(['restore', 'bad.tar'], env)
  expect([bad.code, bad.stderr]).toEqual([
    1,
    'restore: The backup is damaged: "hearth.sqlite" does not match its checksum. Nothing was changed\n',
  ])

  const newer = join(folder.path, 'newer')
  fill(newer, 'newer')
  {
    using sqlite = new Database(join(newer, 'hearth.sqlite'))
    sqlite.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)")
  }
  expect((await runMaintenance(['backup', 'new.tar'], { ...env, DATA_DIR: newer })).code).toBe(0)
  const refused = await runMaintenance(['restore', 'new.tar'], env)
  const schema = programSchema()
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `restore: The backup is of Hearth 0.1.0 (schema ${schema + 1}), and this is Hearth 0.1.0 (schema ${schema}): update Hearth first. Nothing was changed\n`,
  ])
  expect(readdirSync(data)).toEqual(before)
  expect(rowsOf(data)).toEqual([['kept']])
})

test('a start over a newer database says so, exits with 2 and changes no byte', async () => {
  using folder = tempFolder()
  const { DATA_DIR: data } = envOf(folder.path)
  fill(data, 'newer')
  {
    using sqlite = new Database(join(data, 'hearth.sqlite'))
    sqlite.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)")
    sqlite.run("UPDATE settings SET value = '9.8.7' WHERE name = 'hearth_version'")
  }
  const before = readFileSync(join(data, 'hearth.sqlite'))
  const { code, stdout, stderr } = await runToExit(folder.path, TOML)
  // Not 1, after which systemd would start it again and again.
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`Cannot use the data folder ${data}: its database is of Hearth 9.8.7`)
  expect(readFileSync(join(data, 'hearth.sqlite')).equals(before)).toBe(true)
  expect(readdirSync(data).filter(isNoLock).sort()).toEqual(['hearth.sqlite', 'skills'])
})

test('after a restore that was killed halfway no service starts, and another restore goes on', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  fill(env.DATA_DIR, 'first')
  expect((await runMaintenance(['backup', 'one.tar'], env)).code).toBe(0)
  writeFileSync(join(env.DATA_DIR, 'restore-in-progress'), '')
  const started = await startProcess(folder.path, TOML).catch((error: Error) => error.message)
  expect(started).toContain('ended before it listened')
  expect((await runMaintenance(['restore', 'one.tar'], env)).code).toBe(0)
  await using service = await startProcess(folder.path, TOML)
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
})

test('backup says that the service broke off, instead of that it runs as another user', async () => {
  using folder = tempFolder()
  using _ = Bun.listen({
    unix: join(folder.path, COMMAND_SOCKET),
    socket: { data: (socket) => void socket.end() },
  })
  const asked = holdDeletions(folder.path, new AbortController().signal)
  expect(await thrown(asked)).toMatchObject({
    message: expect.stringMatching(/^Hearth does not answer: ECONNRESET/),
  })
})

test('backup --folder has the bytes of all files, and restore puts them back on another machine', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  {
    await using service = await startProcess(folder.path, TOML)
    const stored = await Promise.all([1, 2].map((n) => storeAt(service.url, `bytes of ${n}`)))
    const made = await runMaintenance(['backup', '--folder', 'whole'], env)
    expect([made.code, made.stdout]).toEqual([0, ''])
    expect(made.stderr).toMatch(/was made and checked: 3 files, /)
    const names = readdirSync(join(folder.path, 'whole/files')).sort()
    expect(names).toHaveLength(2)
    for (const name of names)
      expect(statSync(join(folder.path, 'whole/files', name)).ino).toBe(
        statSync(join(env.DATA_DIR, 'files', name)).ino,
      )
    // Made again, it has what is there then, and nothing else.
    await asOwner(service.url, 'DELETE', stored[0] ?? '')
    await storeAt(service.url, 'bytes of 3')
    expect((await runMaintenance(['backup', '--folder', 'whole'], env)).code).toBe(0)
    expect(readdirSync(join(folder.path, 'whole/files'))).toHaveLength(2)
    expect(readdirSync(folder.path).filter((name) => /^\.(?:whole|backup)/.test(name))).toEqual([])
    expect(readdirSync(join(env.DATA_DIR, 'files'))).not.toContain('.held')
  }
  const elsewhere = join(folder.path, 'new')
  const restored = await runMaintenance(['restore', 'whole'], {
    ...env,
    DATA_DIR: join(elsewhere, 'data'),
  })
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  await using next = await startProcess(elsewhere, TOML)
  const files: unknown = await (await asOwner(next.url, 'GET', '/api/nas/files')).json()
  const contents = await Promise.all(
    pickList(files, 'items').map(async (file) =>
      (await fetch(new URL(String(pick(file, 'url')), next.url))).text(),
    ),
  )
  expect(contents.sort()).toEqual(['bytes of 2', 'bytes of 3'])
})

test('restore of a folder with a damaged or a missing file touches nothing, and of a tampered list neither', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  fill(env.DATA_DIR, 'kept')
  mkdirSync(join(env.DATA_DIR, 'files'))
  writeFileSync(join(env.DATA_DIR, 'files/one'), 'one')
  expect((await runMaintenance(['backup', '--folder', 'whole'], env)).code).toBe(0)
  const whole = join(folder.path, 'whole')
  const before = readdirSync(env.DATA_DIR).sort()
  const refusal = async () => (await runMaintenance(['restore', 'whole'], env)).stderr
  rmSync(join(whole, 'files/one'))
  expect(await refusal()).toBe(
    'restore: The backup is cut off: "files/one" is missing. Nothing was changed\n',
  )
  writeFileSync(join(whole, 'files/one'), 'two')
  expect(await refusal()).toBe(
    'restore: The backup is damaged: "files/one" does not match its checksum. Nothing was changed\n',
  )
  appendFileSync(join(whole, 'files.jsonl'), '{}\n')
  expect(await refusal()).toContain('files.jsonl does not match its checksum')
  expect(readdirSync(env.DATA_DIR).sort()).toEqual(before)
  expect(readFileSync(join(env.DATA_DIR, 'files/one'), 'utf8')).toBe('one')
  const other = await runMaintenance(['backup', '--folder', '.'], env)
  expect([other.code, other.stderr]).toEqual([
    1,
    `backup: ${folder.path} is no backup, and stays as it is: choose another name\n`,
  ])
})

test('restore --only puts one file back into the running service, from a backup that is kept anywhere', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  const restore = (...args: string[]) => runMaintenance(['restore', 'whole', ...args], env)
  let kept = ''
  {
    await using service = await startProcess(folder.path, TOML)
    const [link = ''] = await Promise.all(
      ['pelican', 'heron'].map((text) => storeAt(service.url, text, `${text}.txt`)),
    )
    expect((await runMaintenance(['backup', '--folder', 'whole'], env)).code).toBe(0)
    await asOwner(service.url, 'DELETE', link)

    const listed = await restore('--list', 'files', '--search', 'pelican')
    expect([listed.code, listed.stderr]).toEqual([0, ''])
    const [, id] = /^files\/([\w-]+) {2}\d{4}-\S+Z {2}pelican\.txt\n$/.exec(listed.stdout) ?? []
    kept = `files/${id}`
    const both = await restore('--list', 'files')
    expect(both.stdout).toMatch(/ {2}heron\.txt {2}is there$/m)
    const done = await restore('--only', kept)
    expect([done.code, done.stdout, done.stderr]).toEqual([0, 'Restored files: 1\n', ''])
    const files: unknown = await (await asOwner(service.url, 'GET', '/api/nas/files')).json()
    const texts = await Promise.all(
      pickList(files, 'items').map(async (file) =>
        (await fetch(new URL(String(pick(file, 'url')), service.url))).text(),
      ),
    )
    expect(texts.sort()).toEqual(['heron', 'pelican'])

    const again = await restore('--only', kept)
    expect([again.code, again.stdout]).toEqual([1, ''])
    expect(again.stderr).toStartWith('restore: ')
    expect((await restore('--only', 'files/nothing')).stderr).toBe(
      'restore: This backup has no such thing\n',
    )
    expect((await restore('--list', 'birds')).stderr).toMatch(
      /^restore: There is no kind “birds”: the kinds are .*conversations/,
    )
    const audit: unknown = await (await asOwner(service.url, 'GET', '/admin/audit')).json()
    const restored = pickList(audit, 'items').find(
      (one) => pick(one, 'action') === 'backup.restore',
    )
    expect(restored).toMatchObject({ after: { backup: join(folder.path, 'whole'), files: 1 } })
  }
  // Nothing of the backup has changed, and a stopped service is named.
  expect((await runMaintenance(['backup', '--folder', 'whole'], env)).code).toBe(0)
  const stopped = await restore('--only', kept)
  expect([stopped.code, stopped.stderr]).toEqual([
    1,
    `restore: Hearth is not running over ${env.DATA_DIR}: start it, since one thing goes into the running service\n`,
  ])
})

test('restore refuses a thing without a kind, and options that do not go together', async () => {
  using folder = tempFolder()
  const env = envOf(folder.path)
  writeFileSync(join(folder.path, 'one.tar'), '')
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await runMaintenance(['restore', 'one.tar', ...args], env)
    return [code, stderr.split('\n', 1)[0]]
  }
  expect(await refusal('--only', 'files')).toEqual([
    2,
    'restore: “files” names nothing: write KIND/ID, as --list KIND shows them',
  ])
  expect(await refusal('--only', 'files/one', '--list', 'files')).toEqual([
    2,
    'restore: --list and --only do not go together',
  ])
  expect(await refusal('--search', 'birds')).toEqual([2, 'restore: --search is for --list'])
})

async function storeAt(url: string, text: string, name = 'a.txt'): Promise<string> {
  const stored = await fetch(`${url}/api/nas/upload?filename=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
    body: text,
  })
  return `/api/nas/files/${pick(await stored.json(), 'token')}`
}

/** The empty file whose lock tells that a service runs stays. */
function isNoLock(name: string): boolean {
  return name !== 'hearth.sqlite-lock'
}

function envOf(home: string) {
  return { DATA_DIR: join(home, 'data'), HOME: home, INIT_CWD: home }
}

function fill(data: string, value: string): void {
  using db = openDatabase(join(data, 'hearth.sqlite'))
  db.sqlite.run(`INSERT INTO settings (name, value) VALUES ('of', '${value}')`)
  mkdirSync(join(data, 'skills/mine'), { recursive: true })
  writeFileSync(join(data, 'skills/mine/SKILL.md'), value)
}

function rowsOf(data: string): unknown[] {
  using sqlite = new Database(join(data, 'hearth.sqlite'), { readonly: true })
  return sqlite.query("SELECT value FROM settings WHERE name = 'of'").values()
}
