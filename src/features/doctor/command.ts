import { join, resolve } from 'node:path'
import {
  type CommandContext,
  CommandFailure,
  type MaintenanceCommand,
  parseArguments,
} from '../../cli/command.ts'
import { clearProxyVariables } from '../../config/clear-proxy-variables.ts'
import { type Config, ConfigError, readSettings, settingsFile } from '../../config/load.ts'
import {
  type Check,
  type Finding,
  finding,
  findingHelp,
  LEVELS,
  type Level,
  part,
  saidFinding,
  worstLevel,
} from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import { FileState } from '../../db/examine-file.ts'
import { buildEngines } from '../../engines/build-engines.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { localServers } from '../../engines/local-servers.ts'
import { matches } from '../../platform/check.ts'
import { sizeText } from '../../platform/coded-text.ts'
import { tryParseJson } from '../../platform/json.ts'
import { plainText } from '../../platform/subprocess.ts'
import { VERSION } from '../../platform/version.ts'
import { checkBucket } from '../../storage/s3/check-bucket.ts'
import { S3Connection } from '../../storage/s3/s3-connection.ts'
import { backupCheck, readBackups } from './backups.ts'
import { foundEngines } from './engines.ts'
import { statOf } from './file-facts.ts'
import { bucketCheck, examineInstallation } from './installation.ts'
import { bunVersion } from './machine.ts'
import { ports } from './network.ts'
import type { AccountStatus } from './tool-accounts.ts'

const EXIT_OF: Record<Level, number> = { ok: 0, info: 0, warning: 1, error: 2 }

/** Says what is wrong with the installation, and how to put it right. */
export const doctor: MaintenanceCommand = {
  summary: 'Says what is missing or wrong on this machine, and what puts it right',
  usage: `Usage: npm run doctor
       npm run --silent doctor -- --json

Changes nothing. Works while Hearth runs and while it does not. The checks run at the same time, each
for 10 s at most; one that takes longer is given up, and holds up no other.

  --json  {level, items: [{id, level, says, fix?, help}]}, where level is ok, info, warning or error

Exits with 0 when all is well, 1 with warnings, 2 with errors.
`,
  run,
}

async function run(context: CommandContext): Promise<number> {
  const { args, out, signal } = context
  const { values } = parseArguments(args, { json: { type: 'boolean' } })
  const { findings, origin } = await examine(context)
  if (signal.aborted) throw new CommandFailure('Stopped before all was checked')
  out.write(
    values.json === true
      ? `${JSON.stringify(
          {
            level: worstLevel(findings),
            items: findings.map((item) => ({ ...item, help: findingHelp(item.id) })),
          },
          null,
          2,
        )}\n`
      : report(findings, { coloured: out.isTerminal, origin }),
  )
  return EXIT_OF[worstLevel(findings)]
}

/** @returns The findings, and the address of the manual; undefined where Hearth cannot start */
async function examine({
  env,
  signal,
  now,
}: CommandContext): Promise<{ findings: readonly Finding[]; origin?: string }> {
  let settings: Config
  try {
    settings = readSettings(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const findings: Finding[] = [
      ...(await runChecks([bunVersion()])),
      ...error.issues.map((says) => saidFinding('settings', 'error', says)),
      saidFinding(
        'settings',
        'error',
        'Hearth cannot start with these settings, and the other checks need them',
        'Correct them, then run this again',
      ),
    ]
    return { findings }
  }
  clearProxyVariables(process.env)
  const database = new DatabaseFile(settings.data_dir)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(IN_USE_TIMEOUT_MS)])
  const isRunning =
    settings.data_dir === ':memory:'
      ? undefined
      : await database.isInUse(limit).catch(() => undefined)
  const findings = await examineInstallation({
    settings,
    engines: {
      engines: await enginesOf(settings, env),
      settings: new Map(settings.engines.map((engine) => [engine.id, engine])),
      env,
      // Two processes must not use the same login.
      accountReport: () => (isRunning === false ? undefined : statusOf(isRunning)),
    },
    secretFiles: [settingsFile(env), resolve('.env')],
    more: [
      settingsFinding,
      database.check,
      backupCheck(() => readBackups(settings, now), now),
      ports(settings, isRunning),
      ...bucketCheck(settings, bucketOf(settings)),
    ],
    signal,
    now,
  })
  const { base_url, port } = settings
  return { findings, origin: new URL(base_url ?? `http://127.0.0.1:${port}`).origin }
}

function bucketOf({ files: { s3 } }: Config) {
  const connection = s3 && new S3Connection(s3)
  return connection && ((signal: AbortSignal) => checkBucket(connection, signal))
}

/** The configured engines, else those that answer on this machine. */
async function enginesOf(
  { engines }: Config,
  env: CommandContext['env'],
): Promise<readonly Engine[]> {
  if (engines.length > 0) return buildEngines(engines, env)
  return foundEngines(localServers(), AbortSignal.timeout(DISCOVERY_TIMEOUT_MS))
}

