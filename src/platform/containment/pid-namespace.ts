import { membersOf } from '../process-table.ts'
import type { ContainedRun, Containment } from './contract.ts'

/**
 * A PID namespace of bubblewrap for each tool: the kernel kills all that is in it with its process 1,
 * and that one with bubblewrap, which ends when the tool or this process ends, also by `kill -9`. It
 * sees the machine's own files and network; only processes are separated.
 *
 * Process 1 and the tool are in the process group of bubblewrap. The end of bubblewrap by a signal
 * would kill them (`PR_SET_PDEATHSIG`).
 */
export class PidNamespace implements Containment {
  readonly kind = 'pid-namespace'
  readonly #bwrap: string

  /** @param bwrap Path of bubblewrap */
  constructor(bwrap: string) {
    this.#bwrap = bwrap
  }

  open(): ContainedRun {
    return {
      wrap: (command) => [
        this.#bwrap,
        // With the devices, as a recogniser may use a graphics card.
        ...['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--die-with-parent'],
        ...['--', ...command],
      ],
      // Looked up at once: process 1, which is its only child, may be started at this moment.
      toolProcesses: (group) =>
        membersOf(group)
          .filter(({ pid, parent }) => pid !== group && parent !== group)
          .map(({ pid }) => pid),
      processes: () => [],
      close: async () => {},
    }
  }
}
