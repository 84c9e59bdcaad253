import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const KILL_AT = join(import.meta.dir, 'kill-at.ts')

/** System calls by which data gets to the disk, or out of it, with their numbers on x86-64. */
const WRITES = {
  pwrite64: 18,
  write: 1,
  writev: 20,
  pwritev: 296,
  fsync: 74,
  fdatasync: 75,
  ftruncate: 77,
  rename: 82,
  link: 86,
  unlink: 87,
  mkdir: 83,
  rmdir: 84,
  fallocate: 285,
  copy_file_range: 326,
} as const
export type Write = keyof typeof WRITES
const NAMES = Object.keys(WRITES) as Write[]

export const HAS_STRACE = Bun.which('strace') !== null

/**
 * Command before a service that records its calls for writing, a file for each thread.
 *
 * @param files Begin of the names of the files
 */
export function tracing(files: string): readonly string[] {
  return [
    'strace',
    '-D',
    '-ff',
    '-qq',
    '--seccomp-bpf',
    '-o',
    files,
    '-e',
    `trace=${NAMES.join(',')}`,
  ]
}

/**
 * Command before a service in which each thread's n-th call of one kind fails.
 *
 * @param error As `ENOSPC`
 * @param when As `7` or, for that one and all behind it, `7+`
 */
export function failing(call: Write, error: string, when: string): readonly string[] {
  return ['strace', '--seccomp-bpf', ...injecting(call, `error=${error}`, when)]
}

/**
 * Command before a service of which each process is killed before the n-th call of one kind of any of
 * its threads.
 */
export function killing(call: Write, when: number): readonly string[] {
  // strace 6.1 injects no signal with --seccomp-bpf, and without it stops at every call.
  if (process.arch === 'x64') return [process.execPath, KILL_AT, String(WRITES[call]), String(when)]
  return ['strace', ...injecting(call, 'signal=KILL', String(when))]
}

/** Whether {@link killing} works on this machine: the second of two writes must not be made. */
export function killsAtCalls(): boolean {
  const command = [...killing('write', 2), '/bin/sh', '-c', 'echo 1; echo 2']
  const { exitCode, signalCode, stdout } = Bun.spawnSync(command)
  return exitCode !== 0 && signalCode === 'SIGKILL' && stdout.toString() === '1\n'
}

function injecting(call: Write, fault: string, when: string): readonly string[] {
  const inject = `inject=${call}:${fault}:when=${when}`
  return ['-D', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject]
}

/** The most calls of each kind that one thread has made. */
export function mostCalls(files: string): ReadonlyMap<Write, number> {
  const folder = dirname(files)
  const logs = readdirSync(folder).filter((name) => name.startsWith(`${basename(files)}.`))
  const most = new Map<Write, number>()
  for (const log of logs) {
    const lines = readFileSync(join(folder, log), 'utf8').split('\n')
    for (const call of NAMES) {
      const count = lines.filter((line) => line.startsWith(`${call}(`)).length
      if (count > (most.get(call) ?? 0)) most.set(call, count)
    }
  }
  return most
}
