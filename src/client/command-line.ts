import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageFailure } from './failure.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The service to use; by default the one of the last sign-in. */
const URL_OPTION = { url: { type: 'string' } } as const satisfies Options

const OPTIONS = {
  login: {
    name: { type: 'string' },
    'no-browser': { type: 'boolean' },
    insecure: { type: 'boolean' },
  },
  whoami: URL_OPTION,
  logout: URL_OPTION,
  token: URL_OPTION,
  models: URL_OPTION,
  chat: {
    ...URL_OPTION,
    model: { type: 'string', short: 'm' },
    system: { type: 'string', short: 's' },
  },
} as const satisfies Record<string, Options>

type CommandName = keyof typeof OPTIONS

/** The parsed command line. */
export type Command =
  | { name: 'overview' | 'help' }
  | { name: 'login'; url?: string; device?: string; browser: boolean; insecure: boolean }
  | { name: 'whoami' | 'logout' | 'token' | 'models'; url?: string }
  | ChatCommand

export interface ChatCommand {
  name: 'chat'
  url?: string
  model: string
  system?: string
  /** Empty when none was given. */
  message: string
}

/**
 * Parses the arguments of `hearth`.
 *
 * @throws {UsageFailure} when a command or an option is unknown, or a value is missing
 */
export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args
  if (name === undefined) return { name: 'overview' }
  if (name === 'help' || name === '--help' || name === '-h') return { name: 'help' }
  if (!isCommandName(name)) throw new UsageFailure(`There is no command ${name}`)
  if (beforeDoubleDash(rest).some((word) => word === '--help' || word === '-h'))
    return { name: 'help' }
  const { values, positionals } = parse(OPTIONS[name], rest)
  const url = text(values['url'])
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
        ...(url === undefined ? {} : { url }),
        ...(system === undefined ? {} : { system }),
        model: text(values['model']) ?? 'auto',
        message: positionals.join(' '),
      }
    }
    default:
      if (positionals.length > 0) throw new UsageFailure(`${name} takes no ${positionals[0]}`)
      return { name, ...(url === undefined ? {} : { url }) }
  }
}

function parse(options: Options, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    // The first sentence names the option; the rest is about quoting.
    const reason = cause instanceof Error ? cause.message.split(/\. |\n/, 1)[0] : String(cause)
    throw new UsageFailure(reason, { cause })
  }
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
