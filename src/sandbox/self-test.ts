import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryName } from '../platform/process-table.ts'
import type { SandboxBounds } from './contract.ts'
import { runSandboxed, type SandboxSetup } from './run-sandboxed.ts'

const MIB = 1024 * 1024
/** A machine with much to do takes seconds. */
export const SELF_TEST_BOUNDS: SandboxBounds = {
  deadlineMs: 20_000,
  memoryBytes: 256 * MIB,
  processes: 32,
  cpuSeconds: 10,
  fileBytes: MIB,
  diskBytes: 16 * MIB,
  files: 100,
  outputBytes: 64 * 1024,
  printedBytes: MIB,
}

/**
 * Each line is `name=value`; the values that are right are in {@link EXPECTED}. It only asks: where
 * there is no sandbox around it, as with a damaged bubblewrap, it must change nothing.
 */
const SCRIPT = `
status() { while read -r name value rest; do [ "$name" = "$1:" ] && echo "$value"; done < /proc/self/status; }
refused() { "$@" > /dev/null 2>&1 && echo no || echo yes; }
seen() { [ -e "$1" ] && echo yes || echo no; }
writable() { [ -w "$1" ] && echo yes || echo no; }
echo capabilities=$(status CapEff)$(status CapPrm)$(status CapBnd)
echo privileges=$(status NoNewPrivs)
echo filter=$(status Seccomp)
[ "$(status Uid)" != 0 ] && echo root=no
echo network=$(while read -r name rest; do case $name in *:*) printf %s "$name";; esac; done < /proc/net/dev)
processes=0; for process in /proc/[0-9]*; do processes=$((processes + 1)); done
[ $processes -lt 12 ] && echo processes=own
echo host=$(seen /etc/shadow)$(seen /root)$(seen /home)$(seen /var)$(seen /run)$(seen /sys)$(seen "$1")
echo environment=$(env | cut -d = -f 1 | sort)
echo system=$(writable /)$(writable /usr)$(writable /etc)$(writable /dev)$(writable /inputs)
echo work=$(writable /work)$(writable /tmp)
echo input=$(cat /inputs/input)
echo namespaces=$(refused unshare --user true)
`

const EXPECTED: Readonly<Record<string, { value: string; otherwise: string }>> = {
  capabilities: { value: '0'.repeat(48), otherwise: 'commands keep rights of root' },
  privileges: { value: '1', otherwise: 'commands can gain rights' },
  filter: { value: '2', otherwise: 'system calls are not filtered' },
  root: { value: 'no', otherwise: 'commands run as root' },
  network: { value: 'lo:', otherwise: 'commands can reach the network' },
  processes: { value: 'own', otherwise: 'commands see other processes' },
  host: { value: 'no'.repeat(7), otherwise: 'commands see files of this machine' },
  environment: {
    value: 'HOME LANG PATH PWD TMPDIR USER',
    otherwise: 'commands see the environment of Hearth',
  },
  system: { value: 'no'.repeat(5), otherwise: 'commands can write outside of their folder' },
  work: { value: 'yesyes', otherwise: 'commands cannot write into their folder' },
  input: { value: 'given', otherwise: 'commands cannot read what they are given' },
  namespaces: { value: 'yes', otherwise: 'commands can make namespaces' },
}

/**
 * Runs a command that tries from within whether the machine is out of its reach.
 *
 * @returns What is wrong; undefined when all is right
 * @throws {SandboxFailure} when no sandbox can be made
 */
export async function selfTest(setup: SandboxSetup): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), temporaryName('sandbox')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Also where the service is ended at once, as by a second Ctrl-C.
  process.once('exit', remove)
  try {
    const [work, inputs, secret] = ['work', 'inputs', 'secret'].map((name) => join(folder, name))
    if (work === undefined || inputs === undefined || secret === undefined) return 'no folder'
    for (const path of [work, inputs]) mkdirSync(path)
    writeFileSync(join(inputs, 'input'), 'given')
    writeFileSync(secret, 'a file of this machine')
    const { stdout, stderr, stopped } = await runSandboxed(setup, {
      command: ['/bin/sh', '-c', SCRIPT, 'sh', secret],
      work,
      inputs,
      bounds: SELF_TEST_BOUNDS,
      signal: AbortSignal.any([]),
    })
    if (stopped !== undefined) return `a command in it was ended by its bounds (${stopped})`
    return faultOf(stdout) && `${faultOf(stdout)}${stderr === '' ? '' : ` (${stderr.trim()})`}`
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function faultOf(printed: string): string | undefined {
  const values = new Map(
    printed.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=')]
    }),
  )
  const faults = Object.entries(EXPECTED).filter(([name, { value }]) => values.get(name) !== value)
  return faults.length === 0 ? undefined : faults.map(([, { otherwise }]) => otherwise).join(', ')
}
