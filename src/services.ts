import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config/load.ts'
import { AccountAdmin } from './core/accounts/account-admin.ts'
import { AccountMonitor } from './core/accounts/account-monitor.ts'
import { Accounts } from './core/accounts/accounts.ts'
import { Alerts } from './core/alerts/alerts.ts'
import { createAlertChannels } from './core/alerts/create-channels.ts'
import { Audit } from './core/audit.ts'
import { ownerOfKey, ownerOfUser } from './core/identity/actor.ts'
import { CallerCheck } from './core/identity/caller-check.ts'
import { DeviceFlow } from './core/identity/devices/device-flow.ts'
import { Devices } from './core/identity/devices/devices.ts'
import { RefreshTokens } from './core/identity/devices/refresh-tokens.ts'
import { SigningKeys } from './core/identity/devices/signing-keys.ts'
import { UserCodeAttempts } from './core/identity/devices/user-code-attempts.ts'
import { Keys } from './core/identity/keys.ts'
import { PrimaryKey } from './core/identity/primary-key.ts'
import { Sessions } from './core/identity/sessions.ts'
import { createProviders } from './core/identity/sign-in/create-providers.ts'
import { SignIn } from './core/identity/sign-in/sign-in.ts'
import { nameOf, Users } from './core/identity/users.ts'
import { Lifecycle } from './core/lifecycle.ts'
import { RateLimits } from './core/rate-limits.ts'
import { agentTask } from './core/skills/agent.ts'
import { Skills } from './core/skills/skills.ts'
import { MODEL_ADMISSION } from './core/tasks/admission.ts'
import { createTasks } from './core/tasks/create.ts'
import { Answerer } from './core/text/answer.ts'
import { chatTask } from './core/text/chat.ts'
import { generateTask } from './core/text/generate.ts'
import { Models } from './core/text/models.ts'
import { probeTask, queuedProbes } from './core/text/probe.ts'
import { Usage } from './core/usage/usage.ts'
import { AccountStore } from './db/account-store.ts'
import { AlertStore } from './db/alert-store.ts'
import { AuditStore } from './db/audit-store.ts'
import { DeviceRequestStore } from './db/device-request-store.ts'
import { DeviceStore } from './db/device-store.ts'
import { JobStore } from './db/job-store.ts'
import { KeyStore } from './db/key-store.ts'
import { openDatabase } from './db/open.ts'
import { RateLimitStore } from './db/rate-limit-store.ts'
import { RefreshTokenStore } from './db/refresh-token-store.ts'
import { SessionStore } from './db/session-store.ts'
import { SettingStore } from './db/setting-store.ts'
import { UsageStore } from './db/usage-store.ts'
import { UserStore } from './db/user-store.ts'
import { WriteBatch } from './db/write-batch.ts'
import { WriteCheck } from './db/write-check.ts'
import type { Engine } from './engines/contract/text.ts'
import { Browser } from './guards/browser.ts'
import { CanvasTokens } from './guards/canvas-tokens.ts'
import { guards } from './guards/index.ts'
import { LocalTrust } from './guards/local-trust.ts'
import { Origins } from './http/server/origins.ts'
import { LIMITS, type Limits } from './limits.ts'
import { randomId } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import { Metrics } from './platform/metrics.ts'
import { LocalSpool } from './storage/local-spool.ts'

export interface ServiceOptions {
  config: Config
  engines: readonly Engine[]
  log: Log
  /** UTC milliseconds. */
  now?: () => number
  /** Heavy tasks at a time; only a benchmark has reason to change it. */
  heavyWidth?: number
  /** Other durations than the service's own; for tests. */
  limits?: Partial<Limits>
}

export type Services = ReturnType<typeof createServices>

