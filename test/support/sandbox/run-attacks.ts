// Runs the attacks against a sandbox, as the user that it is started as, and prints what became of
// each as one line of JSON.
// usage: run-attacks.ts FOLDER [without-cgroups] [resources]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity } from '../../../src/platform/process-table.ts'
import { BubblewrapSandbox } from '../../../src/sandbox/bubblewrap-sandbox.ts'
import type { SandboxBounds, SandboxEnd } from '../../../src/sandbox/contract.ts'
import { readFolder, removeFolder } from '../../../src/sandbox/job-folder.ts'
import { numberOf, SYSTEM_CALLS, type SystemCall } from '../../../src/sandbox/system-calls.ts'
import { type Attack, PRELUDE, type Targets } from './attack.ts'
import { FILE_ATTACKS } from './file-attacks.ts'
import { BOUNDS as COMMAND_BOUNDS } from './groups.ts'
import { KERNEL_ATTACKS } from './kernel-attacks.ts'
import { RESOURCE_ATTACKS } from './resource-attacks.ts'

/** Attacks at a time. */
const WIDTH = 6
const MB = 1_000_000
const BOUNDS: SandboxBounds = {
  ...COMMAND_BOUNDS,
  ...{ deadlineMs: 120_000, memoryBytes: 150 * MB, outputBytes: 20_000 },
}

export interface AttackResult {
  name: string
  /** Empty when it was refused or bounded as it should be. */
  faults: string[]
  ms: number
}

const [folder = '', ...options] = process.argv.slice(2)
const withoutCgroups = options.includes('without-cgroups')
process.env['HEARTH_ATTACK_SECRET'] = 'hunter2'
const data = join(folder, 'data')
mkdirSync(data)
const secret = join(data, 'secret')
writeFileSync(secret, 'a secret of the service', { mode: 0o644 })
const otherWork = join(folder, 'other-work')
mkdirSync(otherWork)
const socket = join(data, 'socket')
const answer = {
  data: () => undefined,
  open: (peer: { write(text: string): number }) => void peer.write('reached'),
}
using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: answer })
using _path = Bun.listen({ unix: socket, socket: answer })
using _abstract = Bun.listen({ unix: `\0${socket}`, socket: answer })
const numbers = Object.fromEntries(
  (Object.keys(SYSTEM_CALLS) as SystemCall[]).map((call) => [
    call,
    numberOf(call, process.arch === 'arm64' ? 'arm64' : 'x64'),
  ]),
)
const targets: Targets = {
  secret,
  otherWork,
  socket,
  port: listener.port,
  pid: process.pid,
  numbers,
}

using sandbox = new BubblewrapSandbox({ env: process.env, withoutCgroups })
const state = await sandbox.state()
const attacks = options.includes('resources')
  ? RESOURCE_ATTACKS
  : [...RESOURCE_ATTACKS, ...FILE_ATTACKS, ...KERNEL_ATTACKS]
const left = attacks.map((attack, index) => ({ attack, work: join(folder, `work-${index}`) }))
const results: AttackResult[] = []
const worker = async () => {
  for (let next = left.shift(); next !== undefined; next = left.shift())
    results.push(await attempt(next.attack, next.work))
}
if (state.ok) await Promise.all(Array.from({ length: WIDTH }, worker))
console.log(JSON.stringify({ identity: processIdentity(), state, results }))

async function attempt(attack: Attack, work: string): Promise<AttackResult> {
  const inputs = `${work}-inputs`
  for (const path of [work, inputs]) mkdirSync(path)
  writeFileSync(join(inputs, 'input'), 'given')
  const python = state.ok ? (state.isolation.python ?? 'python3') : 'python3'
  const end = await sandbox.run({
    command: [python, '-c', PRELUDE + attack.python, JSON.stringify(targets)],
    ...{ work, inputs, bounds: { ...BOUNDS, ...attack.bounds } },
    signal: AbortSignal.any([]),
    stdin: attack.name === 'a command that never reads' ? 'x'.repeat(10 * MB) : '',
  })
  const faults = faultsOf(attack, end)
  for (const { bytes, name, open } of readFolder(work, { maxFiles: 1000 }).files) {
    if (/[\p{Cc}\u202e\\]|(?:^|\/)\.\.?(?:\/|$)/u.test(name))
      faults.push(`name ${JSON.stringify(name)}`)
    if (bytes > BOUNDS.fileBytes) faults.push(`size ${bytes}`)
    if (attack.name === 'link to files of the machine') faults.push(`file ${name} ${open()}`)
  }
  for (const path of [work, inputs]) await removeFolder(path)
  return { name: attack.name, faults, ms: Math.round(end.ms) }
}

function faultsOf(attack: Attack, end: SandboxEnd): string[] {
  const { stdout, stderr, stopped, exitCode } = end
  const says = `${exitCode} ${stopped ?? ''} ${stdout.slice(-600)} ${stderr.slice(-600)}`
  const faults = stdout
    .split('\n')
    .filter(
      (line) => line.startsWith('BROKEN') || /[\p{Cc}\u202e]/u.test(line.replaceAll('\t', '')),
    )
  const allowed = [attack.stopped ?? []].flat()
  if (allowed.length > 0 && (stopped === undefined || !allowed.includes(stopped)))
    faults.push(`not stopped by ${allowed}: ${says}`)
  if (allowed.length === 0 && stopped !== undefined && attack.isSilent !== true)
    faults.push(`stopped: ${says}`)
  const mustSay = allowed.length === 0 && attack.isSilent !== true
  if (mustSay && (exitCode !== 0 || !/^held/m.test(stdout))) faults.push(`did not run: ${says}`)
  return faults
}
