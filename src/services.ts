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
import { AGENT_KIND, agentHandler } from './core/skills/agent.ts'
import { Skills } from './core/skills/skills.ts'
import { Admission } from './core/tasks/admission.ts'
import { Jobs } from './core/tasks/jobs.ts'
import { Queue } from './core/tasks/memory-queue.ts'
import type { Standing } from './core/tasks/pending-lease.ts'
import { Answerer } from './core/text/answer.ts'
import { CHAT_KIND, CODE_KIND, chatHandler } from './core/text/chat.ts'
import { GENERATE_KIND, generateHandler } from './core/text/generate.ts'
import { Models } from './core/text/models.ts'
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
    onRevoked: (id) => stopWork(({ owner }) => owner === ownerOfKey(id)),
    now,
  })
  const rateLimits = new RateLimits({ store: new RateLimitStore(db), now })
  const sessions = new Sessions({ store: new SessionStore(db), now })
  const devices = new Devices({
    store: new DeviceStore(db),
    db,
    batch,
    audit,
    onEnded: (id) => stopWork(({ deviceId }) => deviceId === id),
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
  const models = new Models(engines)
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
  const accountMonitor = new AccountMonitor({
    statusCheckTimeoutMs: limits.statusCheckTimeoutMs,
    accounts,
    log,
    now,
  })
  const answerer = new Answerer({ accounts, usage, log })
  const skills = new Skills({
    folder: folder === undefined ? undefined : join(folder, 'skills'),
    log,
  })
  const admission = new Admission()
  const jobStore = new JobStore(db)
  const queue = new Queue({
    lanes: { heavy: heavyWidth },
    kinds: {
      [CHAT_KIND]: { lane: 'heavy', handler: chatHandler(CHAT_KIND, models, answerer) },
      [CODE_KIND]: { lane: 'heavy', handler: chatHandler(CODE_KIND, models, answerer) },
      [GENERATE_KIND]: { lane: 'heavy', handler: generateHandler(models, answerer) },
      [AGENT_KIND]: {
        lane: 'heavy',
        handler: agentHandler({ skills, models, answerer, usage }),
      },
    },
    highestOrder: jobStore.highestSeq(),
    now,
  })
  /** Ends what waits and runs for those who may do nothing any more. */
  function stopWork(refused: (caller: Standing) => boolean): void {
    admission.refuseAllOf(refused)
    queue.cancelAllOf(refused)
  }
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
    onRefused: (id) => stopWork(({ owner }) => owner === ownerOfUser(id)),
    now,
  })
  const callerCheck = new CallerCheck({ keys, users, devices })
  const signIn = new SignIn({
    providers: createProviders(config, { now, timeoutMs: limits.providerTimeoutMs }),
    users,
    sessions,
    now,
  })
  const origins = new Origins(config)
  const browser = new Browser({ sessions, origins })
  const jobs = new Jobs({ store: jobStore, queue, admission, log, now })
  const sweeps = [jobs, alerts, sessions, rateLimits, deviceFlow, refreshTokens]
  const lifecycle = new Lifecycle({
    queue,
    admission,
    jobs,
    accountMonitor,
    alerts,
    sweeps,
    log,
    batch,
    db: resources,
  })
  metrics.observe(() => ({
    admitted: admission.snapshot().admitted,
    parked: accounts.parked(),
    ...lifecycle.counts(),
  }))
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
    admission,
    queue,
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
    healthy: () => !admission.closed && writeCheck.isWritable(),
  }
}
