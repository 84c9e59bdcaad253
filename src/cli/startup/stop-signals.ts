import { readFileSync } from 'node:fs'
import type { Log } from '../../platform/log.ts'

/** npm passes a terminal's Ctrl-C on to the service, which has had it from the terminal already. */
const SAME_PRESS_MS = 1_000

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

/** Position of SIGHUP in Linux's mask of ignored signals. */
const SIGHUP_BIT = 1n

export interface StopOptions {
  /** Ends the service in order; called once. */
  stop: (signal: StopSignal) => void
  /** Ends the process at once; called for a second Ctrl-C. */
  kill: () => void
  /** A growing number of milliseconds. */
  now?: () => number
}

/**
 * Decides what a signal means: the first stops in order, a SIGINT more than a second later kills.
 * Everything else is ignored, since the stop has a bound of its own.
 */
export class StopSignals {
  readonly #options: StopOptions
  #stoppingSince: number | undefined

  constructor(options: StopOptions) {
    this.#options = options
  }

  receive(signal: StopSignal): void {
    const { stop, kill, now = () => performance.now() } = this.#options
    if (this.#stoppingSince === undefined) {
      this.#stoppingSince = now()
      stop(signal)
    } else if (signal === 'SIGINT' && now() - this.#stoppingSince >= SAME_PRESS_MS) kill()
  }

  /** Listens to the process's signals. A closed terminal stops the service, except under `nohup`. */
  listen(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => this.receive(signal))
    // A handler would undo what `nohup` has set.
    if (!isHangUpIgnored()) process.on('SIGHUP', () => this.receive('SIGHUP'))
  }
}

/** Whether the process was started with SIGHUP ignored; false where the system does not report it. */
function isHangUpIgnored(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1]
    return mask !== undefined && (BigInt(`0x${mask}`) & SIGHUP_BIT) !== 0n
  } catch {
    return false
  }
}

/** Reports on the terminal, or in the log where there is none, what the stop waits for. */
export function announceStop(
  signal: StopSignal,
  answers: number,
  { log, graceMs }: { log: Log; graceMs: number },
): void {
  if (signal === 'SIGINT' && process.stderr.isTTY) {
    const seconds = Math.round(graceMs / 1000)
    const open = answers === 1 ? '1 answer is' : `${answers} answers are`
    // After the `^C` that the terminal has written.
    process.stderr.write(
      answers === 0
        ? '\nStopping\n'
        : `\nStopping: ${open} being finished, for up to ${seconds} s. Press Ctrl-C again to stop at once\n`,
    )
    return
  }
  log.info({ signal, answers, graceSeconds: graceMs / 1000 }, 'Stopping: no new work is taken')
}
