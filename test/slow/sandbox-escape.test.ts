import { expect, test } from 'bun:test'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processesWithEntry } from '../../src/platform/process-table.ts'
import type { SandboxState } from '../../src/sandbox/contract.ts'
import { processesOf } from '../support/live-processes.ts'
import { tempFolder } from '../support/process.ts'
import { groupsOf } from '../support/sandbox/groups.ts'
import type { AttackResult } from '../support/sandbox/run-attacks.ts'

const RUNNER = join(import.meta.dir, '../support/sandbox/run-attacks.ts')
const IS_ROOT = process.getuid?.() === 0
/** An unprivileged user without a name. */
const OTHER_USER = '54321'
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const LEAST_ATTACKS = 60

const missing = Bun.which('bwrap') === null ? 'bubblewrap' : PYTHON === undefined ? 'Python' : ''
if (missing !== '') console.log(`Skipped: attacks on the sandbox, as ${missing} is not installed`)

/** What sandboxes of a service could leave on the machine, which others use at the same time. */
function leftOf(identity: string, folder: string) {
  return {
    mounts: readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .filter((line) => line.includes(folder)),
    // Those that are not waited for yet do not count.
    processes: processesOf(folder),
    marked: processesWithEntry((entry) => entry.startsWith(`HEARTH_SANDBOX=${identity}-`)),
    groups: groupsOf(identity),
    temporary: readdirSync(folder).filter((name) => name.startsWith('hearth-sandbox-')),
  }
}
const NOTHING = { mounts: [], processes: [], marked: [], groups: [], temporary: [] }

interface Attacked {
  /** Of the process that has attacked. */
  identity: string
  state: SandboxState
  results: AttackResult[]
}

async function attacked(own: string, command: readonly string[], options: readonly string[]) {
  const folder = join(own, 'service')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const child = Bun.spawn([...command, folder, ...options], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: own, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  const { identity, state, results }: Attacked = JSON.parse(printed)
  expect(results.filter(({ faults }) => faults.length > 0)).toEqual([])
  expect(leftOf(identity, folder)).toEqual(NOTHING)
  expect(readdirSync(folder).sort()).toEqual(['data', 'other-work'])
  expect(readdirSync(join(folder, 'other-work'))).toEqual([])
  expect(readFileSync(join(folder, 'data/secret'), 'utf8')).toBe('a secret of the service')
  return { state, count: results.length }
}

test.skipIf(missing !== '')('no attack gets out of the sandbox', async () => {
  using own = tempFolder()
  const { state, count } = await attacked(own.path, [process.execPath, RUNNER], ['without-cgroups'])
  if (!state.ok) return console.log(`Skipped: attacks on the sandbox. ${state.reason}`)
  expect(count).toBeGreaterThan(LEAST_ATTACKS)
  expect(state.isolation).toMatchObject({ cgroup: 'none', user: IS_ROOT ? 'own' : 'namespace' })
})

test.skipIf(missing !== '' || !IS_ROOT)(
  'no attack gets out of the sandbox of a service that a normal user runs',
  async () => {
    using own = tempFolder()
    chmodSync(own.path, 0o755)
    const user = ['setpriv', '--reuid', OTHER_USER, '--regid', OTHER_USER, '--clear-groups', '--']
    const bun = join(own.path, 'bun')
    copyFileSync(process.execPath, bun)
    chmodSync(bun, 0o755)
    const built = await Bun.build({ entrypoints: [RUNNER], target: 'bun', outdir: own.path })
    const { state, count } = await attacked(
      own.path,
      [...user, bun, built.outputs[0]?.path ?? ''],
      [],
    )
    if (!state.ok) return console.log(`Skipped: attacks as a normal user. ${state.reason}`)
    expect(count).toBeGreaterThan(LEAST_ATTACKS)
    expect(state.isolation.user).toBe('namespace')
  },
)

test.skipIf(missing !== '' || !IS_ROOT)(
  'control groups bound what attacks use, where they can be made',
  async () => {
    using own = tempFolder()
    const { state } = await attacked(own.path, [process.execPath, RUNNER], ['resources'])
    if (!state.ok || state.isolation.cgroup === 'none')
      console.log('Skipped: control groups, which cannot be made here')
  },
)
