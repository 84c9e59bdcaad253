import { ConfigError } from '../config/load.ts'
import { doctor } from '../features/doctor/command.ts'
import { nearestName } from '../platform/nearest-name.ts'
import { backup } from './backup.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  UsageFailure,
} from './command.ts'
import { files } from './files.ts'
import { resetKey } from './reset-key.ts'
import { restore } from './restore.ts'
import { setup } from './setup.ts'

/**
 * Every command by its name. A new one also needs its npm script, and its name in
 * `.setup/hearth.mjs`.
 */
export const COMMANDS: Readonly<Record<string, MaintenanceCommand>> = {
  doctor,
  backup,
  restore,
  files,
  'reset-key': resetKey,
  setup,
}

/**
 * Runs the command that the first word names.
 *
 * @param typed All that was typed
 * @returns The exit code
 */
export async function run(
  typed: readonly string[],
  context: Omit<CommandContext, 'args'>,
): Promise<number> {
  const [name = '--help', ...args] = typed
  if (isHelp(name)) {
    context.out.write(overview())
    return EXIT.done
  }
  try {
    const command = commandOf(name)
    if (args.some(isHelp)) {
      context.out.write(`${command.summary}\n\n${command.usage}`)
      return EXIT.done
    }
    return await command.run({ ...context, args })
  } catch (error) {
    const message = messageOf(error)
    if (message === undefined) throw error
    context.err.write(`${name}: ${message}\n`)
    if (error instanceof UsageFailure && Object.hasOwn(COMMANDS, name))
      context.err.write(`${name} --help explains it\n`)
    if (context.signal.aborted) return EXIT.interrupted
    return error instanceof UsageFailure || error instanceof ConfigError ? EXIT.usage : EXIT.failed
  }
}

function commandOf(name: string): MaintenanceCommand {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return command
  const names = Object.keys(COMMANDS)
  const nearest = nearestName(name, names)
  throw new UsageFailure(
    nearest === undefined
      ? `There is no such command: the commands are ${names.join(', ')}`
      : `There is no such command: did you mean ${nearest}?`,
  )
}

/** Undefined for an error that is a bug, which keeps its stack trace. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof CommandFailure || error instanceof ConfigError) return error.message
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  // A system error has a code.
  if (!(error instanceof Error) || typeof code !== 'string') return undefined
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not use ${Reflect.get(error, 'path')}: run it as the user of Hearth`
  return error.message.split('\n', 1)[0]
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  )
  return [
    'Commands for the machine on which Hearth runs, in its clone:',
    '',
    ...lines,
    '',
    'npm run COMMAND -- --help explains one.',
    '',
  ].join('\n')
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}
