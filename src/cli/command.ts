import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Exit codes of all commands but `doctor`, which has its own for 1 and 2. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** A command for the service's own machine. */
export interface MaintenanceCommand {
  /** What it does, in one line. */
  summary: string
  /** Text of `--help`, after the line with the summary. */
  usage: string
  /**
   * @returns The exit code
   * @throws {CommandFailure} with a message for the user
   */
  run(context: CommandContext): Promise<number> | number
}

/** Where a command writes to. */
export interface Output {
  write(text: string): void
  /** Whether it is a terminal, which shows colours. */
  isTerminal: boolean
}

export interface CommandContext {
  /** What was typed after the command's name. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** The absolute path of a file that the user named, whatever folder this process runs in. */
  pathOf: (name: string) => string
  /** Results only. */
  out: Output
  /** Messages for the user. */
  err: Output
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** UTC milliseconds. */
  now: () => number
}

/** An error with a message for the user; the process exits with 1. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
}

/** An invalid command line; the process exits with 2. */
export class UsageFailure extends CommandFailure {
  override readonly name = 'UsageFailure'
}

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Parses options and at most `maxPositionals` other words.
 *
 * @throws {UsageFailure} for everything else
 */
export function parseArguments<const options extends Options>(
  args: readonly string[],
  options: options,
  maxPositionals = 0,
) {
  const { values, positionals } = parse(args, options)
  const more = positionals[maxPositionals]
  if (more !== undefined) throw new UsageFailure(`“${more}” is one word too many`)
  return { values, positionals }
}

function parse<const options extends Options>(args: readonly string[], options: options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    // The first sentence names the option; the rest is about quoting.
    const reason = cause instanceof Error ? cause.message.split(/\. |\n/, 1)[0] : String(cause)
    throw new UsageFailure(reason, { cause })
  }
}
