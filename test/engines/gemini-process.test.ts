import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { answer, failure, recording, startTool, textOf, turnOf } from '../support/cli-double.ts'

const RECORDINGS = join(import.meta.dir, '../support/doubles/gemini')

test('gemini answers through a real process whose lines come in pieces', async () => {
  using tool = startTool('gemini', recording('gemini', 'ok', 50))
  const events = await answer(tool, turnOf('What is six times seven?'))
  expect(textOf(events)).toBe('The quick answer is 42.\n\nHere is why: six times seven.')
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  const [call] = tool.calls()
  expect(call?.stdin).toBe('What is six times seven?')
  expect(call?.env).toMatchObject({ GEMINI_CLI_HOME: `${tool.folder}/one`, TZ: 'UTC' })
  expect(call?.files.toSorted()).toEqual(['.env', '.gemini', 'policy.toml', 'system.md'])
  expect(tool.leftovers()).toEqual([])
})

test('gemini is ended when stderr announces a wait of an hour', async () => {
  const { steps } = recording('gemini', 'quota')
  using tool = startTool('gemini', { steps: [...steps, { pause: 60_000 }] })
  const before = Date.now()
  const { verdict, until } = await failure(answer(tool))
  expect(verdict).toBe('quota')
  expect((until ?? 0) - before).toBeWithin(3_590_000, 3_650_000)
  expect(Date.now() - before).toBeLessThan(50_000)
})

test('gemini is ended when it keeps waiting for an overloaded model', async () => {
  const { steps } = recording('gemini', 'overloaded')
  using tool = startTool('gemini', { steps: [...steps, { pause: 60_000 }] })
  expect((await failure(answer(tool))).verdict).toBe('transient')
})

test('gemini repeats no text when its answer restarts after a broken connection', async () => {
  const file = join(RECORDINGS, 'cut/stdout.jsonl')
  const stdout = readFileSync(file, 'utf8').trimEnd().split('\n')
  // One line at a time, as the tool wrote them, so that the text before the failure is sent.
  const steps = stdout.flatMap((line) => [{ out: `${line}\n` }, { pause: 5 }])
  using tool = startTool('gemini', { steps, exit: 1 })
  const events: EngineEvent[] = []
  const listening = async () => {
    const { signal } = new AbortController()
    for await (const batch of tool.engine.run(turnOf('hi'), { id: 'one' }, signal))
      events.push(...batch)
  }
  expect((await failure(listening())).verdict).toBe('transient')
  expect('The quick answer is ').toStartWith(textOf(events))
})
