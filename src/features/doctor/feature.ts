import { resolve } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Config, ConfigError, readSettings, settingsFile } from '../../config/load.ts'
import {
  type Check,
  type Finding,
  type FindingCode,
  finding,
  findingHelp,
  LEVELS,
  worstLevel,
} from '../../core/doctor/finding.ts'
import { FINDING_TEXTS } from '../../core/doctor/finding-texts.ts'
import type { EngineRecord, MediaRecord } from '../../core/engines/account-admin.ts'
import type { Core } from '../../create-core.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { guards } from '../../guards/index.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import type { BucketError } from '../../storage/s3/check-bucket.ts'
import { TextParamsField } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { type BackupFacts, backupCheck } from './backups.ts'
import { mediaEngineChecks } from './engines.ts'
import { bucketCheck, examineInstallation } from './installation.ts'
import { type AccountStatus, statusOfAccount } from './tool-accounts.ts'

const EXAMPLE: DoctorView = {
  level: 'warning',
  items: [
    {
      id: 'database',
      level: 'ok',
      code: 'database_writes',
      params: {},
      says: 'The database takes writes',
      help: '/docs/doctor#database',
    },
    {
      id: 'engine.engine_a.home',
      level: 'warning',
      code: 'account_sign_in',
      params: {
        account: 'home',
        engine: 'engine_a',
        path: '/usr/local/bin/claude',
        status: {
          code: 'status_parked',
          params: { verdict: 'signed_out', evidence: 'Not logged in' },
        },
        command: 'CLAUDE_CONFIG_DIR=/srv/accounts/claude-home claude auth login',
      },
      says: 'Account home of engine_a (/usr/local/bin/claude): parked (signed_out): Not logged in',
      fix: 'Sign in: CLAUDE_CONFIG_DIR=/srv/accounts/claude-home claude auth login',
      help: '/docs/doctor#engine',
    },
  ],
}