/** The composition root: makes each object once. Nothing runs yet but the jobs of the last start. */
export function createServices({
  config,
  engines,
  log,
  now = Date.now,
  heavyWidth = 1,
  limits: given = {},
}: ServiceOptions) {
  const limits: Limits = { ...LIMITS, ...given }
  const folder = config.data_dir === ':memory:' ? undefined : config.data_dir
  const db = openDatabase(folder === undefined ? ':memory:' : join(folder, 'hearth.sqlite'))
  const batch = new WriteBatch(db)
  const writeCheck = new WriteCheck(db)
  const spool = new LocalSpool(
    folder === undefined
      ? { folder: join(tmpdir(), randomId('hearth-spool-')), temporary: true }
      : { folder: join(folder, 'spool') },
  )
  /** What is given back at the end, the last taken first. */
  const resources = new DisposableStack()
  resources.use(db)
  resources.use(spool)
  const metrics = new Metrics()
  const settings = new SettingStore(db)
  const primary = new PrimaryKey(settings, config.primary_key)
  const audit = new Audit({ store: new AuditStore(db), now })
  const userStore = new UserStore(db)
  const keys = new Keys({
    store: new KeyStore(db),
    db,
    primary,
    batch,
    audit,
    userNames: () => userStore.names().map(nameOf),
    onRevoked: (id) => tasks.stopWork(({ owner }) => owner === ownerOfKey(id)),
    now,
  })
  const rateLimits = new RateLimits({ store: new RateLimitStore(db), now })
  const sessions = new Sessions({ store: new SessionStore(db), now })
  const devices = new Devices({
    store: new DeviceStore(db),
    db,
    batch,
    audit,
    onEnded: (id) => tasks.stopWork(({ deviceId }) => deviceId === id),
    now,
  })
  const deviceFlow = new DeviceFlow({
    store: new DeviceRequestStore(db),
    db,
    settings,
    audit,
    now,
  })
  const userCodeAttempts = new UserCodeAttempts({ db, rateLimits, sessions, audit })
  const usage = new Usage({ store: new UsageStore(db), batch, metrics, now })
  const models = new Models(engines, 'GET /v1/models lists them')
  const channels = createAlertChannels(config.alerts)
  const alerts = new Alerts({
    store: new AlertStore(db),
    db,
    audit,
    channels,
    attemptMs: limits.alertAttemptMs,
    log,
    now,
  })
  const refreshTokens = new RefreshTokens({
    store: new RefreshTokenStore(db),
    db,
    devices,
    alerts,
    now,
  })
  const signingKeys = new SigningKeys({ folder, log, now })
  const canvasTokens = new CanvasTokens({ keys: signingKeys, devices, now })
  const accounts = new Accounts({ engines, store: new AccountStore(db), alerts, log, now })
  const answerer = new Answerer({ accounts, log })
  const skills = new Skills({
    folder: folder === undefined ? undefined : join(folder, 'skills'),
    log,
  })
  const users = new Users({
    store: userStore,
    db,
    audit,
    ownerEmail: config.owner_email,
    onPending: (user) =>
      alerts.raise({
        kind: 'user_pending',
        subject: `${nameOf(user)} waits for approval`,
        message: `${nameOf(user)} has signed in through ${user.issuer} for the first time, as user ${user.id}. Nothing works for them until you have approved them.`,
      }),
    endSessions: (id) => sessions.endAllOf(id),
    endDevices: (id) => {
      devices.endAllOf(id)
      deviceFlow.refuseAllOf(id)
    },
    onRefused: (id) => tasks.stopWork(({ owner }) => owner === ownerOfUser(id)),
    now,
  })
  const callerCheck = new CallerCheck({ keys, users, devices })
  const definitions = {
    chat: chatTask({ kind: 'chat', idPrefix: 'cht_', models, answerer }),
    code: chatTask({
      kind: 'code',
      idPrefix: 'cod_',
      noEngineDetail: 'No subscription could answer: try again later',
      modelHint: 'GET /api/code/v1/models lists them',
      models,
      answerer,
    }),
    generate: generateTask({ models, answerer }),
    agent: agentTask({ skills, models, answerer }),
    probe: probeTask(engines),
  }
  const tasks = createTasks({
    definitions: Object.values(definitions),
    lanes: { heavy: heavyWidth },
    admission: { model: MODEL_ADMISSION },
    store: new JobStore(db),
    usage,
    currentCaller: (caller) => callerCheck.current(caller),
    deleteFiles: (names) => {
      for (const name of names)
        spool.remove(name).catch((err) => log.error({ file: name, err }, 'Cannot delete a file'))
    },
    readerWaitMs: limits.readerWaitMs,
    log,
    now,
  })
  const { queue, admissions, jobs, runner } = tasks
  const accountMonitor = new AccountMonitor({
    statusCheckTimeoutMs: limits.statusCheckTimeoutMs,
    accounts,
    runModelProbe: queuedProbes(runner, definitions.probe),
    log,
    now,
  })
  const signIn = new SignIn({
    providers: createProviders(config, { now, timeoutMs: limits.providerTimeoutMs }),
    users,
    sessions,
    now,
  })
  const origins = new Origins(config)
  const browser = new Browser({ sessions, origins })
  const sweeps = [jobs, alerts, sessions, rateLimits, deviceFlow, refreshTokens]
  const lifecycle = new Lifecycle({
    queue,
    admissions,
    jobs,
    recover: tasks.recover,
    accountMonitor,
    alerts,
    sweeps,
    log,
    batch,
    db: resources,
  })
  metrics.observe(async () => {
    const lanes = await queue.lanes()
    return {
      admitted: admissions.of('model').state().admitted,
      parked: accounts.parked(),
      running: Object.fromEntries(lanes.map(({ name, running }) => [name, running.length])),
      waiting: Object.fromEntries(lanes.map(({ name, waiting }) => [name, waiting.length])),
    }
  })
  return {
    config,
    db,
    batch,
    log,
    limits,
    now,
    metrics,
    primary,
    keys,
    users,
    callerCheck,
    sessions,
    devices,
    deviceFlow,
    userCodeAttempts,
    refreshTokens,
    canvasTokens,
    audit,
    signIn,
    origins,
    browser,
    rateLimits,
    usage,
    models,
    accounts,
    accountMonitor,
    alerts,
    skills,
    accountAdmin: new AccountAdmin({ accounts, accountMonitor, usage, audit, now }),
    definitions,
    admissions,
    queue,
    runner,
    jobs,
    lifecycle,
    spool,
    guards: guards({
      keys,
      browser,
      localTrust: new LocalTrust(config),
      rateLimits,
      codeDevices: devices,
      canvasTokens,
    }),
    healthy: () => !admissions.isClosed && writeCheck.isWritable(),
  }
}
