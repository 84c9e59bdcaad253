import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { processesWithEntry, processIdentity } from '../../src/platform/process-table.ts'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import type { SandboxRequest } from '../../src/sandbox/contract.ts'
import { processesOf } from '../support/live-processes.ts'
import { tempFolder } from '../support/process.ts'
import { BOUNDS, groupsOf } from '../support/sandbox/groups.ts'
import { thrown } from '../support/thrown.ts'

const KILLS = 30
/** Until after the start of a sandbox. */
const LATEST_KILL_MS = 60

const own = tempFolder()
const sandbox = new BubblewrapSandbox({ env: process.env })
let isPossible = false
beforeAll(async () => {
  const state = await sandbox.state()
  isPossible = state.ok
  if (!state.ok) console.log(`Skipped: the sandbox. ${state.reason}`)
})
afterAll(() => {
  sandbox[Symbol.dispose]()
  own[Symbol.dispose]()
})

function jobFolder(): string {
  return mkdtempSync(join(own.path, 'work-'))
}

function shell(script: string, request: Partial<SandboxRequest> = {}) {
  return sandbox.run({
    command: ['/bin/sh', '-c', script],
    ...{ work: jobFolder(), bounds: BOUNDS, signal: AbortSignal.any([]) },
    ...request,
  })
}

/** The processes of sandboxes. @param identity Of their service */
function marked(identity: string): readonly number[] {
  return processesWithEntry((entry) => entry.startsWith(`HEARTH_SANDBOX=${identity}-`))
}

test('a command gets its input and files, and leaves files, output and its exit code', async () => {
  if (!isPossible) return
  const [work, inputs] = [jobFolder(), jobFolder()]
  writeFileSync(join(inputs, 'document'), 'a document')
  const heard: [string, string][] = []
  const end = await shell('cat; cat /inputs/document > made; pwd; echo trouble >&2; exit 3', {
    ...{ work, inputs, stdin: 'told\n' },
    onOutput: (text, stream) => void heard.push([stream, text]),
  })
  expect(end).toEqual({
    ...{ exitCode: 3, stdout: 'told\n/work\n', stderr: 'trouble\n' },
    ms: expect.any(Number),
  })
  expect(
    heard
      .filter(([stream]) => stream === 'stdout')
      .map(([, text]) => text)
      .join(''),
  ).toBe(end.stdout)
  expect(readFileSync(join(work, 'made'), 'utf8')).toBe('a document')
  // The next step of the job is the same user, and sees what is there.
  const { uid } = lstatSync(work)
  expect(await shell('echo more >> made; cat made', { work, inputs })).toMatchObject({
    exitCode: 0,
    stdout: 'a documentmore\n',
  })
  expect(lstatSync(join(work, 'made')).uid).toBe(uid)
  if (process.getuid?.() === 0) expect(uid).toBeGreaterThan(60_000)
})

test('a long output is cut for the caller, and kept in a file up to its bound', async () => {
  if (!isPossible) return
  const path = join(own.path, 'log')
  const log = { path, maxBytes: 50_000 }
  const end = await shell('seq 1 20000; seq 1 9 >&2', { log })
  expect(end.stdout).toStartWith('1\n2\n')
  expect(end.stdout).toEndWith('\n19999\n20000\n')
  expect(end.stdout).toContain('[… 107,894 bytes are left out here …]')
  expect(end.stderr).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n')
  expect(lstatSync(path)).toMatchObject({ size: 50_000, mode: 0o100600 })
})

test('a command is ended by its signal, before and after its start, and nothing of it is left', async () => {
  if (!isPossible) return
  const aborted = AbortSignal.abort(new Error('Too late'))
  expect(await thrown(shell('true', { signal: aborted }))).toMatchObject({ message: 'Too late' })
  for (const delay of [0, 1, 3, 10, 30]) {
    const stop = new AbortController()
    const work = jobFolder()
    const run = thrown(shell('sleep 60 & sleep 61', { work, signal: stop.signal }))
    await Bun.sleep(delay)
    stop.abort(new Error('Enough'))
    expect(await run).toMatchObject({ message: 'Enough' })
    expect(processesOf(work)).toEqual([])
  }
  const stop = new AbortController()
  const run = thrown(
    shell('echo ready; sleep 60', {
      signal: stop.signal,
      onOutput: () => stop.abort(new Error('Enough')),
    }),
  )
  expect(await run).toMatchObject({ message: 'Enough' })
})