/** Limit of the check whether Hearth runs. */
const IN_USE_TIMEOUT_MS = 5_000
/** Limit of the search for model servers. */
const DISCOVERY_TIMEOUT_MS = 2_000

/** @param isRunning Undefined where that is unknown */
function statusOf(isRunning: boolean | undefined): AccountStatus {
  return {
    level: 'info',
    status: part('status_as_said', {
      text:
        isRunning === true
          ? 'in use by the running Hearth, which says more in GET /admin/doctor'
          : 'not checked, because Hearth may be using it now',
    }),
  }
}

const settingsFinding = {
  id: 'settings',
  run: () => [finding('settings', 'ok', 'settings_fine')],
}

/** SGR colours. */
const COLOURS: Record<Level, number> = { ok: 32, info: 36, warning: 33, error: 31 }
const WIDTH = Math.max(...LEVELS.map((level) => level.length))

/** The findings as lines for a terminal, the worst at the end, where a reader starts. */
export function report(
  findings: readonly Omit<Finding, 'code' | 'params'>[],
  { coloured, origin }: { coloured: boolean; origin?: string | undefined },
): string {
  const paint = (level: Level, text: string) =>
    coloured ? `\u001b[${COLOURS[level]}m${text}\u001b[0m` : text
  const lines = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level))
    .flatMap(({ level, id, says, fix }) => [
      `${paint(level, level.padEnd(WIDTH))}  ${id}: ${plainText(says)}`,
      ...(fix === undefined ? [] : [`${' '.repeat(WIDTH)}  → ${plainText(fix)}`]),
      ...(origin === undefined || EXIT_OF[level] === 0
        ? []
        : [`${' '.repeat(WIDTH)}  Help: ${origin}${findingHelp(id)}`]),
    ])
    .map((line) => `${line}\n`)
  return `${lines.join('')}\n${summary(findings)}\n`
}

function summary(findings: readonly Pick<Finding, 'level'>[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors + warnings === 0) return 'Nothing is wrong'
  const parts = [plural(errors, 'error'), plural(warnings, 'warning')].filter(Boolean)
  return parts.join(', ')
}

function plural(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}

const ID = 'database'
const WORKER = join(import.meta.dir, 'examine-database.ts')

/** The database of an installation, read from outside of the service. */
class DatabaseFile {
  readonly #path: string
  #isInUse: Promise<boolean> | undefined

  constructor(folder: string) {
    this.#path = join(folder, 'hearth.sqlite')
  }

  /** Whether a service has it open; asked once. */
  isInUse(signal: AbortSignal): Promise<boolean> {
    this.#isInUse ??= this.#examine('start', signal).then(({ state }) => state === 'in_use')
    return this.#isInUse
  }

  get check(): Check {
    return {
      id: ID,
      run: async (signal) => {
        const size = sizeText((await statOf(this.#path))?.size ?? 0)
        return [findingOf(await this.#examine('whole', signal), this.#path, size)]
      },
    }
  }

  async #examine(how: 'start' | 'whole', signal: AbortSignal): Promise<FileState> {
    const child = Bun.spawn([process.execPath, '--no-env-file', WORKER, this.#path, how], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    })
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    const result = tryParseJson(stdout)
    if (result.ok && matches(FileState, result.value)) return result.value
    const reason = /^(?:\w*Error): (.*)$/m.exec(stderr)?.[1] ?? stderr.trim().slice(-200)
    throw new Error(`the database could not be read: ${reason}`)
  }
}

function findingOf(found: FileState, path: string, size: string): Finding {
  switch (found.state) {
    case 'absent':
      return saidFinding(ID, 'info', `There is no database ${path} yet: the first start makes it`)
    case 'in_use':
      return saidFinding(ID, 'ok', 'Hearth is running and has the database open')
    case 'sound':
      return schemaFinding(found, `The database is sound (${size}, by quick_check)`)
    case 'damaged':
      return saidFinding(
        ID,
        'error',
        `The database ${path} is damaged: ${found.reason}`,
        `Keep a copy of ${path}, then restore the newest backup`,
      )
  }
}

function schemaFinding(
  { pending, newer, version }: Extract<FileState, { state: 'sound' }>,
  sound: string,
): Finding {
  if (newer) {
    const author = version === undefined ? 'a newer Hearth' : `Hearth ${version}`
    const says = `The database is of ${author}, and this is Hearth ${VERSION}, which knows less: it cannot start`
    const fix =
      'Start the newer version, or go back to the backup from before the upgrade: npm run restore -- FILE'
    return saidFinding(ID, 'error', says, fix)
  }
  if (pending === 0) return saidFinding(ID, 'ok', sound)
  const says = `${sound}, and of an older version: the next start upgrades it, and makes a backup before`
  return saidFinding(ID, 'info', says)
}
