import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { readSettings, settingsFile } from '../config/load.ts'
import { codeOf } from '../platform/errors.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
  UsageFailure,
} from './command.ts'

const ROOT = resolve(import.meta.dir, '../..')
const UNIT = '/etc/systemd/system/hearth.service'
const DEFAULT_USER = 'hearth'
const USER_NAME = /^[a-z_][a-z0-9_-]{0,30}$/

/** Writes what another program needs to run the service. */
export const setup: MaintenanceCommand = {
  summary: 'Writes the unit with which systemd runs Hearth on this machine',
  usage: `Usage: sudo npm run setup -- systemd
       npm run --silent setup -- systemd --print

Writes ${UNIT} with this folder, its hearth.toml, the data folder and the
folders of the accounts, and says which commands follow. Without root, use --print and copy it.

  --user NAME  the user that runs Hearth; by default the owner of this folder, or ${DEFAULT_USER} where that is root
  --print      the unit on stdout, and nothing is written
`,
  run,
}

function run({ args, env, out, err }: CommandContext): number {
  const { values, positionals } = parseArguments(
    args,
    { user: { type: 'string' }, print: { type: 'boolean' } },
    1,
  )
  if (positionals[0] !== 'systemd')
    throw new UsageFailure('Expected what to set up: systemd is what there is')
  const facts = factsOf(env, values.user)
  const unit = systemdUnit(readFileSync(join(ROOT, '.deploy/hearth.service'), 'utf8'), facts)
  if (values.print === true) {
    out.write(unit)
    return EXIT.done
  }
  const wasThere = existsSync(UNIT)
  try {
    writeFileSync(UNIT, unit, { mode: 0o644 })
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT')
      throw new CommandFailure('There is no /etc/systemd/system: systemd does not run this machine')
    if (code !== 'EACCES' && code !== 'EROFS') throw cause
    throw new CommandFailure(`Cannot write ${UNIT}: run it with sudo, or with --print`, { cause })
  }
  err.write(`${wasThere ? 'Replaced' : 'Wrote'} ${UNIT}. Next, as root:\n\n${nextSteps(facts)}\n`)
  return EXIT.done
}

/** @throws {ConfigError} for invalid settings */
function factsOf(env: CommandContext['env'], userName: string | undefined): UnitFacts {
  if (userName !== undefined && !USER_NAME.test(userName))
    throw new UsageFailure(`“${userName}” is not the name of a user`)
  const settings = readSettings(env, ROOT)
  const { data_dir: configured } = settings
  return {
    root: ROOT,
    user: userName ?? ownerOf(ROOT),
    // The default folder is used where it has data; a new service has its own below /var/lib.
    dataFolder:
      configured === join(ROOT, 'data') && !existsSync(join(configured, 'hearth.sqlite'))
        ? STATE_FOLDER
        : configured,
    configFile: env['HEARTH_CONFIG'] ? settingsFile(env, ROOT) : undefined,
    writable: [
      ...settings.engines.flatMap(({ accounts = [] }) => accounts.map(({ dir }) => dir)),
      ...(settings.backups.folder === undefined ? [] : [settings.backups.folder]),
    ],
  }
}

function ownerOf(folder: string): string {
  const { uid } = statSync(folder)
  if (uid === 0) return DEFAULT_USER
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.split(':')[2] === String(uid))
  const [name] = line?.split(':') ?? []
  if (name === undefined)
    throw new UsageFailure(
      `The owner of this folder, ${uid}, is not in /etc/passwd: give --user NAME`,
    )
  return name
}

function nextSteps({ user, dataFolder }: UnitFacts): string {
  const hasUser = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => line.startsWith(`${user}:`))
  return [
    ...(hasUser
      ? []
      : [`  useradd --system --home-dir ${STATE_FOLDER} --shell /usr/sbin/nologin ${user}`]),
    ...(dataFolder === STATE_FOLDER || existsSync(dataFolder)
      ? []
      : [`  install --directory --owner=${user} --mode=0700 '${dataFolder}'`]),
    '  systemctl daemon-reload',
    '  systemctl enable --now hearth',
    '  systemctl status hearth',
    ...(existsSync(join(dataFolder, 'hearth.sqlite'))
      ? []
      : [
          '  journalctl --unit hearth | grep "Primary Key"     # it is shown once, at the first start',
        ]),
    '',
  ].join('\n')
}

/** Where the unit of the repository expects the service, and where it has its data. */
const DEFAULT_ROOT = '/opt/hearth'
const UNIT_USER = 'hearth'
export const STATE_FOLDER = '/var/lib/hearth'
/** Folders that `ProtectHome=yes` hides. */
const HOME_FOLDERS = ['/home', '/root', '/run/user']

/** The facts of a machine that its unit has to state; paths are absolute. */
export interface UnitFacts {
  /** Folder of the repository. */
  root: string
  user: string
  /** Folder of the database. */
  dataFolder: string
  /** Further folders that the service writes to, such as those of accounts. */
  writable: readonly string[]
  /** The settings file, where it is not the `hearth.toml` of the folder. */
  configFile?: string | undefined
}

/**
 * The repository's unit with the facts of a machine.
 *
 * @param template The text of `.deploy/hearth.service`
 */
export function systemdUnit(
  template: string,
  { root, user, dataFolder, writable, configFile }: UnitFacts,
): string {
  const hasState = dataFolder === STATE_FOLDER
  const writes = [...new Set([...(hasState ? [] : [dataFolder]), ...writable])]
  const lines = template.split('\n').flatMap((line) => {
    if (line === `User=${UNIT_USER}`) return [`User=${user}`]
    if (line === `Environment=DATA_DIR=${STATE_FOLDER}`)
      return [
        environment('DATA_DIR', dataFolder),
        ...(configFile === undefined ? [] : [environment('HEARTH_CONFIG', configFile)]),
      ]
    if (line.startsWith('StateDirectory')) return hasState ? [line] : []
    if (line === 'ProtectHome=yes')
      return [`ProtectHome=${[root, ...writes].some(isInHome) ? 'read-only' : 'yes'}`]
    if (line === 'ProtectSystem=strict')
      return [line, ...writes.map((path) => `ReadWritePaths=${quoted(path, '-')}`)]
    return [withRoot(line, root)]
  })
  return lines.join('\n')
}

function environment(name: string, value: string): string {
  return `Environment=${quoted(`${name}=${value}`)}`
}

/**
 * systemd.exec(5): `%` starts a specifier, and a value with spaces stands in quotation marks.
 *
 * @param prefix `-` before a path that may be missing
 */
function quoted(value: string, prefix = ''): string {
  const text = prefix + value.replaceAll('%', '%%')
  return /[\s"'\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

function withRoot(line: string, root: string): string {
  if (!line.includes(DEFAULT_ROOT)) return line
  if (line.startsWith('WorkingDirectory=')) return `WorkingDirectory=${root.replaceAll('%', '%%')}`
  if (line.startsWith('ExecStart=')) {
    const [program = '', ...words] = line.slice('ExecStart='.length).split(' ')
    const path = program.replace(DEFAULT_ROOT, root)
    return `ExecStart=${[quoted(path).replaceAll('$', '$$$$'), ...words].join(' ')}`
  }
  // A URI takes no spaces.
  return line.replace(DEFAULT_ROOT, () => encodeURI(root).replaceAll('%', '%%'))
}

function isInHome(path: string): boolean {
  return HOME_FOLDERS.some((home) => {
    const inside = relative(home, path)
    return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
  })
}
