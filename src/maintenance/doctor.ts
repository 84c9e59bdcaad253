import { resolve } from 'node:path'
import { clearProxyVariables } from '../config/clear-proxy-variables.ts'
import { type Config, ConfigError } from '../config/load.ts'
import { settingsFile } from '../config/paths.ts'
import { readSettings } from '../config/read-settings.ts'
import { type Finding, type Level, worstLevel } from '../core/doctor/finding.ts'
import { runChecks } from '../core/doctor/run-checks.ts'
import { buildEngines } from '../engines/build-engines.ts'
import type { Engine } from '../engines/contract/text.ts'
import { localServers } from '../engines/local-servers.ts'
import { checkBucket } from '../storage/s3/check-bucket.ts'
import { S3Connection } from '../storage/s3/s3-connection.ts'
import {
  type CommandContext,
  CommandFailure,
  type MaintenanceCommand,
  parseArguments,
} from './command.ts'
import { backupCheck, readBackups } from './doctor/backups.ts'
import { bucketCheck } from './doctor/bucket.ts'
import { bunVersion } from './doctor/bun-version.ts'
import { DatabaseFile } from './doctor/database-file.ts'
import { foundEngines } from './doctor/engines.ts'
import { examineInstallation } from './doctor/installation.ts'
import { ports } from './doctor/ports.ts'
import { report } from './doctor/report.ts'
import type { AccountWords } from './doctor/tool-accounts.ts'

const EXIT_OF: Record<Level, number> = { ok: 0, info: 0, warning: 1, error: 2 }

/** Says what is wrong with the installation, and how to put it right. */
export const doctor: MaintenanceCommand = {
  summary: 'Says what is missing or wrong on this machine, and what puts it right',
  usage: `Usage: npm run doctor
       npm run --silent doctor -- --json

Changes nothing. Works while Hearth runs and while it does not. The checks run at the same time, each
for 10 s at most; one that takes longer is given up, and holds up no other.

  --json  {level, items: [{id, level, says, fix?}]}, where level is ok, info, warning or error

Exits with 0 when all is well, 1 with warnings, 2 with errors.
`,
  run,
}

async function run(context: CommandContext): Promise<number> {
  const { args, out, signal } = context
  const { values } = parseArguments(args, { json: { type: 'boolean' } })
  const findings = await examine(context)
  if (signal.aborted) throw new CommandFailure('Stopped before all was checked')
  out.write(
    values.json === true
      ? `${JSON.stringify({ level: worstLevel(findings), items: findings }, null, 2)}\n`
      : report(findings, { coloured: out.isTerminal }),
  )
  return EXIT_OF[worstLevel(findings)]
}

async function examine({ env, signal, now }: CommandContext): Promise<Finding[]> {
  let settings: Config
  try {
    settings = readSettings(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      ...(await runChecks([bunVersion()])),
      ...error.faults.map((says) => ({ id: 'settings', level: 'error' as const, says })),
      {
        id: 'settings',
        level: 'error',
        says: 'Hearth cannot start with these settings, and the other checks need them',
        fix: 'Correct them, then run this again',
      },
    ]
  }
  clearProxyVariables(process.env)
  const database = new DatabaseFile(settings.data_dir)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(IN_USE_TIMEOUT_MS)])
  const isRunning =
    settings.data_dir === ':memory:'
      ? undefined
      : await database.isInUse(limit).catch(() => undefined)
  return examineInstallation({
    settings,
    engines: {
      engines: await enginesOf(settings, env),
      settings: new Map(settings.engines.map((engine) => [engine.id, engine])),
      env,
      // Two processes must not use the same login.
      accountReport: () => (isRunning === false ? undefined : wordsOf(isRunning)),
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
  return foundEngines(localServers(), AbortSignal.timeout(LOOK_TIMEOUT_MS))
}

/** How long the question may take whether Hearth runs. */
const IN_USE_TIMEOUT_MS = 5_000
/** How long a model server may take to show itself. */
const LOOK_TIMEOUT_MS = 2_000

/** @param isRunning Undefined where that is unknown */
function wordsOf(isRunning: boolean | undefined): AccountWords {
  return {
    level: 'info',
    says:
      isRunning === true
        ? 'in use by the running Hearth, which says more in GET /admin/doctor'
        : 'not checked, because Hearth may be using it now',
  }
}

const settingsFinding = {
  id: 'settings',
  run: () => [{ id: 'settings', level: 'ok' as const, says: 'The settings have no faults' }],
}
