import { expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { buildEngines } from '../../src/engines/build-engines.ts'
import type { EngineSettings } from '../../src/engines/settings.ts'
import { answer, recording, startTool, textOf } from '../support/cli-double.ts'

const BOUNDS = { max_characters: 400_000, timeout_seconds: 30 }

test('buildEngines makes a command engine that finds its tool on PATH', async () => {
  using tool = startTool('codex', recording('codex', 'ok'))
  const settings: EngineSettings = {
    ...BOUNDS,
    id: 'engine_b',
    label: 'Codex',
    adapter: 'codex',
    models: ['gpt'],
    accounts: [
      { id: 'one', dir: `${tool.folder}/one`, extra_args: ['--oss'], env: { EXTRA: '1' } },
    ],
  }
  const PATH = `${tool.folder}/bin:${process.env['PATH']}`
  const [engine] = buildEngines([settings], { PATH, OPENAI_API_KEY: 'k' })
  if (engine === undefined) throw new Error('No engine was made')
  expect(engine).toMatchObject({
    id: 'engine_b',
    label: 'Codex',
    models: ['gpt'],
    maxCharacters: 400_000,
    timeoutMs: 30_000,
    accounts: [{ id: 'one' }],
  })
  expect(textOf(await answer({ engine }))).toStartWith('The quick answer')
  const { args, env } = tool.calls()[0] ?? {}
  expect(args).toContain('--oss')
  expect(env).toMatchObject({ EXTRA: '1', HOME: `${tool.folder}/one` })
})

test('buildEngines runs one process at a time for a shared login, also by a symbolic link', async () => {
  using tool = startTool('claude', recording('claude', 'ok'), { accounts: ['one', 'two'] })
  symlinkSync(`${tool.folder}/one`, `${tool.folder}/link`)
  const settings = (id: string, dir: string): EngineSettings => ({
    ...BOUNDS,
    id,
    adapter: 'claude',
    command: tool.command,
    models: ['opus'],
    accounts: [{ id: 'one', dir: `${tool.folder}/${dir}`, extra_args: [], env: {} }],
  })
  const [first, second, free] = buildEngines(
    [settings('a', 'one'), settings('b', 'link'), settings('c', 'two')],
    { ...process.env },
  )
  if (first === undefined || second === undefined || free === undefined)
    throw new Error('No engines were made')
  const { signal } = new AbortController()
  const turn = { model: 'opus', messages: [], options: {}, stream: true }
  const held = first.run(turn, { id: 'one' }, signal)[Symbol.asyncIterator]()
  await held.next()
  const other = answer({ engine: second })
  // While other runs start and end.
  for (let count = 0; count < 3; count += 1) await answer({ engine: free })
  expect(tool.calls()).toHaveLength(1)
  await held.return?.()
  await other
  expect(tool.calls()).toHaveLength(2)
})
