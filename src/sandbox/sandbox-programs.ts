import { realpathSync } from 'node:fs'
import { findProgram } from '../platform/programs.ts'

/** What makes a sandbox, by path. */
export interface SandboxPrograms {
  bwrap: string
  prlimit: string
  setpriv: string | undefined
  nice: string | undefined
  choom: string | undefined
  python: string | undefined
  /** Changes when one of them is replaced. */
  identity: string
}

/** What commands find by their names. */
export const SANDBOX_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/**
 * Finds the programs, cheaply enough for each command.
 *
 * @param bwrap The owner's path of bubblewrap
 * @returns The name of the first that is missing
 */
export function findSandboxPrograms({
  bwrap: wanted = 'bwrap',
  path,
}: {
  bwrap?: string | undefined
  path: string | undefined
}): SandboxPrograms | { missing: 'bwrap' | 'prlimit' } {
  const bwrap = findProgram(wanted, path)
  if (bwrap === undefined) return { missing: 'bwrap' }
  // It is run inside, so that only what commands see counts.
  const prlimit = findProgram('prlimit', SANDBOX_PATH)
  if (prlimit === undefined) return { missing: 'prlimit' }
  const setpriv = findProgram('setpriv', SANDBOX_PATH)
  const nice = findProgram('nice', path)
  const choom = findProgram('choom', path)
  const python = findProgram('python3', SANDBOX_PATH)
  const all = [bwrap, prlimit, setpriv, nice, choom, python]
  return {
    bwrap: realpathSync(bwrap.path),
    prlimit: prlimit.path,
    setpriv: setpriv?.path,
    nice: nice?.path,
    choom: choom?.path,
    python: python?.path,
    identity: all.map((program) => program?.identity).join('\n'),
  }
}
