import { expect, test } from 'bun:test'
import {
  answer,
  failure,
  isAlive,
  lines,
  recording,
  startTool,
  type Tool,
  textOf,
  turnOf,
} from '../support/cli-double.ts'
import { processesWith } from '../support/live-processes.ts'

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const delta = (text: string) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
})
/** How long a tool goes on that nobody ends. */
const PAUSE_MS = 60_000
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }

test('CliEngine gives a tool the allowed variables, an empty folder and its prompt on stdin', async () => {
  using tool = startTool('claude', recording('claude', 'ok'), {
    environment: { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', CLAUDECODE: '1', OTHER: 'x' },
  })
  expect(textOf(await answer(tool, turnOf('What is it?')))).toStartWith('The quick answer is 42.')
  const [call] = tool.calls()
  expect(call?.files).toEqual([])
  expect(call?.cwd).not.toBe(process.cwd())
  expect(call?.stdin).toContain('"text":"What is it?"')
  expect(call?.env).toMatchObject({ TZ: 'UTC', CLAUDE_CONFIG_DIR: `${tool.folder}/one` })
  for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'CLAUDECODE', 'OTHER', 'USER'])
    expect(call?.env[name]).toBeUndefined()
  expect(tool.leftovers()).toEqual([])
  expect(tool.locks.size).toBe(0)
})

test('the double refuses to run with a provider’s key in its environment', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  const env = { PATH: process.env['PATH'] ?? '', CLAUDE_CONFIG_DIR: `${tool.folder}/one` }
  const run = (more: object) => Bun.spawn([tool.command], { env: { ...env, ...more } }).exited
  expect(await run({})).toBe(0)
  expect(await run({ ANTHROPIC_API_KEY: 'k' })).toBe(90)
})

test('CliEngine reads output that is split within lines and characters', async () => {
  for (const cut of [1, 7, 1000]) {
    const step = lines(INIT, delta('naïve 👍 '), delta('end'), {
      ...RESULT,
      result: 'naïve 👍 end',
    })
    using tool = startTool('claude', { steps: [{ ...step, cut }] })
    expect(textOf(await answer(tool))).toBe('naïve 👍 end')
  }
})

test('CliEngine reads a line of 2 MB, and skips other lines around it', async () => {
  const long = 'x'.repeat(2_000_000)
  using tool = startTool('claude', {
    steps: [
      { out: 'Warning: no stdin data received in 3s\n[SandboxDebug] {"type":\n{"half":\n\n' },
      lines(INIT, delta(long), { type: 'new_thing', a: 1 }, RESULT),
    ],
  })
  expect(textOf(await answer(tool))).toBe(long)
})

test('CliEngine fails a run that ends within a line', async () => {
  using tool = startTool('claude', {
    steps: [lines(INIT, delta('half ')), { out: '{"type":"result","subty' }, { killed: true }],
  })
  expect((await failure(answer(tool))).verdict).toBe('unknown')
  expect(tool.leftovers()).toEqual([])
})

test('CliEngine fails a tool that crashes without output, with its exit code as evidence', async () => {
  using tool = startTool('claude', { steps: [], exit: 7 })
  const { verdict, message } = await failure(answer(tool))
  expect(verdict).toBe('unknown')
  expect(message).toContain('exit code 7')
})

test('CliEngine reports a missing tool as not_installed', async () => {
  using tool = startTool('claude', { steps: [] }, { environment: { PATH: '/nowhere' } })
  expect((await failure(answer(tool))).verdict).toBe('not_installed')
  expect(tool.leftovers()).toEqual([])
  expect(tool.locks.size).toBe(0)
})

test('CliEngine emits the first text while the tool still runs', async () => {
  using tool = startTool('claude', {
    steps: [lines(INIT, delta('first ')), { pause: PAUSE_MS }],
  })
  const abort = new AbortController()
  const batches = tool.engine.run(turnOf('hi'), { id: 'one' }, abort.signal)
  expect((await batches.next()).value).toEqual([{ type: 'text', text: 'first ' }])
  abort.abort(new Error('The caller left'))
  await expect(batches.next()).rejects.toThrow('The caller left')
  expect(tool.calls().map(({ pid }) => isAlive(pid))).toEqual([false])
  expect(tool.leftovers()).toEqual([])
})

