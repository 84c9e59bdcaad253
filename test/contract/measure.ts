import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Attempt } from '../../src/core/engines/attempt.ts'
import { buildEngines } from '../../src/engines/build-engines.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Engine, EngineEvent } from '../../src/engines/contract/text.ts'
import type { AccountSettings } from '../../src/engines/settings.ts'
import { ToolContainment } from '../../src/platform/containment/tool-containment.ts'
import { processesWithEntry } from '../../src/platform/process-table.ts'
import { ANSWER, QUOTA_SECONDS, startContractUpstream } from '../support/contract-upstream.ts'
import { tempFolder } from '../support/process.ts'
import type { ContractCase } from './cases.ts'
import type { RealTool } from './tools.ts'

/** Time limit from the first sign of a failure to the verdict, with the tool ended. */
const VERDICT_MS = 5_000
const QUOTA_SLACK_MS = 5 * 60_000
const MESSAGES = [{ role: 'user' as const, content: 'What is six times seven?' }]

/** The result of one case. */
export interface Measured {
  /** From the request to the verdict, with the tool ended. */
  ms: number
  /** From the upstream's first sign of a failure. */
  signMs: number | undefined
  /** The answer or the verdict, for reading. */
  got: string
  /** Empty when the case has passed. */
  faults: readonly string[]
}

/** Runs one case with the real tool, in folders of its own. */
export async function measure(
  tool: RealTool,
  command: string,
  one: ContractCase,
): Promise<Measured> {
  using folder = tempFolder()
  const [temporary, dir] = [join(folder.path, 'tmp'), join(folder.path, 'account')]
  await Promise.all([mkdir(temporary), mkdir(dir)])
  const written = join(folder.path, 'written')
  await using upstream = await startContractUpstream(tool.tongue, one.behaviour, written)
  // No process of the tool may outlive its run, also when it changes its TMPDIR.
  const mark = `HEARTH_CONTRACT=${folder.path}`
  const login = await tool.login(upstream.url, dir, one.plan)
  const account = { ...login, env: { ...login.env, HEARTH_CONTRACT: folder.path } }
  const engine = engineOf(tool, command, one, { temporary, account })
  const texts: string[] = []
  const started = performance.now()
  const failure = await ask(engine, one, (text) => {
    texts.push(text)
    upstream.resume()
  })
  const ended = performance.now()
  const left = processesWithEntry((entry) => entry === mark).length
  const folders = (await readdir(temporary)).length
  const signMs = upstream.failedAt === undefined ? undefined : ended - upstream.failedAt
  const ms = ended - started
  const offered = upstream.bodies.flatMap((body) => tool.tongue.toolNames(body))
  const faults = faultsOf(one, {
    ...{ failure, texts, ms, signMs, left, folders },
    asks: upstream.bodies.length,
    offered: [...new Set(offered)].toSorted().join(', '),
    allowed: tool.offered[one.model]?.toSorted().join(', ') ?? '',
    wrote: await Bun.file(written).exists(),
  })
  const got = failure === undefined ? `${texts.length} pieces` : describe(failure)
  return { ms, signMs, got, faults }
}

interface Found {
  failure: EngineFailure | undefined
  texts: readonly string[]
  asks: number
  ms: number
  signMs: number | undefined
  left: number
  folders: number
  /** The offered tools, and those that are allowed. */
  offered: string
  allowed: string
  wrote: boolean
}

function faultsOf(one: ContractCase, found: Found): string[] {
  const { failure, texts, asks, ms, signMs = 0, left, folders, offered, allowed, wrote } = found
  const { expected, stream, timeoutSeconds } = one
  const late = expected === 'timeout' ? ms - timeoutSeconds * 1_000 : signMs
  const faults: [boolean, string][] = [
    [(failure?.verdict ?? 'answer') !== expected, `expected ${expected}`],
    [asks === 0, 'the upstream was never asked'],
    [expected === 'answer' && texts.join('') !== ANSWER, `said ${JSON.stringify(texts.join(''))}`],
    [expected === 'answer' && stream && texts.length < 2, 'came in one piece'],
    [expected !== 'answer' && !ANSWER.startsWith(texts.join('')), 'said something twice'],
    [expected === 'quota' && !isInAnHour(failure?.until), 'does not know when the quota is back'],
    [expected !== 'answer' && late > VERDICT_MS, `took ${Math.round(late)} ms for its verdict`],
    [offered !== allowed, `offered the tools [${offered}], not [${allowed}]`],
    [wrote, 'wrote a file'],
    [left > 0, `left ${left} processes behind`],
    [folders > 0, `left ${folders} folders behind`],
  ]
  return faults.filter(([isFault]) => isFault).map(([, text]) => text)
}

function isInAnHour(until: number | undefined): boolean {
  return Math.abs((until ?? 0) - Date.now() - QUOTA_SECONDS * 1_000) < QUOTA_SLACK_MS
}

function describe({ verdict, until, message }: EngineFailure): string {
  const back = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
  return `${verdict}${back}: ${message}`
}

function engineOf(
  { adapter }: RealTool,
  command: string,
  { model, timeoutSeconds }: ContractCase,
  world: { temporary: string; account: AccountSettings },
): Engine {
  const settings = {
    id: adapter,
    adapter,
    command,
    models: [model],
    max_characters: 100_000,
    timeout_seconds: timeoutSeconds,
    accounts: [world.account],
  }
  const environment = { PATH: process.env['PATH'], TMPDIR: world.temporary }
  // As in the service.
  const containment = new ToolContainment({ env: environment })
  const [engine] = buildEngines([settings], environment, { folder: undefined }, containment)
  if (engine === undefined) throw new Error(`No engine was made for ${adapter}`)
  return engine
}

/** @returns The failure; undefined when there was an answer */
async function ask(
  engine: Engine,
  { model, stream }: ContractCase,
  onText: (text: string) => void,
): Promise<EngineFailure | undefined> {
  const [account] = engine.accounts
  if (account === undefined) throw new Error('The engine has no account')
  // The time limit is not the engine's own: the attempt keeps it.
  const { signal } = new AbortController()
  const attempt = new Attempt({ engine, account, model }, { id: 'measure', signal })
  const take = (batch: readonly EngineEvent[]) => {
    for (const event of batch) if (event.type === 'text') onText(event.text)
    return undefined
  }
  try {
    await attempt.run({ messages: MESSAGES, options: {}, stream }, take)
    return undefined
  } catch (error) {
    if (error instanceof EngineFailure) return error
    throw error
  }
}