/** GET /admin/doctor. */
export function adminDoctorRoutes(
  guardPlugin: ReturnType<typeof guards>,
  doctor: () => Promise<Finding[]>,
) {
  return new Elysia({ name: 'features/admin/doctor', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/doctor',
      async (): Promise<DoctorView> => {
        const items = await doctor()
        return {
          level: worstLevel(items),
          items: items.map((item) => ({ ...item, help: findingHelp(item.id) })),
        }
      },
      route({
        requireAdmin: true,
        summary: 'What is wrong with the installation, and what puts it right',
        description:
          'Changes nothing. The checks run at the same time, each for 10 s at most; `level` is the worst of all.',
        responses: { 200: { description: 'The findings', schema: DoctorView, example: EXAMPLE } },
      }),
    )
}

const FindingCodeSchema = Type.Union(
  Object.keys(FINDING_TEXTS)
    .filter((code): code is FindingCode => code in FINDING_TEXTS)
    .map((code) => Type.Literal(code)),
  { description: 'What `says` and `fix` say, for programs' },
)

const LevelSchema = oneOf(LEVELS)

/** The answer of `GET /admin/doctor`. */
const DoctorView = component('Doctor', {
  level: LevelSchema,
  items: Type.Array(
    Type.Object({
      id: Type.String({ description: 'What was checked: `disk`, `engine.local`, …' }),
      level: LevelSchema,
      code: FindingCodeSchema,
      params: TextParamsField,
      says: Type.String({ description: 'The fact, and what follows from it' }),
      fix: Type.Optional(
        Type.String({ description: 'What to do about it, a command where one does it' }),
      ),
      help: Type.String({ description: 'Path of its section in the manual' }),
    }),
  ),
})
type DoctorView = Static<typeof DoctorView>

/** The parts of a running service that are checked. */
interface OwnServiceOptions {
  config: Config
  env: Readonly<Record<string, string | undefined>>
  engines: () => readonly Engine[]
  accounts: () => readonly EngineRecord[]
  /** Speech and transcription engines. */
  media: () => readonly MediaRecord[]
  /** Undefined without a data folder. */
  backups: (() => Promise<BackupFacts>) | undefined
  /** Why the bucket of files cannot be used; undefined without one. */
  bucket: ((signal: AbortSignal) => Promise<BucketError | undefined>) | undefined
  /** Of the features. */
  checks: () => readonly Check[]
  /** Whether there are passkeys of another host name than this one. */
  hasPasskeysBeside: (host: string) => boolean
  /** Whether the database takes writes. */
  isWritable: () => boolean
  now: () => number
}

/**
 * Checks the installation from within the service.
 *
 * @returns Gives the findings. Who asks while it runs gets the same
 */
function ownServiceDoctor(options: OwnServiceOptions): () => Promise<Finding[]> {
  let running: Promise<Finding[]> | undefined
  return () => {
    running ??= examine(options).finally(() => {
      running = undefined
    })
    return running
  }
}

async function examine({ config, env, ...service }: OwnServiceOptions): Promise<Finding[]> {
  const records = service.accounts()
  return examineInstallation({
    settings: config,
    engines: {
      engines: service.engines(),
      settings: new Map(config.engines.map((engine) => [engine.id, engine])),
      env,
      // The monitor checks the logins; a second process would use them beside it.
      accountReport: (engine, account) => statusOf(records, engine.id, account.id),
    },
    secretFiles: [settingsFile(env), resolve('.env')],
    more: [
      settingsCheck(config, env),
      databaseCheck(service.isWritable),
      ...bucketCheck(config, service.bucket),
      backupCheck(async () => service.backups?.(), service.now),
      ...mediaEngineChecks(service.media),
      ...service.checks(),
      ...passkeyCheck(config, service.hasPasskeysBeside),
    ],
    now: service.now,
  })
}

function statusOf(
  records: readonly EngineRecord[],
  engineId: string,
  accountId: string,
): AccountStatus {
  const record = records
    .find(({ engine }) => engine.id === engineId)
    ?.accounts.find(({ id }) => id === accountId)
  return statusOfAccount(record)
}

/** The file may have changed after the start. */
function settingsCheck(config: Config, env: OwnServiceOptions['env']): Check {
  const id = 'settings'
  return {
    id,
    run: () => {
      try {
        const now = JSON.stringify(readSettings(env))
        if (now === JSON.stringify(config)) return [finding(id, 'ok', 'settings_fine')]
        return [finding(id, 'info', 'settings_changed')]
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        return error.issues.map((issue) => finding(id, 'error', 'settings_next_fails', { issue }))
      }
    },
  }
}

/** A passkey belongs to a host name for good. */
function passkeyCheck(
  { base_url: url }: Config,
  hasPasskeysBeside: OwnServiceOptions['hasPasskeysBeside'],
): readonly Check[] {
  const host = url === undefined ? undefined : URL.parse(url)?.hostname
  if (host === undefined) return []
  const id = 'passkeys'
  const left = finding(id, 'warning', 'passkeys_left', { host })
  return [{ id, run: () => (hasPasskeysBeside(host) ? [left] : []) }]
}

/** Reading all of it would hold the thread, and with it every answer. */
function databaseCheck(isWritable: () => boolean): Check {
  const id = 'database'
  return {
    id,
    run: () =>
      isWritable()
        ? [finding(id, 'ok', 'database_writes')]
        : [finding(id, 'error', 'database_no_writes')],
  }
}

interface DoctorParts {
  backups: { nightly: { state(): Promise<BackupFacts> } } | undefined
  features: { readonly checks: readonly Check[] }
}

/** Checks the installation from within the service. */
export function createDoctor(core: Core, { backups, features }: DoctorParts) {
  const { config, env, registry, accountAdmin, storage, writeCheck, now } = core
  const doctor = ownServiceDoctor({
    config,
    env,
    now,
    engines: () => registry.entries.map(({ engine }) => engine),
    accounts: () => accountAdmin.list(),
    media: () => accountAdmin.media(),
    backups: backups && (() => backups.nightly.state()),
    bucket: config.files.s3 && ((signal) => storage.bucketError(signal)),
    checks: () => features.checks,
    hasPasskeysBeside: (host) => core.passkeys.areLeftBehind(host),
    isWritable: () => writeCheck.isWritable(),
  })
  return { name: 'doctor', doctor }
}
