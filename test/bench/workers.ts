import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import type { SandboxRequest } from '../../src/sandbox/contract.ts'
import { fakeEngine } from '../support/engines.ts'
import { jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'
import type { Bench } from './bench.ts'
import { median, medianRatio } from './numbers.ts'
import type { Row } from './report.ts'

const COMMANDS = 40
const COMMAND_MS = 60
const STEPS = 30
const STEP_MS = 30
const CHATS = 100
const ROUNDS = 9
const JOBS = 20
/** What waiting jobs may add to a chat, as a factor; the rest is noise. */
const CHAT_RATIO = 1.2
const PATH = '/api/ai/worker'

/** A sandbox from its start to the end of its first command, steps of a job, and a chat beside jobs. */
export async function workers(bench: Bench): Promise<Row[]> {
  using sandbox = new BubblewrapSandbox({ env: process.env })
  const state = await sandbox.state()
  if (!state.ok) throw new Error(`Left out: ${state.reason}`)
  return [await firstCommand(bench, sandbox), await stepOverhead(bench), await chatBeside(bench)]
}

async function firstCommand({ folder }: Bench, sandbox: BubblewrapSandbox): Promise<Row> {
  const work = join(folder, 'sandbox-work')
  mkdirSync(work)
  const request: SandboxRequest = {
    command: ['/bin/true'],
    work,
    bounds: {
      ...{ deadlineMs: 60_000, memoryBytes: 2 ** 30, processes: 64, cpuSeconds: 60 },
      ...{ fileBytes: 2 ** 29, diskBytes: 2 ** 29, files: 5_000 },
      ...{ outputBytes: 32_768, printedBytes: 2 ** 26 },
    },
    signal: new AbortController().signal,
  }
  const own: number[] = []
  const bare: number[] = []
  for (let count = -3; count < COMMANDS; count += 1) {
    const ours = await timed(() => sandbox.run(request))
    const theirs = await timed(bareBubblewrap)
    if (count < 0) continue
    own.push(ours)
    bare.push(theirs)
  }
  return {
    measure: 'sandbox start and first command, p50',
    value: median(own),
    unit: 'ms',
    target: { below: COMMAND_MS },
    detail: `bare bwrap ${median(bare).toFixed(1)} ms; ${load()}`,
  }
}

async function bareBubblewrap(): Promise<void> {
  const command = ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '/bin/true']
  const code = await Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] }).exited
  if (code !== 0) throw new Error(`bwrap ended with ${code}`)
}

/** What a step takes beside the answer of its model, which is there at once. */
async function stepOverhead({ folder }: Bench): Promise<Row> {
  let turns = 0
  const started: number[] = []
  const engine = fakeEngine('local', async function* () {
    started.push(performance.now())
    turns += 1
    yield [turns > STEPS ? calling(...finish()) : calling('list_files', {})]
  })
  await using service = startService({
    engines: [engine],
    env: { DATA_DIR: join(folder, 'worker-steps'), PATH: process.env['PATH'] ?? '' },
  })
  await ended(service.url, await ask(service.url))
  const steps = started.slice(1).map((at, index) => at - (started[index] ?? Number.NaN))
  return {
    measure: 'step of a worker beside its model, p50',
    value: median(steps),
    unit: 'ms',
    target: { below: STEP_MS },
    detail: `${steps.length} steps of list_files; ${load()}`,
  }
}

/** The first byte of a streamed chat with jobs in line, to the same without. */
async function chatBeside({ folder }: Bench): Promise<Row> {
  const engine = fakeEngine('local', async function* ({ messages }) {
    if (messages.length === 1) yield [{ type: 'text', text: 'Hello' }]
    else yield [calling('run', { command: 'sleep 250', timeout_seconds: 300 })]
  })
  await using service = startService({
    engines: [engine],
    env: { DATA_DIR: join(folder, 'worker-line'), PATH: process.env['PATH'] ?? '' },
    file: `[workers]\njobs_per_day = ${JOBS * ROUNDS}\nattempts_per_day = ${JOBS * ROUNDS}\n`,
  })
  const { url } = service
  await firstBytes(url)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await firstBytes(url))
    const jobs: string[] = []
    for (let count = 0; count < JOBS; count += 1) jobs.push(await ask(url))
    beside.push(await firstBytes(url))
    for (const job of jobs.reverse()) await fetch(url + job, { method: 'DELETE', headers: OWNER })
  }
  return {
    measure: `first byte of a chat with ${JOBS} worker jobs in line, p50`,
    value: medianRatio(beside, alone),
    unit: 'x',
    target: { below: CHAT_RATIO },
    detail: `${median(beside).toFixed(2)} ms, without ${median(alone).toFixed(2)} ms; ${load()}`,
  }
}

const OWNER = { authorization: `Bearer ${PRIMARY_KEY}` }

async function firstBytes(url: string): Promise<number> {
  const body = { model: 'auto', stream: true, messages: [{ role: 'user', content: 'Hi' }] }
  const times: number[] = []
  for (let count = 0; count < CHATS; count += 1) {
    const since = performance.now()
    const answer = await fetch(`${url}/v1/chat/completions`, jsonInit('POST', body, OWNER))
    if (answer.status !== 200) throw new Error(await answer.text())
    const reader = answer.body?.getReader()
    await reader?.read()
    times.push(performance.now() - since)
    while ((await reader?.read())?.done === false);
  }
  return median(times)
}

function finish(): ['finish', object] {
  return ['finish', { answer: 'Done' }]
}

function calling(name: string, args: object) {
  const call = {
    id: crypto.randomUUID(),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }
  return { type: 'delta' as const, delta: { tool_calls: [call] } }
}

async function ask(url: string): Promise<string> {
  const body = { profile: 'read_docs', brief: 'Work' }
  const made = await fetch(url + PATH, jsonInit('POST', body, OWNER))
  if (made.status !== 202) throw new Error(await made.text())
  return made.headers.get('location') ?? ''
}

async function ended(url: string, job: string): Promise<void> {
  const events = await (await fetch(`${url}${job}/events`, { headers: OWNER })).text()
  if (!events.includes('"status":"succeeded"')) throw new Error(events.slice(-500))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`
}
