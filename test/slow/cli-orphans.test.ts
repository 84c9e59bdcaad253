import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sweepRunFolders } from '../../src/engines/cli/run-folder.ts'
import { createLog } from '../../src/platform/log.ts'
import { temporaryName } from '../../src/platform/process-table.ts'
import { isAlive, lines, type Step, startTool, type Tool } from '../support/cli-double.ts'
import { processesWith } from '../support/live-processes.ts'
import { type Process, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const FIRST = {
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'first ' } },
}
const LOGGED_IN = { loggedIn: true, authMethod: 'claude.ai' }

test.skipIf(process.platform !== 'linux')(
  'main ends the tools of a killed Hearth, and none of a running one',
  async () => {
    using tool = startTool('claude', waiting(), { accounts: ['one', 'two'] })
    tool.setScenario(waiting({ child: 'escaped' }), 'one')
    using _rest = endingAll(tool)
    using data = tempFolder()
    using otherData = tempFolder()
    await using other = await startOver(tool, 'two', otherData.path)
    await using asked = await ask(other)
    await untilLeftovers(tool, 1)
    const [kept] = tool.leftovers()
    {
      await using killed = await startOver(tool, 'one', data.path)
      await using _cut = await ask(killed)
      await untilLeftovers(tool, 2)
      await killed.kill()
    }
    const left = [...runs(tool, 'one'), tool.leftPid()]
    expect(left.map(isAlive)).toEqual([true, true])
    expect(tool.leftovers()).toHaveLength(2)

    await using again = await startOver(tool, 'one', data.path)
    expect(left.map(isAlive)).toEqual([false, false])
    // The new service may have one for the check of its own account.
    const isOwn = (folder: string) => folder.startsWith(`hearth-run-${again.pid.toString(36)}-`)
    expect(tool.leftovers().filter((folder) => !isOwn(folder))).toEqual([kept ?? ''])
    expect(runs(tool, 'two').map(isAlive)).toEqual([true])
    expect(asked.ended).toBe(false)
    expect(await again.kill('SIGTERM')).toBe(0)
    expect(again.logLines().join()).toMatch(
      /"folders":\d,"processes":\d,.*temporary folders of a Hearth/,
    )
  },
)

test.skipIf(process.platform !== 'linux')(
  'main leaves no tool and no folder after a second Ctrl-C',
  async () => {
    using tool = startTool('claude', waiting({ child: 'escaped' }))
    using _rest = endingAll(tool)
    using data = tempFolder()
    await using service = await startOver(tool, 'one', data.path)
    await using _cut = await ask(service)
    const left = [...runs(tool, 'one'), tool.leftPid()]
    await service.terminate('SIGINT')
    expect(left.map(isAlive)).toEqual([true, true])
    // Within a second it would be the same press, passed on by npm.
    await Bun.sleep(1_000)
    expect(await service.kill('SIGINT')).toBe(130)
    expect(left.map(isAlive)).toEqual([false, false])
    expect(tool.leftovers()).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')(
  'sweepRunFolders removes only folders whose process has certainly ended',
  async () => {
    using world = tempFolder()
    const [pid, start, space] = temporaryName('run').split('-').slice(2)
    const child = Bun.spawn(['true'])
    await child.exited
    const gone = { pid: child.pid.toString(36) }
    const names = {
      ended: `hearth-run-${gone.pid}-${start}-${space}-a`,
      browser: `hearth-browser-${gone.pid}-${start}-${space}-a`,
      earlierOfOurNumber: `hearth-run-${pid}-1-${space}-a`,
      ours: `hearth-run-${pid}-${start}-${space}-a`,
      ofAnotherContainer: `hearth-run-${gone.pid}-${start}-1-a`,
      ofNobody: 'hearth-run-a',
    }
    for (const name of Object.values(names)) mkdirSync(join(world.path, name))
    const link = `hearth-run-${gone.pid}-${start}-${space}-link`
    symlinkSync(world.path, join(world.path, link))
    await sweepRunFolders({ log: createLog('silent'), parent: world.path })
    expect(readdirSync(world.path).sort()).toEqual(
      [names.ours, names.ofAnotherContainer, names.ofNobody, link].sort(),
    )
    await sweepRunFolders({ log: createLog('silent'), parent: join(world.path, 'nowhere') })
  },
)

/** Waits for the end of the checks of accounts, each of which has a folder as well. */
async function untilLeftovers(tool: Tool, count: number): Promise<void> {
  while (tool.leftovers().length !== count) await Bun.sleep(5)
}

/** Kills the tools that the test leaves: its services end by SIGKILL. */
function endingAll({ folder }: Tool): Disposable {
  return {
    [Symbol.dispose]: () => {
      for (const account of ['one', 'two'])
        for (const pid of processesWith(`CLAUDE_CONFIG_DIR=${folder}/${account}`))
          process.kill(pid, 'SIGKILL')
    },
  }
}

/** Emits a text and then nothing for a minute. */
function waiting(...steps: Step[]) {
  return { steps: [...steps, lines(INIT, FIRST), { pause: 60_000 }], status: [lines(LOGGED_IN)] }
}

function startOver(tool: Tool, account: string, data: string): Promise<Process> {
  // Without containment, as on machines that allow none.
  const toml = `
    [programs]
    contain = false
    [[engines]]
    id = "tool"
    adapter = "claude"
    command = "${tool.command}"
    models = ["opus"]
    [[engines.accounts]]
    id = "${account}"
    dir = "${tool.folder}/${account}"
  `
  return startProcess(data, toml, { TMPDIR: join(tool.folder, 'tmp') })
}

/** A chat stream whose first text has arrived. */
async function ask({ url }: Process) {
  const abort = new AbortController()
  const messages = [{ role: 'user', content: 'hi' }]
  const body = { model: 'tool/opus', stream: true, messages }
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PRIMARY_KEY}` },
    body: JSON.stringify(body),
    signal: abort.signal,
  })
  let text = ''
  let ended = false
  const first = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.includes('first ')) first.resolve()
    }
  }
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
      first.reject(new Error(`The stream ended without a word: ${response.status} ${text}`))
    })
  await first.promise
  return {
    get ended() {
      return ended
    },
    async [Symbol.asyncDispose]() {
      abort.abort()
      await reading
    },
  }
}

/** The processes of an account's answers, without those of probes. */
function runs(tool: Tool, account: string): number[] {
  return tool
    .calls(account)
    .filter(({ args }) => args.includes('-p'))
    .map(({ pid }) => pid)
}
