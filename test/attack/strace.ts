import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** System calls by which data gets to the disk, or out of it. */
const WRITES = [
  'pwrite64',
  'write',
  'writev',
  'pwritev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'fallocate',
  'copy_file_range',
] as const
export type Write = (typeof WRITES)[number]

export const HAS_STRACE = Bun.which('strace') !== null

/**
 * Command before a service that records its calls for writing, a file for each thread.
 *
 * @param files Begin of the names of the files
 */
export function tracing(files: string): readonly string[] {
  return ['strace', '-D', '-ff', '-qq', '--seccomp-bpf', '-o', files, '-e', `trace=${names()}`]
}

/**
 * Command before a service in which each thread's n-th call of one kind meets a fault.
 *
 * @param fault As `signal=KILL` or `error=ENOSPC`
 * @param when As `7` or, for that one and all behind it, `7+`
 */
export function injecting(call: Write, fault: string, when: string): readonly string[] {
  const inject = `inject=${call}:${fault}:when=${when}`
  const quiet = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', inject]
  // With --seccomp-bpf, which is much faster, strace 6.1 injects errors, but no signals.
  const filter = fault.startsWith('error=') ? ['--seccomp-bpf'] : []
  return ['strace', '-D', '-f', '-qq', ...filter, ...quiet]
}

/** The most calls of each kind that one thread has made. */
export function mostCalls(files: string): ReadonlyMap<Write, number> {
  const folder = dirname(files)
  const logs = readdirSync(folder).filter((name) => name.startsWith(`${basename(files)}.`))
  const most = new Map<Write, number>()
  for (const log of logs) {
    const lines = readFileSync(join(folder, log), 'utf8').split('\n')
    for (const call of WRITES) {
      const count = lines.filter((line) => line.startsWith(`${call}(`)).length
      if (count > (most.get(call) ?? 0)) most.set(call, count)
    }
  }
  return most
}

function names(): string {
  return WRITES.join(',')
}
