import { ownPaths } from './config/load.ts'
import { Alerts } from './core/alerts/alerts.ts'
import { createAlertChannels } from './core/alerts/create-channels.ts'
import { Audit } from './core/audit/audit.ts'
import { AccountAdmin } from './core/engines/account-admin.ts'
import { AccountMonitor } from './core/engines/account-monitor.ts'
import { SHARED_LANE } from './core/engines/engine-lanes.ts'
import { probeTask, queuedProbes } from './core/engines/probe.ts'
import { createIdentity, type OwnedData } from './core/identity/create.ts'
import { RateLimits } from './core/rate-limits.ts'
import { RequestLog } from './core/request-log.ts'
import { MODEL_ADMISSION } from './core/tasks/admission.ts'
import { createTasks } from './core/tasks/create.ts'
import { JobList } from './core/tasks/job-list.ts'
import { QueueAdmin } from './core/tasks/queue-admin.ts'
import { Tools } from './core/tools/tools.ts'
import { Budgets } from './core/usage/budgets.ts'
import { Usage } from './core/usage/usage.ts'
import { createEngines } from './create-engines.ts'
import { createStores } from './create-stores.ts'
import { DurableCommits } from './db/durable-commits.ts'
import { essentialTransactor, openDatabase } from './db/open.ts'
import { WriteBatch } from './db/write-batch.ts'
import { WriteCheck } from './db/write-check.ts'
import { openData } from './features/backups/open-data.ts'
import { createGuards } from './guards/create.ts'
import type { RequestRecord } from './http/server/connection.ts'
import { LIMITS, type Limits } from './limits.ts'
import { createMedia } from './media/create.ts'
import { Metrics } from './platform/metrics.ts'
import { VERSION } from './platform/version.ts'
import type { ServiceOptions } from './service-options.ts'
import { BackupProcess } from './storage/backup/backup-process.ts'
import { ServiceStorage } from './storage/service-storage.ts'

export type Core = ReturnType<typeof createCore>

interface CoreOptions extends ServiceOptions {
  /** Names of the profiles of workers that may be granted. */
  workerProfiles: () => readonly string[]
}

