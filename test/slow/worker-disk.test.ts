import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import { until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { asOwner, localToml, type Process, startProcess, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { startUpstream, type UpstreamRequest } from '../support/upstream.ts'

const PATH = '/api/ai/worker'
/** Less than a file system of its own for the work folder would need. */
const DISK_MIB = 400
const TIME_MS = 120_000

using sandbox = new BubblewrapSandbox({ env: process.env })
const state = await sandbox.state()
const isRoot = process.getuid?.() === 0
const isPossible = state.ok && isRoot
if (!state.ok) console.log(`Skipped: workers that fill the disk. ${state.reason}`)
else if (!isRoot)
  console.log('Skipped: workers that fill the disk, as only root mounts a small one')

/** A folder with a small disk in it, as the data folder. */
function smallDisk() {
  const stack = new DisposableStack()
  const { path } = stack.use(tempFolder())
  const data = join(path, 'data')
  mkdirSync(data)
  const size = `size=${DISK_MIB}m,mode=700`
  const { success } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', size, 'tmpfs', data])
  if (!success) throw new Error('Cannot mount a small disk')
  stack.defer(() => Bun.spawnSync(['umount', '--lazy', data]))
  return { path, data, [Symbol.dispose]: () => stack.dispose() }
}

/** Asks for a command that fills the disk, and finishes once it has ended. */
function fills(command: string) {
  return ({ body }: UpstreamRequest): Response => {
    const told = body.messages.some(({ role }) => role === 'tool')
    const call = told
      ? { name: 'finish', arguments: { answer: 'Done' } }
      : { name: 'run', arguments: { command } }
    const tool_calls = [
      {
        ...{ id: `call_${told}`, type: 'function' },
        function: { ...call, arguments: JSON.stringify(call.arguments) },
      },
    ]
    const message = { role: 'assistant', content: null, tool_calls }
    return Response.json({ choices: [{ message, finish_reason: 'tool_calls' }] })
  }
}

/** @returns The path of the job */
async function begin({ url }: Process): Promise<string> {
  const body = {
    ...{ profile: 'read_docs', brief: 'Work' },
    attachments: [{ data: 'YQ==', media_type: 'text/plain', filename: 'a.txt' }],
  }
  const made = await asOwner(url, 'POST', PATH, body)
  expect(made.status).toBe(202)
  return `${PATH}/${await pickFrom(made, 'job_id')}`
}

async function endOf({ url }: Process, job: string): Promise<unknown> {
  const events = await (await asOwner(url, 'GET', `${job}/events`)).text()
  return JSON.parse(events.split('data: ').at(-1) ?? '')
}

/** That the service can be used: it is healthy, takes a sign-in, and makes and revokes a key. */
async function expectUsable({ url }: Process): Promise<void> {
  expect((await fetch(`${url}/health`)).status).toBe(200)
  const login = await fetch(`${url}/login/key`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ key: PRIMARY_KEY }),
    redirect: 'manual',
  })
  expect(login.status).toBe(204)
  const made = await asOwner(url, 'POST', '/admin/api-keys', { label: 'made after it' })
  expect(made.status).toBe(201)
  const revoked = await asOwner(url, 'POST', `/admin/api-keys/${await pickFrom(made, 'id')}/revoke`)
  expect(revoked.status).toBeLessThan(300)
}

function freeMib(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return (bavail * bsize) / 1024 ** 2
}

const workFolders = (data: string) => readdirSync(join(data, 'workers'), { recursive: true })

test.skipIf(!isPossible)(
  'a command of a worker that fills the disk ends, its job too, and the disk is free again',
  async () => {
    using disk = smallDisk()
    const fill = 'for i in 1 2 3 4 5 6 7 8; do cat /dev/zero > $i & done; wait; sleep 60'
    await using upstream = startUpstream(fills(fill))
    await using service = await startProcess(disk.path, localToml(upstream.url))
    const ended = await endOf(service, await begin(service))
    // As fast as the disk is, the command may have filled it before it was looked at.
    if (pick(ended, 'status') === 'failed') expect(pick(ended, 'error.code')).toBe('storage_full')
    else expect(ended).toMatchObject({ status: 'succeeded', steps: [{ ok: false }, { ok: true }] })
    expect(freeMib(disk.data)).toBeGreaterThan(DISK_MIB - 64)
    await expectUsable(service)
  },
  TIME_MS,
)

test.skipIf(!isPossible)(
  'a service that is killed while a command has filled the disk starts and is usable',
  async () => {
    using disk = smallDisk()
    // The rest is taken by others.
    const fill = 'head -c 100000000 /dev/zero > large; touch filled; sleep 60'
    await using upstream = startUpstream(fills(fill))
    const first = await startProcess(disk.path, localToml(upstream.url))
    const job = await begin(first)
    await until(() => workFolders(disk.data).some((name) => String(name).endsWith('filled')))
    await first.kill()
    const filler = join(disk.data, 'filler')
    Bun.spawnSync(['sh', '-c', `cat /dev/zero > ${filler}`])
    expect(statfsSync(disk.data).bavail).toBe(0)
    await using service = await startProcess(disk.path, localToml(upstream.url))
    await expectUsable(service)
    expect(pick(await endOf(service, job), 'status')).toBeOneOf(['succeeded', 'failed'])
  },
  TIME_MS,
)
