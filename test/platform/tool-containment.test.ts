import { expect, test } from 'bun:test'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Containment } from '../../src/platform/containment/contract.ts'
import { ToolContainment } from '../../src/platform/containment/tool-containment.ts'
import { ProcessGroup } from '../../src/platform/subprocess.ts'
import { usableContainments } from '../support/containments.ts'
import { processesRunning } from '../support/live-processes.ts'
import { tempFolder } from '../support/process.ts'

const CONTAINMENTS = await usableContainments()
/** No other process sleeps so long. */
let seconds = process.pid * 1000

function start(containment: Containment, cwd: string, script: string): ProcessGroup {
  return run(containment, cwd, ['sh', '-c', script])
}

function run(containment: Containment, cwd: string, command: readonly string[]): ProcessGroup {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: cwd }
  return new ProcessGroup({ ...{ command, env, cwd, containment }, stdin: 'given' })
}

async function textOf(output: AsyncIterable<readonly string[]>): Promise<string> {
  const lines: string[] = []
  for await (const batch of output) lines.push(...batch)
  return lines.join('\n')
}

function codeOf(start: () => unknown): unknown {
  try {
    start()
  } catch (error) {
    return Reflect.get(Object(error), 'code')
  }
  return undefined
}

for (const containment of CONTAINMENTS) {
  const { kind } = containment

  test(`${kind}: a process without group, environment and pipes ends with the tool`, async () => {
    using folder = tempFolder()
    seconds += 1
    const escaping = `env -i /usr/bin/setsid /bin/sleep ${seconds} <&- >&- 2>&- &`
    await using child = start(containment, folder.path, `${escaping} echo said; exec sleep 3600`)
    for await (const _ of child.stdout) break
    while (processesRunning(`sleep ${seconds}`).length === 0) await Bun.sleep(1)
    await child.end()
    expect(processesRunning(`sleep ${seconds}`)).toEqual([])
  })

  test(`${kind}: so does one of a tool that ends by itself`, async () => {
    using folder = tempFolder()
    seconds += 1
    const escaping = `env -i /usr/bin/setsid /bin/sleep ${seconds} <&- >&- 2>&- &`
    await using child = start(containment, folder.path, `${escaping} sleep 0.2; exit 7`)
    expect(await child.exited).toBe(7)
    await child.end()
    expect(processesRunning(`sleep ${seconds}`)).toEqual([])
  })

  test(`${kind}: a tool is asked to end before it is killed`, async () => {
    using folder = tempFolder()
    const script = `trap 'echo asked > told; exit 5' INT; echo ready; while :; do sleep 0.01; done`
    await using child = start(containment, folder.path, script)
    for await (const _ of child.stdout) break
    await child.end()
    expect(readFileSync(join(folder.path, 'told'), 'utf8')).toBe('asked\n')
    expect(await child.exited).toBe(5)
  })

  test(`${kind}: the tool has its stdin, outputs, folder, environment and exit code`, async () => {
    using folder = tempFolder()
    const script = 'cat; pwd; echo "$TMPDIR"; echo wrong >&2; kill -TERM $$'
    await using child = start(containment, folder.path, script)
    const read = Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
    expect(await read).toEqual([`given${folder.path}\n${folder.path}`, 'wrong', 143])
  })

  test(`${kind}: a program that is not there is told as without it`, async () => {
    using folder = tempFolder()
    const unable = join(folder.path, 'not-executable')
    writeFileSync(unable, '')
    for (const [command, code] of [
      ['no-such-program', 'ENOENT'],
      ['/no/such/program', 'ENOENT'],
      [unable, 'EACCES'],
    ] as const) {
      expect(codeOf(() => run(containment, folder.path, [command]))).toBe(code)
    }
  })

  test(`${kind}: a tool that is ended at once leaves nothing`, async () => {
    using folder = tempFolder()
    seconds += 1
    for (let round = 0; round < 10; round += 1) {
      await using _child = run(containment, folder.path, ['sleep', String(seconds)])
      if (round % 2 === 0) await Bun.sleep(round)
    }
    expect(processesRunning(`sleep ${seconds}`)).toEqual([])
  })

  test(`${kind}: killAll() leaves nothing`, async () => {
    using folder = tempFolder()
    seconds += 1
    const escaping = `env -i /usr/bin/setsid /bin/sleep ${seconds} <&- >&- 2>&- &`
    const child = start(containment, folder.path, `${escaping} echo said; exec sleep 3600`)
    for await (const _ of child.stdout) break
    ProcessGroup.killAll()
    expect(processesRunning(`sleep ${seconds}`)).toEqual([])
    await child.end()
  })
}

test.skipIf(process.platform !== 'linux')('what does not work does not count', async () => {
  using folder = tempFolder()
  const bwrap = join(folder.path, 'bwrap')
  // Starts the tool as if there was nothing.
  writeFileSync(bwrap, '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n')
  chmodSync(bwrap, 0o755)
  expect((await new ToolContainment({ bwrap, env: {} }).find())?.kind).not.toBe('pid-namespace')
  expect(await new ToolContainment({ env: process.env, contain: false }).find()).toBeUndefined()
})
