import { createServer } from 'node:net'
import { join } from 'node:path'
import { STATE_FOLDER, systemdUnit } from '../../../src/cli/setup.ts'
import { pick, pickList } from '../../support/pick.ts'
import { bootMachine, type Machine } from './machine.ts'

const TEMPLATE = join(import.meta.dir, '../../../.deploy/hearth.service')
const KEY = 'primary-key-of-the-machine'
const READY_MS = 30_000
/** systemd's score of what a service may do: 0 is nothing, 10 everything. */
const MAX_EXPOSURE = 3
const MAX_STOP_MS = 5_000
/** The first that knows `DelegateSubgroup`; what earlier ones say of it. */
const WITH_SUBGROUP = 254
const UNKNOWN_SUBGROUP =
  /^\S+\/hearth\.service:\d+: Unknown key 'DelegateSubgroup' in section \[Service\], ignoring\.$/

/** Boots a machine, runs the service under its unit, kills it, stops it, and starts it wrongly. */
export async function systemdCase(): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const unit = systemdUnit(await Bun.file(TEMPLATE).text(), {
    root: '/opt/hearth',
    user: 'hearth',
    dataFolder: STATE_FOLDER,
    writable: ['/srv/not-there'],
  })
  await using machine = await bootMachine({
    '/etc/systemd/system/hearth.service': unit,
    '/etc/hearth.env': `PORT=${port}\nPRIMARY_KEY=${KEY}\n`,
  })
  const ok = async (...command: string[]) => {
    const { code, text } = await machine.run(...command)
    if (code !== 0) throw new Error(`${command.join(' ')} exits with ${code}: ${text.trim()}`)
    return text.trim()
  }
  await ok('useradd', '--system', '--home-dir', STATE_FOLDER, 'hearth')
  const version = Number(/^systemd (\d+)/.exec(await ok('systemctl', '--version'))?.[1])
  const verified = await ok('systemd-analyze', 'verify', 'hearth.service')
  const isOlder = version < WITH_SUBGROUP
  equal(isOlder ? verified.replace(UNKNOWN_SUBGROUP, '') : verified, '', 'systemd-analyze verify')
  const exposure = exposureOf(await ok('systemd-analyze', 'security', '--no-pager', 'hearth'))
  if (!(exposure <= MAX_EXPOSURE)) throw new Error(`The exposure level is ${exposure}`)

  await ok('systemctl', 'start', 'hearth')
  await answers(url, ok)
  const status = await ok('cat', `/proc/${await mainPid(ok)}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  equal(field('Uid'), await ok('id', '--user', 'hearth'), 'user id')
  equal(field('CapEff'), '0000000000000000', 'capabilities')
  equal(field('NoNewPrivs'), '1', 'NoNewPrivs')
  equal(field('Seccomp'), '2', 'Seccomp')
  const open = await ok('find', STATE_FOLDER, '-perm', '/077', '-not', '-type', 'l')
  equal(open, '', 'files that others can read')
  await makesSandboxes(url)
  await containsTools(url)

  const pid = await mainPid(ok)
  await ok('systemctl', 'kill', '--signal=KILL', 'hearth')
  const killed = performance.now()
  while ((await mainPid(ok)) === pid || (await mainPid(ok)) === '0') await Bun.sleep(50)
  await answers(url, ok)
  const backMs = performance.now() - killed

  const stopping = performance.now()
  await ok('systemctl', 'stop', 'hearth')
  const stopMs = performance.now() - stopping
  if (stopMs > MAX_STOP_MS) throw new Error(`The stop took ${Math.round(stopMs)} ms`)
  equal(await ok('systemctl', 'show', '--property=Result', '--value', 'hearth'), 'success', 'stop')

  await wrongSettings(machine, ok)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return `exposure ${exposure}, back ${seconds(backMs)} after a kill, stopped in ${seconds(stopMs)}`
}

type Ok = (...command: string[]) => Promise<string>

/** Wrong settings end the service with its words in the journal, and it is not started again. */
async function wrongSettings(machine: Machine, ok: Ok): Promise<void> {
  await ok('mkdir', '--parents', '/run/systemd/system/hearth.service.d')
  const dropIn = '[Service]\\nEnvironment=LOG_LEVEL=loud\\n'
  const path = '/run/systemd/system/hearth.service.d/test.conf'
  await ok('sh', '-c', `printf '${dropIn}' > ${path}`)
  await ok('systemctl', 'daemon-reload')
  await machine.run('systemctl', 'start', 'hearth')
  const deadline = performance.now() + READY_MS
  const state = () => ok('systemctl', 'show', '--property=ActiveState', '--value', 'hearth')
  while ((await state()) !== 'failed') {
    if (performance.now() > deadline) throw new Error(`Wrong settings: it is ${await state()}`)
    await Bun.sleep(50)
  }
  const exit = await ok('systemctl', 'show', '--property=ExecMainStatus', '--value', 'hearth')
  equal(exit, '2', 'exit code of wrong settings')
  const journal = await ok('journalctl', '--unit', 'hearth', '--no-pager', '--lines=20')
  if (!journal.includes('LOG_LEVEL')) throw new Error(`The journal does not say why: ${journal}`)
}

async function answers(url: string, ok: Ok): Promise<void> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'hi' }] }),
    }).catch(() => undefined)
    if (response?.ok) return
    if (performance.now() > deadline) {
      const journal = await ok('journalctl', '--unit', 'hearth', '--no-pager', '--lines=20')
      throw new Error(`It does not answer: ${response?.status ?? 'no connection'}\n${journal}`)
    }
    await Bun.sleep(50)
  }
}

/** The service tries its sandbox before it offers workers: it runs a command in one. */
async function makesSandboxes(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` }
  const offer: unknown = await (await fetch(`${url}/api/ai/worker/profiles`, { headers })).json()
  const reason: unknown = Reflect.get(Object(offer), 'unavailable')
  if (reason !== null) throw new Error(`Workers cannot run under the unit: ${reason}`)
}

/** The service's doctor starts a process as a tool is started. */
async function containsTools(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` }
  const report: unknown = await (await fetch(`${url}/admin/doctor`, { headers })).json()
  const found = pickList(report, 'items').find((one) => pick(one, 'id') === 'tool-containment')
  const says = pick(found, 'says')
  if (!String(says).includes('in a PID namespace each'))
    throw new Error(`Tools under the unit: ${says}`)
}

async function mainPid(ok: Ok): Promise<string> {
  return ok('systemctl', 'show', '--property=MainPID', '--value', 'hearth')
}

function exposureOf(report: string): number {
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1])
}

function equal(got: string | undefined, expected: string, what: string): void {
  if (got !== expected) throw new Error(`${what}: got ${got}, expected ${expected}`)
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    server.close(() => resolve(port))
  })
  return promise
}
