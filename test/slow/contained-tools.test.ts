import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usableContainments } from '../support/containments.ts'
import { processesRunning } from '../support/live-processes.ts'
import { type Process, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'

const INIT = '{"type":"system","subtype":"init","tools":[],"apiKeySource":"none"}'
const STATUS = '{"loggedIn":true,"authMethod":"claude.ai"}'
const CONTAINMENTS = await usableContainments()
/** No other process sleeps so long. */
let seconds = process.pid * 1000

for (const { kind } of CONTAINMENTS) {
  test(`${kind}: what a tool has detached from itself ends with a cancelled answer`, async () => {
    using tool = makeTool(kind)
    await using service = await startProcess(tool.data, tool.toml, { TMPDIR: tool.temporary })
    await tool.ask(service)
    await until(() => tool.left().length === 0)
  })

  test(`${kind}: and with a service that is killed`, async () => {
    using tool = makeTool(kind)
    {
      await using service = await startProcess(tool.data, tool.toml, { TMPDIR: tool.temporary })
      const { cancel } = await tool.begin(service)
      await service.kill('SIGKILL')
      await cancel()
    }
    if (kind === 'pid-namespace') await until(() => tool.left().length === 0)
    else {
      expect(tool.left()).not.toEqual([])
      await using _again = await startProcess(tool.data, tool.toml, { TMPDIR: tool.temporary })
      expect(tool.left()).toEqual([])
    }
  })
}

/** A tool that starts a process without its group, its environment and its pipes, and says nothing more. */
function makeTool(kind: string) {
  const folder = tempFolder()
  seconds += 1
  const own = seconds
  const at = (name: string) => join(folder.path, name)
  for (const name of ['data', 'tmp', 'login']) mkdirSync(at(name))
  writeFileSync(
    at('tool'),
    `#!/bin/sh
case "$*" in *status*) echo '${STATUS}'; exit 0;; esac
env -i /usr/bin/setsid /bin/sleep ${own} <&- >&- 2>&- &
echo '${INIT}'
exec sleep ${own}
`,
  )
  chmodSync(at('tool'), 0o755)
  const left = () => processesRunning(`sleep ${own}`)
  const begin = async ({ url }: Process) => {
    const cancelled = new AbortController()
    const messages = [{ role: 'user', content: 'hi' }]
    const answer = fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${PRIMARY_KEY}` },
      body: JSON.stringify({ model: 'tool/opus', messages }),
      signal: cancelled.signal,
    }).catch(() => undefined)
    // The tool and what it has detached.
    await until(() => left().length === 2)
    return {
      cancel: () => {
        cancelled.abort()
        return answer
      },
    }
  }
  return {
    data: at('data'),
    temporary: at('tmp'),
    toml: `
      [programs]
      ${kind === 'pid-namespace' ? '' : 'bwrap = "/nowhere/bwrap"'}
      [[engines]]
      id = "tool"
      adapter = "claude"
      command = "${at('tool')}"
      models = ["opus"]
      [[engines.accounts]]
      id = "one"
      dir = "${at('login')}"
    `,
    left,
    begin,
    /** Begins an answer, and cancels it. */
    ask: async (service: Process) => (await begin(service)).cancel(),
    [Symbol.dispose]: () => {
      for (const pid of left()) process.kill(pid, 'SIGKILL')
      folder[Symbol.dispose]()
    },
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await Bun.sleep(10)
}
