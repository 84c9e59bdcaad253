import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import { useOfFolder } from '../../src/sandbox/job-folder.ts'
import { isVolume, WorkVolumes } from '../../src/sandbox/work-volumes.ts'
import { tempFolder } from '../support/process.ts'
import { BOUNDS } from '../support/sandbox/groups.ts'

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

function bash(work: string, script: string) {
  return sandbox.run({
    command: ['/bin/bash', '-c', script],
    ...{ work, bounds: BOUNDS, signal: AbortSignal.any([]) },
  })
}

test('a folder that is over its bounds may not grow, and commands can delete what is in it', async () => {
  if (!isPossible) return
  const work = jobFolder()
  // Nothing is written over: the room of a file that is cut off before it ends would be free again.
  const fill =
    'rm -f 1 2 3 4 5; for i in 1 2 3 4 5; do head -c 15000000 /dev/zero > $i; done; sleep 20'
  expect(await bash(work, fill)).toMatchObject({ stopped: 'disk' })
  const many = 'mkdir many; for i in $(seq 600); do : > many/$i; done'
  expect(await bash(work, `rm 1 2 3; ${many}`)).toMatchObject({ stopped: 'files' })
  // More than it holds is too much, also where something is deleted before.
  expect(await bash(work, 'rm many/1; : > many/a; : > many/b')).toMatchObject({ stopped: 'files' })
  const deleted = await bash(work, 'rm many/2; rm many/3')
  expect(deleted).toMatchObject({ exitCode: 0 })
  expect(deleted.stopped).toBeUndefined()
  expect((await bash(work, 'rm -r many')).stopped).toBeUndefined()
  expect((await bash(work, 'echo room > more')).stopped).toBeUndefined()
  expect(await bash(work, fill)).toMatchObject({ stopped: 'disk' })
  expect(await bash(work, 'head -c 5000000 /dev/zero >> more')).toMatchObject({ stopped: 'disk' })
  expect((await bash(work, 'rm 1')).stopped).toBeUndefined()
  expect(readdirSync(work)).not.toContain('1')
})

test('files without a name are counted also while others delete more from the disk', async () => {
  if (!isPossible) return
  const other = join(own.path, 'other')
  await Bun.$`fallocate -l 400M ${other}`
  const work = jobFolder()
  const held = `i=10; while [ $i -lt 30 ]; do
      head -c 5000000 /dev/zero > big; eval "exec $i< big"; rm big; i=$((i + 1))
    done; touch done; sleep 20`
  const run = bash(work, `touch started; until [ -e go ]; do :; done; ${held}`)
  while (!existsSync(join(work, 'started'))) await Bun.sleep(1)
  rmSync(other)
  writeFileSync(join(work, 'go'), '')
  expect(await run).toMatchObject({ stopped: 'disk' })
})

const volumes = new WorkVolumes()
const VOLUME_OVERHEAD = 16 * 1024 * 1024

/** @returns undefined where this machine has none */
async function volumeFolder(): Promise<string | undefined> {
  const work = join(jobFolder(), 'work')
  mkdirSync(work)
  await volumes.open(work, BOUNDS)
  if (isVolume(work)) return work
  console.log('Skipped: work folders with a file system of their own, which cannot be mounted here')
  return undefined
}

test('a work folder with a file system of its own holds its bound while nobody looks', async () => {
  if (!isPossible) return
  const work = await volumeFolder()
  if (work === undefined) return
  await using closing = new AsyncDisposableStack()
  closing.defer(() => volumes.close(work))
  const fill = 'for i in $(seq 40); do head -c 19000000 /dev/zero > $i; done; sleep 20'
  const run = bash(work, `touch started; ${fill}`)
  while (!existsSync(join(work, 'started'))) await Bun.sleep(1)
  // The thread that looks has other work.
  Bun.sleepSync(2_000)
  expect(useOfFolder(work, BOUNDS.files).bytes).toBeLessThan(BOUNDS.diskBytes + VOLUME_OVERHEAD)
  expect(await run).toMatchObject({ stopped: 'disk' })
  // Where there is little room on it, that is no want of the machine.
  expect(await bash(work, 'rm [0-9]*; head -c 19000000 /dev/zero > a')).toMatchObject({
    exitCode: 0,
  })
})

test('what is in such a folder outlasts a stop of the service, and nothing of it stays mounted', async () => {
  if (!isPossible) return
  const work = await volumeFolder()
  if (work === undefined) return
  await using closing = new AsyncDisposableStack()
  closing.defer(() => volumes.close(work))
  expect(readdirSync(work)).toEqual([])
  await bash(work, 'echo kept > file')
  await volumes.close(work, true)
  expect([isVolume(work), readdirSync(work)]).toEqual([false, []])
  await volumes.open(work, BOUNDS)
  expect((await bash(work, 'cat file; echo more >> file')).stdout).toBe('kept\n')
  await volumes.close(work)
  expect(readdirSync(join(work, '..'))).toEqual(['work'])
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(work)
})
