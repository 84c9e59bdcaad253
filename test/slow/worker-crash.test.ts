import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { processesWithEntry } from '../../src/platform/process-table.ts'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import {
  asOwner,
  localToml,
  type Process,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { startUpstream, type UpstreamRequest } from '../support/upstream.ts'

const PATH = '/api/ai/worker'
/** A start takes seconds on a busy machine. */
const KILLS = 3
/** Questions to the model before a kill, and the longest time from the last of them to the kill. */
const MAX_QUESTIONS = 5
const KILL_WITHIN_MS = 200
const TIME_MS = 30_000 + KILLS * 20_000
/** Seconds that no other process sleeps for. */
const SLEEP = `7${process.pid}`
const STEPS = 4
const GONE_TRIES = 50

using sandbox = new BubblewrapSandbox({ env: process.env })
const state = await sandbox.state()
if (!state.ok) console.log(`Skipped: kills in jobs of workers. ${state.reason}`)

/** Works in the sandbox, hands over files whose names it never uses twice, and finishes. */
function answer({ body }: UpstreamRequest): Response {
  const told = body.messages.filter(({ role }) => role === 'tool').length
  const name = `${crypto.randomUUID()}.txt`
  const command = `setsid sleep ${SLEEP} & echo ${told} >> all.txt; sleep 0.1`
  const calls =
    told >= STEPS * 3
      ? [{ name: 'finish', arguments: { answer: 'Done' } }]
      : [
          { name: 'write_artifact', arguments: { name, text: name } },
          { name: 'run', arguments: { command } },
          { name: 'write_artifact', arguments: { name: 'all.txt', file: 'all.txt' } },
        ]
  const message = {
    role: 'assistant',
    content: null,
    tool_calls: calls.map((call, index) => ({
      id: `call_${told}_${index}`,
      type: 'function',
      function: { ...call, arguments: JSON.stringify(call.arguments) },
    })),
  }
  return Response.json({ choices: [{ message, finish_reason: 'tool_calls' }] })
}

test.skipIf(!state.ok)(
  `after ${KILLS} kills at any moment jobs have ended once, were counted once, and leave their artifacts only`,
  async () => {
    using folder = tempFolder()
    await using upstream = startUpstream(answer)
    const toml = `${localToml(upstream.url)}[workers]\njobs_per_day = 500\nattempts_per_day = 500\n`
    const random = seededRandom(15)
    const jobs = new Set<string>()
    /** Asked for, and not known to be accepted. */
    let open: string | undefined
    const killed: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await startProcess(folder.path, toml)
      const questions = upstream.requests.length + Math.floor(random() * (MAX_QUESTIONS + 1))
      const dying = upstream
        .until(() => upstream.requests.length >= questions)
        .then(() => Bun.sleep(random() * KILL_WITHIN_MS))
        .then(() => service.kill())
      open ??= `key-${kill}`
      const id = await begin(service, open).catch(() => undefined)
      if (id !== undefined) {
        jobs.add(id)
        open = undefined
      }
      await dying
      // The kernel ends what runs, which takes it a moment. What was being set up is left to the start.
      for (let tries = 0; sleeping().length > 0 && tries < GONE_TRIES; tries += 1)
        await Bun.sleep(20)
      killed.push(service.pid)
    }
    await using service = await startProcess(folder.path, toml)
    if (open !== undefined) jobs.add(await begin(service, open))
    const ended = await Promise.all([...jobs].map((id) => endOf(service, id)))
    const results = ended.map((job) => [pick(job, 'status'), pick(job, 'error')])
    for (const [status, error] of results)
      expect(status === 'succeeded' ? 'done' : pick(error, 'code')).toBeOneOf([
        'done',
        'interrupted',
      ])
    const offer = await asOwner(service.url, 'GET', `${PATH}/profiles`)
    expect(await pickFrom(offer, 'budget')).toMatchObject({ limit: 500, left: 500 - jobs.size })
    expect(sleeping()).toEqual([])
    // What was killed while it was being set up is ended by the next start.
    expect(killed.flatMap(sandboxesOf)).toEqual([])
    const usage = await asOwner(service.url, 'GET', '/admin/usage')
    const succeeded = results.filter(([status]) => status === 'succeeded').length
    expect(await pickFrom(usage, 'totals.credits')).toBe(10 * succeeded)
    await service.terminate()
    await service.exited
    expect(kept(folder.path)).toEqual(ended.flatMap(files).sort())
  },
  TIME_MS,
)

async function begin(service: Process, key: string): Promise<string> {
  const body = {
    profile: 'read_docs',
    brief: 'Work',
    attachments: [{ data: 'YQ==', media_type: 'text/plain', filename: 'a.txt' }],
  }
  const made = await requestAs(service.url, PRIMARY_KEY, 'POST', PATH, body, {
    'idempotency-key': key,
  })
  if (made.status !== 202) throw new Error(await made.text())
  return String(await pickFrom(made, 'job_id'))
}

/** The last record of the job. */
async function endOf(service: Process, id: string): Promise<unknown> {
  const events = await (await asOwner(service.url, 'GET', `${PATH}/${id}/events`)).text()
  return JSON.parse(events.split('data: ').at(-1) ?? '')
}

function sleeping(): string[] {
  return Bun.spawnSync(['pgrep', '-fx', `sleep ${SLEEP}`])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
}

/** Processes of bubblewrap that a service has started. */
function sandboxesOf(pid: number): readonly number[] {
  return processesWithEntry((entry) => entry.startsWith(`HEARTH_SANDBOX=${pid}-`))
}

/** The artifacts that a job should have left on the disk. */
function files(job: unknown): string[] {
  const id = pick(job, 'job_id')
  return pickList(job, 'artifacts').map(
    (one) => `${id}/artifacts/${sha256(String(pick(one, 'name')))}`,
  )
}

const OUTPUTS = ['artifacts', 'steps']

/** What is on the disk: of a job that has just ended in its folder, of the others where it is stored. */
function kept(folder: string): string[] {
  const data = join(folder, 'data')
  const inFolders = namesIn(data, 'workers').flatMap((id) => {
    const others = namesIn(data, `workers/${id}`).filter((name) => !OUTPUTS.includes(name))
    expect(others).toEqual([])
    return namesIn(data, `workers/${id}/artifacts`).map((name) => `${id}/artifacts/${sha256(name)}`)
  })
  const stored = namesIn(data, 'artifacts').flatMap((id) =>
    namesIn(data, `artifacts/${id}/artifacts`).map((name) => `${id}/artifacts/${name}`),
  )
  return [...new Set([...inFolders, ...stored])].sort()
}

function namesIn(data: string, name: string): string[] {
  const path = join(data, name)
  return existsSync(path) ? readdirSync(path) : []
}