test('CliEngine ends the tool when its reader stops reading', async () => {
  using tool = startTool('claude', {
    steps: [lines(INIT, delta('first ')), { pause: PAUSE_MS }],
  })
  const { signal } = new AbortController()
  for await (const _ of tool.engine.run(turnOf('hi'), { id: 'one' }, signal)) break
  expect(tool.calls().map(({ pid }) => isAlive(pid))).toEqual([false])
  expect(tool.leftovers()).toEqual([])
  expect(tool.locks.size).toBe(0)
})

test('CliEngine ends a tool that ignores SIGINT and SIGTERM', async () => {
  using tool = startTool('claude', {
    ignores: ['SIGINT', 'SIGTERM'],
    steps: [lines(INIT, delta('first ')), { pause: PAUSE_MS }],
  })
  const { batches, since } = await firstBatch(tool)
  await batches.return(undefined)
  expect(since()).toBeWithin(3_900, PAUSE_MS / 2)
  expect(tool.calls().map(({ pid }) => isAlive(pid))).toEqual([false])
})

test('CliEngine ends a tool at once on an early verdict', async () => {
  const retry = { type: 'system', subtype: 'api_retry', error: 'authentication_failed' }
  using tool = startTool('claude', { steps: [lines(INIT, retry), { pause: PAUSE_MS }] })
  const failed = failure(answer(tool))
  while (tool.calls().length === 0) await Bun.sleep(5)
  const started = performance.now()
  expect((await failed).verdict).toBe('signed_out')
  expect(performance.now() - started).toBeLessThan(PAUSE_MS / 2)
  expect(tool.calls().map(({ pid }) => isAlive(pid))).toEqual([false])
})

test('CliEngine does not wait for a tool that runs on after its answer', async () => {
  using tool = startTool('claude', {
    steps: [lines(INIT, delta('done'), RESULT), { pause: PAUSE_MS }],
  })
  const { batches, events, since } = await firstBatch(tool)
  for await (const batch of batches) events.push(...batch)
  expect(textOf(events)).toBe('done')
  expect(since()).toBeLessThan(PAUSE_MS / 2)
})

