import { resolve } from 'node:path'
import { type Config, ConfigError } from '../../config/load.ts'
import { settingsFile } from '../../config/paths.ts'
import { readSettings } from '../../config/read-settings.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import type { EngineRecord, MediaRecord } from '../../core/engines/account-admin.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { VERSION } from '../../platform/version.ts'
import type { BucketProblem } from '../../storage/s3/check-bucket.ts'
import type { FileFindings } from '../files/file-checks.ts'
import { MAX_CLOCK_DIFFERENCE_MS, type WorkerNodes } from '../worker-nodes/worker-nodes.ts'
import { type BackupFacts, backupCheck } from './backups.ts'
import { mediaEngineChecks } from './engines.ts'
import { examineInstallation } from './installation.ts'
import { bucketCheck, storedFilesCheck } from './stored-files.ts'
import { type AccountStatus, statusOfAccount } from './tool-accounts.ts'

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
  /** How rows and bytes of stored files agree; undefined before the first check. */
  files: () => FileFindings | undefined
  /** Why the bucket of files cannot be used; undefined without one. */
  bucket: ((signal: AbortSignal) => Promise<BucketProblem | undefined>) | undefined
  /** Undefined where there is one machine only. */
  workerNodes: (() => ReturnType<WorkerNodes['list']>) | undefined
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
export function ownServiceDoctor(options: OwnServiceOptions): () => Promise<Finding[]> {
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
      storedFilesCheck(service.files),
      ...bucketCheck(config, service.bucket),
      backupCheck(async () => service.backups?.(), service.now),
      ...mediaEngineChecks(service.media),
      ...workerNodeCheck(service.workerNodes),
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
  return record === undefined ? { level: 'info', says: 'it is new' } : statusOfAccount(record)
}

/** The file may have changed after the start. */
function settingsCheck(config: Config, env: OwnServiceOptions['env']): Check {
  const id = 'settings'
  return {
    id,
    run: () => {
      try {
        const now = JSON.stringify(readSettings(env))
        if (now === JSON.stringify(config))
          return [{ id, level: 'ok', says: 'The settings have no faults' }]
        const says = 'The settings were changed after the start, and the changes do not act yet'
        return [{ id, level: 'info', says, fix: 'Start Hearth again' }]
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        return error.issues.map((issue) => ({
          id,
          level: 'error' as const,
          says: `The next start will fail, as the settings were changed: ${issue}`,
        }))
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
  const finding: Finding = {
    id,
    level: 'warning',
    says: `There are passkeys of another host name than that of BASE_URL, ${host}: nobody can sign in with them there`,
    fix: 'Go back to the host name from before, or let their users sign in by a link and add new ones',
  }
  return [{ id, run: () => (hasPasskeysBeside(host) ? [finding] : []) }]
}

/** Reading all of it would hold the thread, and with it every answer. */
function databaseCheck(isWritable: () => boolean): Check {
  const id = 'database'
  return {
    id,
    run: () =>
      isWritable()
        ? [{ id, level: 'ok', says: 'The database takes writes' }]
        : [
            {
              id,
              level: 'error',
              says: 'The database takes no writes: requests that must write get 507',
              fix: 'Free some of its disk, and see that nothing else changes its files',
            },
          ],
  }
}

type List = ReturnType<WorkerNodes['list']>

const ID = 'worker-nodes'

/**
 * Whether the worker nodes are there and can be given work.
 *
 * @param list Those that are known, lost ones too; undefined where there is one machine only
 */
function workerNodeCheck(list: (() => List) | undefined): readonly Check[] {
  if (list === undefined) return []
  return [{ id: ID, run: () => findingsOf(list()) }]
}

function findingsOf(nodes: List): Finding[] {
  const issues = nodes.flatMap(issuesOf)
  const online = nodes.filter(({ state }) => state === 'online')
  if (online.length > 0) {
    const names = online.map(({ announcement }) => announcement.name).join(', ')
    return [{ id: ID, level: 'ok', says: `Worker nodes are online: ${names}` }, ...issues]
  }
  if (issues.length > 0) return issues
  return [
    {
      id: ID,
      level: 'warning',
      says: 'No worker node is online: this machine does all the work',
      fix: 'Run npm run worker on another machine, with the same [queue] url; or take [queue] out of the settings',
    },
  ]
}

function issuesOf({ announcement, state, clockAheadMs }: List[number]): Finding[] {
  const { name, version } = announcement
  const found = { id: `worker-node.${name}`, level: 'warning' as const }
  if (state === 'stopped') return []
  if (state === 'lost')
    return [
      {
        ...found,
        says: `The worker node ${name} is lost: it gets no work`,
        fix: `See that ${name} is switched on, reaches the Redis server and still runs npm run worker; or forget it on the page Worker nodes of /admin`,
      },
    ]
  const findings: Finding[] = []
  if (state === 'refused')
    findings.push({
      ...found,
      says: `The worker node ${name} gets no work: it has version ${version} of Hearth, and this service has ${VERSION}`,
      fix: 'Update the older one, and start it again',
    })
  if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    findings.push({
      ...found,
      id: `worker-node.${name}.clock`,
      says: `The clock of the worker node ${name} is ${Math.round(Math.abs(clockAheadMs) / 1000)} s ${clockAheadMs > 0 ? 'ahead' : 'behind'}: times in its log and of its quotas are wrong`,
      fix: `Set the clock of ${name} by the network: sudo timedatectl set-ntp true`,
    })
  return findings
}
