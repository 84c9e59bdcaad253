import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../src/limits.ts'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { asOwner, localToml, startProcess, tempFolder } from '../support/process.ts'
import { startUpstream, type UpstreamRequest, wholeAnswer } from '../support/upstream.ts'

const PATH = '/api/ai/worker'
/** Seconds that no other process sleeps for. */
const SLEEP = `6${process.pid}`

using sandbox = new BubblewrapSandbox({ env: process.env })
const state = await sandbox.state()
if (!state.ok) console.log(`Skipped: jobs of workers in a real sandbox. ${state.reason}`)

/** An answer that calls one tool. */
function calling(name: string, args: object): Response {
  const call = {
    id: `call_${name}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }
  return Response.json({
    choices: [
      {
        message: { role: 'assistant', content: null, tool_calls: [call] },
        finish_reason: 'tool_calls',
      },
    ],
  })
}

/** What the tools have given so far. */
function results({ body }: UpstreamRequest): string[] {
  return body.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
}

const env = { PATH: process.env['PATH'] ?? '' }
const text = (content: string, filename: string) => ({
  data: Buffer.from(content).toString('base64'),
  media_type: 'text/plain',
  filename,
})

async function ended(url: string, location: string): Promise<unknown> {
  const events = await (await asOwner(url, 'GET', `${location}/events`)).text()
  return JSON.parse(events.split('data: ').at(-1) ?? '')
}

test.skipIf(!state.ok).each(['SIGKILL', 'SIGTERM'] as const)(
  '%s in the middle of a worker: its next start goes on behind the last whole step',
  async (signal) => {
    using folder = tempFolder()
    const hung = Promise.withResolvers<void>()
    let isKilled = false
    await using upstream = startUpstream((ask) => {
      const told = results(ask)
      if (told.length === 0)
        return calling('run', { command: 'cat /inputs/*.txt > all.txt; wc -l < all.txt' })
      if (told.length === 1 && !isKilled) {
        hung.resolve()
        return new Promise<Response>(() => {})
      }
      if (told.length === 1) return calling('write_artifact', { name: 'all.txt', file: 'all.txt' })
      return calling('finish', { answer: `Lines: ${/\n(\d+)\n/.exec(told[0] ?? '')?.[1]}` })
    })
    const toml = localToml(upstream.url)
    const first = await startProcess(folder.path, toml, env)
    const attachments = Array.from({ length: 10 }, (_, index) =>
      text(`${index}\n`, `doc${index}.txt`),
    )
    const body = { profile: 'read_docs', brief: 'Count the lines', attachments }
    const made = await asOwner(first.url, 'POST', PATH, body)
    expect([made.status, made.status === 202 ? '' : await made.clone().text()]).toEqual([202, ''])
    const location = made.headers.get('location') ?? ''
    await hung.promise
    isKilled = true
    const since = performance.now()
    await first.kill(signal)
    // It does not wait for the answer of the model.
    expect(performance.now() - since).toBeLessThan(LIMITS.stopGraceMs / 2)
    await using second = await startProcess(folder.path, toml, env)
    const job = await ended(second.url, location)
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { answer: 'Lines: 10' },
      steps: [{ tool: 'run', ok: true }, { tool: 'write_artifact' }, { tool: 'finish' }],
      artifacts: [{ name: 'all.txt', bytes: 20, media_type: 'text/plain' }],
    })
    const artifact = await asOwner(second.url, 'GET', `${location}/artifacts/all.txt`)
    expect(await artifact.text()).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
    // One step was asked for once, the one that was cut off twice.
    expect(upstream.requests).toHaveLength(4)
    const own = join(folder.path, 'data/workers')
    const left = existsSync(own) ? own : join(folder.path, 'workers')
    // What it has made is stored.
    while (readdirSync(left).length > 0) await Bun.sleep(20)
    const later = await asOwner(second.url, 'GET', `${location}/artifacts/all.txt`)
    expect(await later.text()).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
  },
)

test.skipIf(!state.ok)(
  'a command that prints without end, and one that is cancelled, leave nothing',
  async () => {
    using folder = tempFolder()
    const slept = Promise.withResolvers<void>()
    await using upstream = startUpstream((ask) => {
      const told = results(ask)
      if (told.length === 0) return calling('run', { command: 'yes flood' })
      expect(told[0]).toContain('It printed too much and was ended')
      expect(told[0]?.length).toBeLessThan(25_000)
      if (told.length > 1) return wholeAnswer('never')
      slept.resolve()
      return calling('run', { command: `touch started; sleep ${SLEEP}` })
    })
    await using service = await startProcess(folder.path, localToml(upstream.url), env)
    const made = await asOwner(service.url, 'POST', PATH, { profile: 'read_docs', brief: 'Flood' })
    const location = made.headers.get('location') ?? ''
    await slept.promise
    while (!isSleeping()) await Bun.sleep(10)
    const gone = await asOwner(service.url, 'DELETE', location)
    expect(await pickFrom(gone, 'status')).toBe('cancelled')
    expect(isSleeping()).toBe(false)
    const job: unknown = await (await asOwner(service.url, 'GET', location)).json()
    expect(pickList(job, 'steps')).toMatchObject([
      { tool: 'run', text: 'run yes flood', ok: false },
    ])
    expect(pick(job, 'result')).toBeNull()
  },
)

test('the log says at the start why no worker can run', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  // Without a folder in which there are programs.
  const nothing = { PATH: folder.path }
  await using service = await startProcess(folder.path, localToml(upstream.url), nothing)
  while (!service.logLines().some((line) => line.includes('Worker jobs are off')))
    await Bun.sleep(50)
  expect(service.logLines().find((line) => line.includes('Worker jobs are off'))).toContain(
    'bwrap is not installed',
  )
})

function isSleeping(): boolean {
  const { stdout } = Bun.spawnSync(['pgrep', '-fx', `sleep ${SLEEP}`])
  return stdout.length > 0
}