test('CliEngine ends a grandchild that ignores SIGTERM and holds the pipes', async () => {
  using tool = startTool('claude', { steps: [{ child: 'group' }, lines(INIT, delta('text'))] })
  const { batches, since } = await firstBatch(tool)
  await failure(Array.fromAsync(batches))
  expect(since()).toBeLessThan(PAUSE_MS / 2)
  expect(isAlive(tool.leftPid())).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'CliEngine ends a grandchild that left the process group',
  async () => {
    const steps = [{ child: 'escaped' as const }, lines(INIT, delta('text'), RESULT)]
    using tool = startTool('claude', { steps })
    expect(textOf(await answer(tool))).toBe('text')
    expect(isAlive(tool.leftPid())).toBe(false)
  },
)

test('CliEngine starts a tool that never reads its prompt, however long', async () => {
  const steps = [lines(INIT, delta('ok'), RESULT)]
  using tool = startTool('claude', { ignoresStdin: true, steps })
  expect(textOf(await answer(tool, turnOf('x'.repeat(3_000_000))))).toBe('ok')
})

test('CliEngine runs one process at a time for a login, in order, and other logins in parallel', async () => {
  const steps = [lines(INIT, delta('ok'), RESULT)]
  using tool = startTool('claude', { steps }, { accounts: ['one', 'two'] })
  const { signal } = new AbortController()
  const held = tool.engine.run(turnOf('held'), { id: 'one' }, signal)
  await held.next()
  const order: string[] = []
  const second = answer(tool, turnOf('second')).then(() => order.push('second'))
  const third = answer(tool, turnOf('third')).then(() => order.push('third'))
  await answer(tool, turnOf('other'), { account: 'two' })
  expect(order).toEqual([])
  expect(tool.calls()).toHaveLength(1)
  await held.return(undefined)
  await Promise.all([second, third])
  expect(order).toEqual(['second', 'third'])
  expect(tool.locks.size).toBe(0)
})

test('CliEngine stops waiting for a login when it is aborted, and the next caller gets it', async () => {
  const steps = [lines(INIT, delta('ok'), RESULT)]
  using tool = startTool('claude', { steps })
  const held = tool.engine.run(turnOf('held'), { id: 'one' }, new AbortController().signal)
  await held.next()
  const abort = new AbortController()
  const leaving = answer(tool, turnOf('leaving'), { signal: abort.signal })
  const staying = answer(tool, turnOf('staying'))
  abort.abort(new Error('The caller left'))
  await expect(leaving).rejects.toThrow('The caller left')
  await held.return(undefined)
  expect(textOf(await staying)).toBe('ok')
  expect(tool.calls()).toHaveLength(2)
  expect(tool.locks.size).toBe(0)
})

test('CliEngine starts nothing for an aborted call', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  await expect(
    answer(tool, turnOf('hi'), { signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone')
  expect(tool.calls()).toEqual([])
  expect(tool.leftovers()).toEqual([])
})

test('CliEngine classifies an unknown error by the owner’s patterns', async () => {
  const failed = {
    ...RESULT,
    is_error: true,
    result: `${'Far off: '.repeat(100)}the wrong phase of ada@example.test`,
  }
  using tool = startTool(
    'claude',
    { steps: [lines(INIT, failed)], exit: 1 },
    { patterns: [{ pattern: 'wrong phase of ada@', verdict: 'quota' }] },
  )
  const { verdict, message } = await failure(answer(tool))
  expect(verdict).toBe('quota')
  expect(message).not.toContain('phase')
})

test('CliEngine leaves no process, lock or folder, whenever it is stopped', async () => {
  const pieces = Array.from({ length: 6 }, () => [lines(delta('word ')), { pause: 8 }]).flat()
  const steps = [lines(INIT), ...pieces, lines(RESULT)]
  const accounts = ['one', 'two', 'three', 'four']
  using tool = startTool('claude', { steps }, { accounts })
  const random = seeded(20_261_121)
  const moments = Array.from({ length: 200 }, () => random() * 90)
  let stopped = 0
  const left: string[] = []
  const stopSome = async (account: string) => {
    for (let ms = moments.pop(); ms !== undefined; ms = moments.pop()) {
      if (await isStoppedAfter(ms, tool, account)) stopped += 1
      const pids = processesWith(`CLAUDE_CONFIG_DIR=${tool.folder}/${account}`)
      if (pids.length > 0) left.push(`${account}, stopped after ${ms} ms: ${pids}`)
    }
  }
  await Promise.all(accounts.map(stopSome))
  expect(left).toEqual([])
  expect(stopped).toBeGreaterThan(100)
  expect(tool.locks.size).toBe(0)
  expect(tool.leftovers()).toEqual([])
  for (const account of accounts)
    expect(textOf(await answer(tool, turnOf('hi'), { account }))).toBe('word '.repeat(6))
})

/** Runs the tool until its first text, because the time of its start depends on the machine. */
async function firstBatch(tool: Tool) {
  const { signal } = new AbortController()
  const batches = tool.engine.run(turnOf('hi'), { id: 'one' }, signal)
  const first = await batches.next()
  const started = performance.now()
  return {
    batches,
    events: [...(first.value ?? [])],
    since: () => performance.now() - started,
  }
}

/** @returns Whether the answer was still incomplete */
async function isStoppedAfter(ms: number, tool: Tool, account: string): Promise<boolean> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error('stopped')), ms)
  try {
    await answer(tool, turnOf('hi'), { signal: abort.signal, account })
    return false
  } catch (error) {
    if (error !== abort.signal.reason) throw error
    return true
  } finally {
    clearTimeout(timer)
  }
}

/** Park and Miller's random numbers between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
