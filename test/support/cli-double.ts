import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { agy } from '../../src/engines/agy/agy.ts'
import { claude } from '../../src/engines/claude/claude.ts'
import { AccountLocks, CliEngine } from '../../src/engines/cli/cli-engine.ts'
import { codex } from '../../src/engines/codex/codex.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Engine, EngineEvent, Turn } from '../../src/engines/contract/text.ts'
import { gemini } from '../../src/engines/gemini/gemini.ts'
import type { PatternSettings } from '../../src/engines/settings.ts'
import { matches } from '../../src/platform/check.ts'
import { tempFolder } from './process.ts'
import { thrown } from './thrown.ts'

const DOUBLES = join(import.meta.dir, 'doubles')
const TOOL = import.meta.resolve('./doubles/tool.ts')
const DIALECTS = { claude, codex, gemini, agy }
export type ToolName = keyof typeof DIALECTS

/** One step of the double. */
export interface Step {
  /** Text for stdout, or a file of it. */
  out?: string
  file?: string
  /** Bytes per write, to split lines and characters. */
  cut?: number
  err?: string
  /** Milliseconds. */
  pause?: number
  /** Leaves a process that ignores SIGINT and SIGTERM, in its group or outside. */
  child?: 'group' | 'escaped'
  /** Ends by SIGKILL. */
  killed?: true
}

export interface Scenario {
  steps: readonly Step[]
  exit?: number
  ignores?: readonly NodeJS.Signals[]
  /** Whether the double does not read its stdin. */
  ignoresStdin?: boolean
  /** The answer of its status command. */
  status?: readonly Step[]
}

const Call = Type.Object({
  args: Type.Array(Type.String()),
  env: Type.Record(Type.String(), Type.String()),
  cwd: Type.String(),
  files: Type.Array(Type.String()),
  stdin: Type.String(),
  pid: Type.Integer(),
})
export type Call = Static<typeof Call>

/**
 * A recorded run: the bytes that the real tool wrote, and how it ended. Recorded with a key for a
 * scripted upstream; claude reports that login like a subscription.
 */
export function recording(tool: ToolName, name: string, cut?: number): Scenario {
  const folder = join(DOUBLES, tool, name)
  return {
    steps: [
      { err: readFileSync(join(folder, 'stderr.txt'), 'utf8') },
      { file: join(folder, 'stdout.jsonl'), ...(cut === undefined ? {} : { cut }) },
    ],
    exit: Number(readFileSync(join(folder, 'exit'), 'utf8')),
  }
}

/** Lines of JSON as one step. */
export function lines(...values: readonly unknown[]): Step {
  return { out: values.map((value) => `${JSON.stringify(value)}\n`).join('') }
}

/** An engine whose tool is the double, with its own folders. */
export function startTool(
  tool: ToolName,
  scenario: Scenario,
  options: {
    environment?: Record<string, string>
    patterns?: PatternSettings[]
    accounts?: string[]
    /** Of each account. */
    env?: Record<string, string>
  } = {},
) {
  const folder = tempFolder()
  const makeFolder = (name: string) => {
    const path = join(folder.path, name)
    mkdirSync(path)
    return path
  }
  const [bin, temporary] = [makeFolder('bin'), makeFolder('tmp')]
  const command = join(bin, tool)
  writeFileSync(command, `#!${process.execPath}\nawait import('${TOOL}')\n`, { mode: 0o755 })
  const accounts = (options.accounts ?? ['one']).map((id) => ({
    id,
    dir: makeFolder(id),
    extra_args: [],
    env: options.env ?? {},
  }))
  const dirOf = (id: string) => join(folder.path, id)
  const setScenario = (next: Scenario, id = 'one') =>
    writeFileSync(join(dirOf(id), 'scenario.json'), JSON.stringify(next))
  for (const { id } of accounts) setScenario(scenario, id)
  const locks = new AccountLocks()
  const engine = new CliEngine({
    dialect: DIALECTS[tool],
    environment: {
      ...{ PATH: `${bin}:${process.env['PATH']}`, TMPDIR: temporary },
      ...options.environment,
    },
    locks,
    settings: {
      ...{ id: 'tool', adapter: tool, models: ['opus', 'sonnet'], accounts },
      ...{ max_characters: 100_000, timeout_seconds: 60 },
      ...(options.patterns === undefined ? {} : { patterns: options.patterns }),
    },
  })
  return {
    engine,
    locks,
    setScenario,
    command,
    folder: folder.path,
    calls: (id = 'one') => readCalls(join(dirOf(id), 'calls.jsonl')),
    /** The process that the double left behind. */
    leftPid: () => Number(readFileSync(join(dirOf('one'), 'left'), 'utf8')),
    /** The folders of runs that remain. */
    // The service tries its sandbox a second after its start, in a folder that a kill may leave.
    leftovers: () => readdirSync(temporary).filter((name) => !name.startsWith('hearth-sandbox-')),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
export type Tool = ReturnType<typeof startTool>

function readCalls(path: string): Call[] {
  if (!existsSync(path)) return []
  // The tool may be writing: what follows the last line break is not a whole line yet.
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const call: unknown = JSON.parse(line)
      if (!matches(Call, call)) throw new Error('The double wrote a call of another shape')
      return call
    })
}

export function turnOf(content: string, more: Partial<Turn> = {}): Turn {
  const messages = [{ role: 'user' as const, content }]
  return { model: 'opus', messages, options: {}, stream: true, ...more }
}

/** All events of one turn. */
export async function answer(
  { engine }: { engine: Engine },
  turn: Turn = turnOf('hi'),
  { signal = new AbortController().signal, account = 'one' } = {},
): Promise<EngineEvent[]> {
  const events: EngineEvent[] = []
  for await (const batch of engine.run(turn, { id: account }, signal)) events.push(...batch)
  return events
}

export function textOf(events: readonly EngineEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

/** The failure that a promise must reject with. */
export async function failure(work: Promise<unknown>): Promise<EngineFailure> {
  const error = await thrown(work)
  if (error instanceof EngineFailure) return error
  throw new Error(`Expected a failure of the engine, got ${error}`)
}

export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]$/.test(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3))
  } catch {
    return false
  }
}