test('a deadline that is over before the start of the sandbox ends it as well', async () => {
  if (!isPossible) return
  const ends = await Promise.all(
    [1, 2, 4, 8, 16].map((deadlineMs) => shell('sleep 60', { bounds: { ...BOUNDS, deadlineMs } })),
  )
  expect(ends.map(({ stopped }) => stopped)).toEqual(Array(5).fill('deadline'))
  expect(processesOf(own.path)).toEqual([])
})

test('an error of who listens is thrown, and the command is ended', async () => {
  if (!isPossible) return
  const onOutput = () => {
    throw new Error('Nobody listens')
  }
  const work = jobFolder()
  expect(await thrown(shell('echo x; sleep 60', { work, onOutput }))).toMatchObject({
    message: 'Nobody listens',
  })
  expect(processesOf(work)).toEqual([])
})

test('a folder of the service is hidden even within a system folder', async () => {
  if (!isPossible || process.getuid?.() !== 0) return
  const data = mkdtempSync('/usr/local/share/hearth-test-')
  try {
    chmodSync(data, 0o755)
    writeFileSync(join(data, 'secret'), 'a secret')
    const command = ['/bin/sh', '-c', `cat ${data}/secret; ls -A ${data}; : > ${data}/x`] as const
    using hiding = new BubblewrapSandbox({ env: process.env, hidden: [data, '/nowhere'] })
    const request = { command, work: jobFolder(), bounds: BOUNDS, signal: AbortSignal.any([]) }
    const { stdout, stderr, exitCode } = await hiding.run(request)
    expect([stdout, exitCode]).toEqual(['', 2])
    expect(stderr).toContain('No such file')
    expect((await sandbox.run(request)).stdout).toContain('a secret')
  } finally {
    await Bun.$`rm -rf ${data}`
  }
})

test('a file with another name outside is not given away', async () => {
  if (!isPossible || process.getuid?.() !== 0) return
  const [inputs, stored] = [jobFolder(), join(own.path, 'stored')]
  writeFileSync(stored, 'a file of the service')
  linkSync(stored, join(inputs, 'document'))
  expect(await thrown(shell('ls', { inputs }))).toMatchObject({
    message: 'A file of a job has several names',
  })
  expect(lstatSync(stored).uid).toBe(0)
})

test('a folder that is a link is refused', async () => {
  if (!isPossible) return
  const link = join(own.path, 'link')
  await Bun.$`ln -s /etc ${link}`
  expect(await thrown(shell('ls', { work: link }))).toMatchObject({
    message: `Not a folder: ${link}`,
  })
})

test('a missing, old, broken or forbidden bubblewrap is said with what helps', async () => {
  const folder = join(own.path, 'programs')
  mkdirSync(folder)
  const bwrap = join(folder, 'bwrap')
  const { PATH = '' } = process.env
  const state = async () => {
    using other = new BubblewrapSandbox({ bwrap, env: { PATH } })
    const request = { work: jobFolder(), bounds: BOUNDS, signal: AbortSignal.any([]) }
    const error = await thrown(other.run({ command: ['true'], ...request }))
    const given = await other.state()
    if (given.ok) throw new Error('It is possible')
    expect(error).toMatchObject({
      code: 'not_installed',
      message: `Cannot run a command in a sandbox: ${given.reason}. ${given.fix}`,
    })
    return given
  }
  const program = (body: string) => {
    writeFileSync(bwrap, `#!/bin/sh\n${body}\n`)
    chmodSync(bwrap, 0o755)
  }
  expect(await state()).toMatchObject({
    reason: 'bwrap is not installed',
    fix: expect.stringContaining('apt install bubblewrap'),
  })
  program('echo "bwrap: Unknown option --perms" >&2; exit 1')
  expect(await state()).toMatchObject({
    reason: 'bubblewrap is too old: it does not know --perms',
  })
  program('echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1')
  expect((await state()).reason).toContain('Operation not permitted')
  program('exit 0')
  expect((await state()).reason).toContain('bubblewrap cannot make a sandbox here')
  // One that makes no sandbox must not pass for one that does. The trial then runs on the machine.
  program(`while [ "$1" != -- ]; do shift; done; shift
    while [ "$1" != /bin/sh ]; do shift; done; "$@"; echo "{\\"exit-code\\": 0}" >&3`)
  // Tests that run meanwhile mount file systems in their own folders.
  const mounts = () => readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const machine = () => [
    mounts().filter((line) => !line.includes('/hearth-test-')),
    ...['/', '/usr'].map((path) => readdirSync(path)),
  ]
  const before = machine()
  const { reason } = await state()
  expect(machine()).toEqual(before)
  expect(reason).toStartWith('The sandbox is not tight: ')
  for (const part of ['system calls are not filtered', 'commands see files of this machine'])
    expect(reason).toContain(part)
})

