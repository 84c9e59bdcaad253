import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '../platform/nearest-name.ts'
import { UsageFailure } from './failure.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The service to use; by default the one of the last sign-in. */
const URL_OPTION = { url: { type: 'string' } } as const satisfies Options
const JSON_OPTION = { json: { type: 'boolean' } } as const satisfies Options

const OPTIONS = {
  login: {
    name: { type: 'string' },
    'no-browser': { type: 'boolean' },
    insecure: { type: 'boolean' },
  },
  whoami: { ...URL_OPTION, ...JSON_OPTION },
  logout: URL_OPTION,
  token: URL_OPTION,
  models: { ...URL_OPTION, ...JSON_OPTION },
  chat: {
    ...URL_OPTION,
    ...JSON_OPTION,
    model: { type: 'string', short: 'm' },
    system: { type: 'string', short: 's' },
    // Every answer is plain text; scripts of earlier versions give the option.
    plain: { type: 'boolean' },
  },
} as const satisfies Record<string, Options>

const COMMAND_NAMES = Object.keys(OPTIONS)
/** Commands that work on the service's own files. */
const SERVICE_COMMANDS = ['doctor', 'backup', 'restore', 'files', 'reset-key', 'setup']

type CommandName = keyof typeof OPTIONS

/** The parsed command line. */
export type Command =
  | { name: 'overview' | 'version' }
  | { name: 'help'; topic?: CommandName }
  | { name: 'login'; url?: string; device?: string; browser: boolean; insecure: boolean }
  | { name: 'logout' | 'token'; url?: string }
  | { name: 'whoami' | 'models'; url?: string; json: boolean }
  | ChatCommand

export interface ChatCommand {
  name: 'chat'
  url?: string
  model: string
  system?: string
  /** Empty when none was given. */
  message: string
  json: boolean
}

/**
 * Parses the arguments of `hearth`.
 *
 * @throws {UsageFailure} when a command or an option is unknown, or a value is missing
 */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args
  if (name === undefined) return { name: 'overview' }
  if (name === 'version' || name === '--version' || name === '-v') return { name: 'version' }
  if (name === 'help' || name === '--help' || name === '-h') return helpOn(rest[0])
  if (!isCommandName(name)) throw unknownCommand(name)
  if (beforeDoubleDash(rest).some((word) => word === '--help' || word === '-h'))
    return { name: 'help', topic: name }
  const { values, positionals } = parse(name, rest)
  const given = text(values['url'])
  const url = given === undefined ? {} : { url: given }
  const json = values['json'] === true
  switch (name) {
    case 'login': {
      const device = text(values['name'])
      const [address] = atMostOne(positionals)
      return {
        name,
        ...(address === undefined ? {} : { url: address }),
        ...(device === undefined ? {} : { device }),
        browser: values['no-browser'] !== true,
        insecure: values['insecure'] === true,
      }
    }
    case 'chat': {
      const system = text(values['system'])
      return {
        name,
        ...url,
        ...(system === undefined ? {} : { system }),
        model: text(values['model']) ?? 'auto',
        message: positionals.join(' '),
        json,
      }
    }
    default:
      if (positionals.length > 0) throw new UsageFailure(`${name} takes no ${positionals[0]}`)
      return name === 'whoami' || name === 'models' ? { name, ...url, json } : { name, ...url }
  }
}

function helpOn(topic: string | undefined): Command {
  if (topic === undefined || topic.startsWith('-')) return { name: 'help' }
  if (!isCommandName(topic)) throw unknownCommand(topic)
  return { name: 'help', topic }
}

function unknownCommand(name: string): UsageFailure {
  if (SERVICE_COMMANDS.includes(name))
    return new UsageFailure(
      `${name} works on the service itself: run \`npm run ${name}\` in its folder, on its machine`,
    )
  const nearest = nearestName(name, COMMAND_NAMES)
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return new UsageFailure(`There is no command ${name}${hint}`)
}

function parse(name: CommandName, args: string[]) {
  const options: Options = OPTIONS[name]
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    // The first sentence names the option; the rest is about quoting.
    const message = cause instanceof Error ? cause.message : String(cause)
    const reason = message.split(/\. |\n/, 1)[0] ?? message
    throw new UsageFailure(`${name}: ${reason}${nearestOption(reason, Object.keys(options))}`, {
      cause,
    })
  }
}

/** A hint after a message of `parseArgs` about an unknown option, which has it in quotes. */
function nearestOption(reason: string, known: readonly string[]): string {
  const typed = /^Unknown option '--?([\w-]+)/.exec(reason)?.[1]
  const nearest = typed === undefined ? undefined : nearestName(typed, known)
  return nearest === undefined ? '' : `; did you mean --${nearest}?`
}

function atMostOne(positionals: readonly string[]): readonly string[] {
  if (positionals.length > 1) throw new UsageFailure(`login takes one address`)
  return positionals
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function beforeDoubleDash(args: readonly string[]): readonly string[] {
  const dashes = args.indexOf('--')
  return dashes === -1 ? args : args.slice(0, dashes)
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(OPTIONS, name)
}
