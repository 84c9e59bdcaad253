import type { Stores } from '../../db/create-stores.ts'
import type { Transactor } from '../../db/open.ts'
import { PRIMARY_USER_ID } from '../../db/user-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import type { Audit, AuditActor } from '../audit.ts'
import type { RateLimits } from '../rate-limits.ts'
import { ownerOfKey, ownerOfUser } from './actor.ts'
import { CallerCheck } from './caller-check.ts'
import { DeviceFlow } from './devices/device-flow.ts'
import { Devices } from './devices/devices.ts'
import { RefreshTokens } from './devices/refresh-tokens.ts'
import { SigningKeys } from './devices/signing-keys.ts'
import { UserCodeAttempts } from './devices/user-code-attempts.ts'
import { Keys } from './keys.ts'
import type { OwnedData } from './owned-data.ts'
import { ownerNames } from './owner-name.ts'
import { PrimaryAccount } from './primary-account.ts'
import { PrimaryKey } from './primary-key.ts'
import { Sessions } from './sessions.ts'
import { createProviders, type SignInSettings } from './sign-in/create-providers.ts'
import { SignIn } from './sign-in/sign-in.ts'
import { nameOf, Users } from './users.ts'
import { WorkerGrants } from './worker-grants.ts'

interface IdentityParts {
  settings: SignInSettings & { primary_key?: string; owner_email?: string }
  stores: Stores
  db: Transactor
  batch: WriteBatch
  audit: Audit
  rateLimits: RateLimits
  alerts: {
    /** Alerts the owner. */
    raise(alert: { kind: string; subject: string; message: string; about: string }): void
    /** Closes what was raised about users and devices, in the transaction of a change. */
    settle(ids: readonly string[], auditActor: AuditActor): void
  }
  /** Ends what waits and runs for callers that may do nothing any more. */
  stopWork: (matches: (caller: { owner: string; deviceId?: string | undefined }) => boolean) => void
  /** What is deleted with a user. */
  ownedData: () => readonly OwnedData[]
  /** Deletes what is of use to a key only. */
  deleteKeyData: (owner: string) => void
  /** Profiles of workers that there are. */
  workerProfiles: () => readonly string[]
  /** Where signing keys are kept; undefined keeps them in memory. */
  folder: string | undefined
  providerTimeoutMs: number
  log: Log
  now: () => number
}

/** Makes everything that knows who somebody is: keys, users, sessions, devices, signing in. */
export function createIdentity(parts: IdentityParts) {
  const { settings, stores, db, batch, audit, rateLimits, alerts, stopWork, log, now } = parts
  const primary = new PrimaryKey(stores.settings, settings.primary_key)
  const keys = new Keys({
    store: stores.keys,
    db,
    primary,
    batch,
    audit,
    isUserName: (name) => stores.users.hasName(name),
    onRevoked(id) {
      stopWork(({ owner }) => owner === ownerOfKey(id))
      parts.deleteKeyData(ownerOfKey(id))
    },
    now,
  })
  const isAccountCurrent = (userId: string) => primaryAccount.isCurrent(userId)
  const sessions = new Sessions({
    store: stores.sessions,
    ...{ db, batch, audit, isAccountCurrent, now },
  })
  const devices = new Devices({
    store: stores.devices,
    db,
    batch,
    audit,
    isAccountCurrent,
    onRevoked: (id, auditActor) => alerts.settle([id], auditActor),
    onEnded: (id) => stopWork(({ deviceId }) => deviceId === id),
    now,
  })
  const deviceFlow = new DeviceFlow({
    store: stores.deviceRequests,
    db,
    settings: stores.settings,
    audit,
    now,
  })
  const endDevices = (userId: string) => {
    devices.endAllOf(userId)
    deviceFlow.refuseAllOf(userId)
  }
  const primaryAccount = new PrimaryAccount({
    primary,
    settings: stores.settings,
    users: stores.users,
    sessions,
    db,
    audit,
    endAll: () => {
      sessions.endAllOf(PRIMARY_USER_ID)
      endDevices(PRIMARY_USER_ID)
    },
    now,
  })
  primaryAccount.endOutdated()
  const users = new Users({
    store: stores.users,
    db,
    audit,
    ownerEmail: settings.owner_email,
    workerProfiles: parts.workerProfiles,
    onPending: (user) =>
      alerts.raise({
        kind: 'user_pending',
        subject: `${nameOf(user)} waits for approval`,
        about: user.id,
        message: `${nameOf(user)} has signed in through ${user.issuer} for the first time, as user ${user.id}. Nothing works for them until you have approved them.`,
      }),
    onSettled: (id, auditActor, refused) =>
      alerts.settle(refused ? [id, ...devices.idsOf(id)] : [id], auditActor),
    endSessions: (id) => sessions.endAllOf(id),
    endDevices,
    deleteData: (id) => {
      sessions.forgetAllOf(id)
      deviceFlow.deleteAllOf(id)
      const deleted = parts
        .ownedData()
        .map((data) => ({ kind: data.kind, ...data.deleteOwned(ownerOfUser(id)) }))
      const counts = Object.fromEntries(deleted.map(({ kind, count }) => [kind, count]))
      return {
        counts: { ...counts, devices: devices.deleteAllOf(id) },
        afterwards: () => {
          for (const { kind, afterwards } of deleted)
            void Promise.try(async () => await afterwards?.()).catch((err) =>
              log.error({ kind, user: id, err }, 'Cannot delete all that a deleted user had'),
            )
        },
      }
    },
    onRefused: (id) => stopWork(({ owner }) => owner === ownerOfUser(id)),
    now,
  })
  return {
    primary,
    primaryAccount,
    keys,
    users,
    sessions,
    devices,
    deviceFlow,
    userCodeAttempts: new UserCodeAttempts({ db, rateLimits, sessions, audit }),
    refreshTokens: new RefreshTokens({ store: stores.refreshTokens, db, devices, alerts, now }),
    signingKeys: new SigningKeys({ folder: parts.folder, log, now }),
    callerCheck: new CallerCheck({ keys, users, devices }),
    ownerName: ownerNames(stores),
    workerGrants: new WorkerGrants({ keys, users: stores.users }),
    signIn: new SignIn({
      providers: createProviders(settings, { now, timeoutMs: parts.providerTimeoutMs }),
      users,
      sessions,
      now,
    }),
  }
}