/** Creates what every feature stands on. It knows no kind of work yet, and nothing runs. */
export function createCore({
  config,
  log,
  now = Date.now,
  env = {},
  workerProfiles,
  ...options
}: CoreOptions) {
  const limits: Limits = { ...LIMITS, ...options.limits }
  const folder = dataFolderOf(config)
  const startedAt = now()
  const maker = new BackupProcess()
  const db =
    folder === undefined
      ? openDatabase(':memory:')
      : openData({ folder, maker, version: VERSION, now })
  const storage = new ServiceStorage({
    folder,
    minFreeBytes: config.min_free_bytes,
    bucket: config.files.s3,
    limits,
  })
  const { spool } = storage
  /** Closed at the end, the last opened first. */
  const resources = new DisposableStack()
  resources.use(db)
  resources.use(storage)
  const stores = createStores(db)
  for (const store of [stores.usage, stores.messages, stores.history]) resources.use(store)
  for (const store of [stores.knowledge, stores.knowledgeVectors]) resources.use(store)
  const batch = new WriteBatch(db)
  const essential = essentialTransactor(db)
  const metrics = new Metrics()
  const audit = new Audit({ store: stores.audit, now })
  const rateLimits = new RateLimits({ store: stores.rateLimits, now })
  const alerts = new Alerts({
    store: stores.alerts,
    db,
    audit,
    channels: createAlertChannels(
      config.alerts,
      config.base_url === undefined ? undefined : new URL(config.base_url).origin,
    ),
    attemptMs: limits.alertAttemptMs,
    log,
    now,
  })
  /** Of the features, which add theirs. */
  const ownedData: OwnedData[] = []
  const stopsOfWork: Parameters<typeof createIdentity>[0]['stopWork'][] = []
  const identity = createIdentity({
    settings: config,
    stores,
    db: essential,
    batch,
    audit,
    rateLimits,
    alerts,
    folder,
    stopWork: (matches) => {
      for (const stop of stopsOfWork) stop(matches)
    },
    ownedData,
    providerTimeoutMs: limits.providerTimeoutMs,
    workerProfiles,
    log,
    now,
  })
  const requestLog = new RequestLog({ store: stores.requests, batch, now })
  const usage = new Usage({
    store: stores.usage,
    batch,
    metrics,
    now,
    keepDays: config.keep_usage_days,
    onCredits: (owner) => budgets.used(owner),
  })
  const budgets = new Budgets({
    store: stores.budgets,
    db: essential,
    usage,
    audit,
    alerts,
    ownerName: identity.ownerName,
    log,
    now,
  })
  const tasks = createTasks({
    store: stores.jobs,
    usage,
    currentCaller: (caller) => identity.callerCheck.current(caller),
    deleteFiles: (names) => {
      for (const name of names)
        spool.remove(name).catch((err) => log.error({ file: name, err }, 'Cannot delete a file'))
    },
    readerWaitMs: limits.readerWaitMs,
    writeRetryMs: limits.writeRetryMs,
    log,
    now,
  })
  stopsOfWork.push(tasks.stopWork)
  const media = resources.use(
    createMedia({
      programs: config.programs,
      env,
      egressProxy:
        config.egress_proxy === undefined
          ? undefined
          : { url: config.egress_proxy, target: config.egress_proxy_target },
      safeFetch: options.safeFetch,
      audio: options.audio,
      contact: config.web.contact,
      videoSources: options.videoSources,
      log,
    }),
  )
  const { cluster, heavyWidth = 1 } = options
  const { follow, ...engines } = createEngines({
    options,
    heavyWidth,
    config,
    env,
    audio: media.audio,
    alerts,
    limits,
    store: stores.accounts,
    log,
    now,
  })
  const { accounts, engineLanes, engineLists, discoveries, registry } = engines
  const probe = probeTask(registry, engineLanes)
  tasks.define({
    tasks: [probe],
    lanes: { [SHARED_LANE]: heavyWidth },
    admission: { model: MODEL_ADMISSION },
  })
  follow(tasks.queue)
  const accountMonitor = new AccountMonitor({
    accounts,
    runModelProbe: queuedProbes(tasks.runs, probe),
    statusCheckTimeoutMs: limits.statusCheckTimeoutMs,
    log,
    now,
  })
  const { queue, jobs } = tasks
  metrics.observe(async () => ({
    admitted: tasks.admissions.of('model').state().admitted,
    parked: accounts.parked(),
    lanes: queue.lanes(),
    droppedLogLines: log.droppedLines?.() ?? 0,
  }))
  return {
    config,
    limits,
    log,
    now,
    env,
    folder,
    startedAt,
    db,
    /** Of writes that must be possible on a full disk. */
    essential,
    stores,
    batch,
    commits: new DurableCommits(db),
    writeCheck: new WriteCheck(db),
    /** Makes backups in a process of its own. */
    maker,
    storage,
    /** Why the bucket of files cannot be used; undefined where it can, and where there is none. */
    bucketError: () => storage.bucketError(),
    spool,
    resources,
    metrics,
    audit,
    rateLimits,
    alerts,
    ownedData,
    ...identity,
    ...createGuards({ config, ...identity, rateLimits, now }),
    requestLog,
    /** Keeps a request that a listener has answered. */
    recordRequest: ({
      engine,
      actor,
      ms,
      requestId,
      method,
      route,
      status,
      byPage,
    }: RequestRecord) =>
      requestLog.record({
        requestId,
        actor: actor ?? null,
        method,
        route,
        status,
        byPage,
        ms: Math.round(ms),
        waitMs: engine === undefined ? null : Math.round(engine.queueMs),
        engine: engine?.engine ?? null,
        model: engine?.model ?? null,
      }),
    usage,
    budgets,
    /** Adds kinds of work, before the service starts. */
    define: tasks.define,
    recoverJobs: tasks.recover,
    queue,
    admissions: tasks.admissions,
    jobs,
    runs: tasks.runs,
    streams: tasks.streams,
    /** Features add theirs. */
    tools: new Tools({ log }),
    probe,
    queueAdmin: new QueueAdmin({ queue, audit, db: essential }),
    jobList: new JobList({ store: stores.jobs, jobs, now }),
    media,
    /** The one way to addresses that users give. */
    safeFetch: media.safeFetch,
    audio: media.audio,
    /** The same for programs that make requests of their own. */
    openEgressProxy: media.openEgressProxy,
    cluster,
    ...engines,
    accountMonitor,
    accountAdmin: new AccountAdmin({
      registry,
      others: engineLists,
      accounts,
      accountMonitor,
      usage,
      db,
      audit,
      now,
      scan: () => discoveries.text.scanBriefly(),
    }),
    /** Files and folders of the service itself, which nobody may attach or see. */
    ownPaths: ownPaths(config, env),
  }
}

/** Where everything is kept; undefined where nothing is. */
export function dataFolderOf({ data_dir: folder }: ServiceOptions['config']): string | undefined {
  return folder === ':memory:' ? undefined : folder
}