test('a program that is replaced is tried again', async () => {
  if (!isPossible) return
  const folder = join(own.path, 'replaced')
  mkdirSync(folder)
  const bwrap = join(folder, 'bwrap')
  const { PATH = '' } = process.env
  using other = new BubblewrapSandbox({ bwrap, env: { PATH } })
  expect((await other.state()).ok).toBe(false)
  writeFileSync(bwrap, `#!/bin/sh\nexec ${Bun.which('bwrap')} "$@"\n`)
  chmodSync(bwrap, 0o755)
  expect((await other.state()).ok).toBe(true)
})

test('a process that a killed service has left behind is ended by the next one', async () => {
  if (!isPossible) return
  const table = JSON.stringify(join(import.meta.dir, '../../src/platform/process-table.ts'))
  const script = `import { processIdentity } from ${table}; console.log(processIdentity())`
  const ended = (await Bun.$`${process.execPath} -e ${script}`.text()).trim()
  const sleeper = (identity: string) =>
    Bun.spawn(['sleep', '60'], { env: { HEARTH_SANDBOX: `${identity}-0` }, detached: true })
  const [left, running] = [sleeper(ended), sleeper(processIdentity())]
  // Their environment can be read a moment after their start.
  while (![ended, processIdentity()].every((identity) => marked(identity).length > 0))
    await Bun.sleep(1)
  using next = new BubblewrapSandbox({ env: process.env })
  await next.state()
  await left.exited
  expect([left.signalCode, running.exitCode]).toEqual(['SIGKILL', null])
  running.kill('SIGKILL')
  await running.exited
})

test('nothing is left of the sandboxes of a service that is killed at any moment', async () => {
  if (!isPossible) return
  const [work, temporary] = [jobFolder(), jobFolder()]
  const script = `
    import { mkdirSync } from 'node:fs'
    import { processIdentity } from ${JSON.stringify(join(import.meta.dir, '../../src/platform/process-table.ts'))}
    import { BubblewrapSandbox } from ${JSON.stringify(join(import.meta.dir, '../../src/sandbox/bubblewrap-sandbox.ts'))}
    const sandbox = new BubblewrapSandbox({ env: process.env })
    await sandbox.state()
    console.log(processIdentity())
    for await (const line of console) {
      const work = ${JSON.stringify(work)} + '/' + line
      mkdirSync(work)
      void sandbox.run({ command: ['/bin/sh', '-c', 'sleep 60 & sleep 61'], work, bounds: ${JSON.stringify(BOUNDS)}, signal: AbortSignal.any([]) })
      console.log('started')
    }
  `
  const identities: string[] = []
  const kill = async (index: number) => {
    const service = Bun.spawn([process.execPath, '-e', script], {
      env: { PATH: process.env['PATH'], TMPDIR: temporary },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ready = service.stdout.getReader()
    identities.push(new TextDecoder().decode((await ready.read()).value).trim())
    service.stdin.write(`${index}\n`)
    await service.stdin.flush()
    await ready.read()
    await Bun.sleep((index * LATEST_KILL_MS) / KILLS)
    service.kill('SIGKILL')
    await service.exited
  }
  const left = Array.from({ length: KILLS }, (_, index) => index)
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await kill(next)
  }
  await Promise.all([worker(), worker(), worker()])
  // The next service ends what was killed in the middle of its start.
  using next = new BubblewrapSandbox({ env: process.env })
  await next.state()
  while (processesOf(work).length > 0 || identities.some((one) => marked(one).length > 0))
    await Bun.sleep(5)
  expect(readdirSync(work)).toHaveLength(KILLS)
  expect(identities.flatMap(groupsOf)).toEqual([])
  expect(readdirSync(temporary)).toEqual([])
})
