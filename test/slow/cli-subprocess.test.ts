import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { AccountLocks } from '../../src/engines/cli/cli-engine.ts'
import { remainingProcesses } from '../../src/platform/process-table.ts'
import { ProcessGroup } from '../../src/platform/subprocess.ts'
import { tempFolder } from '../support/process.ts'

function start(folder: string, script: string, stdin = ''): ProcessGroup {
  return startProgram(folder, ['sh', '-c', script], stdin)
}

function startProgram(folder: string, command: readonly string[], stdin = ''): ProcessGroup {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder }
  return new ProcessGroup({ command, env, cwd: folder, stdin })
}

async function all(output: AsyncIterable<readonly string[]>): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of output) lines.push(...batch)
  return lines
}

test('ProcessGroup reads both outputs as lines, the last one also without a line end', async () => {
  using folder = tempFolder()
  await using child = start(folder.path, 'cat; printf "b\\nc" >&2; exit 3', 'one\ntwo\n\nthree')
  const [out, err, code] = await Promise.all([all(child.stdout), all(child.stderr), child.exited])
  expect(out).toEqual(['one', 'two', '', 'three'])
  expect(err).toEqual(['b', 'c'])
  expect(code).toBe(3)
})

test('ProcessGroup writes its whole stdin through a pipe', async () => {
  using folder = tempFolder()
  const script = 'test -f /dev/stdin && echo file; wc -c'
  await using child = start(folder.path, script, 'x'.repeat(12_000_000))
  expect((await all(child.stdout)).map((line) => line.trim())).toEqual(['12000000'])
})

test('ProcessGroup lets a child exit that reads only a part of its stdin', async () => {
  using folder = tempFolder()
  await using child = start(folder.path, 'head -c 3; exit 4', 'x'.repeat(1_000_000))
  expect(await all(child.stdout)).toEqual(['xxx'])
  expect(await child.exited).toBe(4)
})

test('ProcessGroup ends its outputs although a descendant has the pipes open', async () => {
  using folder = tempFolder()
  await using child = start(folder.path, 'echo said; sleep 60 & exit 0')
  expect(await all(child.stdout)).toEqual(['said'])
  await child.end()
  expect(remainingProcesses(child.pid, undefined)).toEqual([])
})

test('ProcessGroup.end() ends the group once, however often it is called', async () => {
  using folder = tempFolder()
  // Without a shell, which may lose a SIGINT before its command has started.
  await using child = startProgram(folder.path, ['sleep', '60'])
  await Promise.all([child.end(), child.end()])
  expect(await child.exited).toBe(130)
})

test.skipIf(process.platform !== 'linux')('remainingProcesses does not count zombies', async () => {
  using folder = tempFolder()
  // The shell is replaced by a program that never waits for the shell's child.
  await using child = start(folder.path, 'sh -c "echo $$; exec sleep 0" & exec sleep 60')
  for await (const _ of child.stdout) break
  const zombie = await until(() => zombieOf(child.pid))
  expect(zombie).toBeGreaterThan(child.pid)
  expect(remainingProcesses(child.pid, undefined)).toEqual([child.pid])
})

test('AccountLocks gives a login to one caller after another, in order', async () => {
  const locks = new AccountLocks()
  const { signal } = new AbortController()
  const order: number[] = []
  const first = await locks.acquire('a', signal)
  const others = [1, 2, 3].map(async (number) => {
    using _login = await locks.acquire('a', signal)
    order.push(number)
  })
  using _other = await locks.acquire('b', signal)
  expect(order).toEqual([])
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await Promise.all(others)
  expect(order).toEqual([1, 2, 3])
  await Promise.resolve()
  expect(locks.size).toBe(1)
})

test('AccountLocks keeps the order when a waiting caller is aborted', async () => {
  const locks = new AccountLocks()
  const { signal } = new AbortController()
  const leaving = new AbortController()
  const first = await locks.acquire('a', signal)
  const second = locks.acquire('a', leaving.signal)
  let third = false
  const waiting = locks.acquire('a', signal).then((lock) => {
    third = true
    return lock
  })
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect(third).toBe(false)
  first[Symbol.dispose]()
  const last = await waiting
  last[Symbol.dispose]()
})

async function until<value>(look: () => value | undefined): Promise<value> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await Bun.sleep(2)
  }
}

/** A zombie child of this process. */
function zombieOf(parent: number): number | undefined {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1')
  return children
    .trim()
    .split(' ')
    .map(Number)
    .find((pid) => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
}
