import type { Transactor } from '../../db/open.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import type { WriteBatch } from '../../db/write-batch.ts'
import type { Log } from '../../platform/log.ts'
import { type AlertText, alertText } from '../alert-texts.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import type { Caller } from '../caller.ts'
import type { RateLimits } from '../rate-limits.ts'
import { callerOf, keyIdOfOwner, ownerOf, ownerOfKey, ownerOfUser, userIdOf } from './actor.ts'
import { DeviceFlow } from './devices/device-flow.ts'
import type { DeviceRequestStore } from './devices/device-request-store.ts'
import type { DeviceStore } from './devices/device-store.ts'
import { Devices } from './devices/devices.ts'
import type { RefreshTokenStore } from './devices/refresh-token-store.ts'
import { RefreshTokens } from './devices/refresh-tokens.ts'
import { CANVAS_KEYS, MCP_KEYS, SigningKeys } from './devices/signing-keys.ts'
import { UserCodeAttempts } from './devices/user-code-attempts.ts'
import { Identities } from './identities.ts'
import type { InviteStore } from './invite-store.ts'
import { Invites } from './invites.ts'
import type { KeyStore } from './key-store.ts'
import { Keys } from './keys.ts'
import { PRIMARY_LABEL } from './labels.ts'
import type { PasskeyStore } from './passkey-store.ts'
import { Passkeys } from './passkeys.ts'
import { PrimaryAccount } from './primary-account.ts'
import { PrimaryKey } from './primary-key.ts'
import { RestorableUsers } from './restorable-users.ts'
import type { SessionStore } from './session-store.ts'
import { Sessions } from './sessions.ts'
import { GitHubProvider } from './sign-in/github.ts'
import type { IdentityProvider } from './sign-in/oauth-client.ts'
import { OidcProvider } from './sign-in/oidc.ts'
import { SignIn } from './sign-in/sign-in.ts'
import { PRIMARY_USER_ID, type UserStore } from './user-store.ts'
import { nameOf, Users } from './users.ts'
import { WorkerGrants } from './worker-grants.ts'

interface IdentityParts {
  settings: SignInSettings & { primary_key?: string; owner_email?: string }
  stores: {
    deviceRequests: DeviceRequestStore
    devices: DeviceStore
    invites: InviteStore
    keys: KeyStore
    passkeys: PasskeyStore
    refreshTokens: RefreshTokenStore
    sessions: SessionStore
    settings: SettingStore
    users: UserStore
  }
  db: Transactor
  batch: WriteBatch
  audit: Audit
  rateLimits: RateLimits
  alerts: {
    /** Alerts the owner. */
    raise(alert: AlertText & { about: string }): void
    /** Closes what was raised about users and devices, in the transaction of a change. */
    settle(ids: readonly string[], auditActor: AuditActor): void
  }
  /** Ends what waits and runs for callers that may do nothing any more. */
  stopWork: (matches: (caller: StoppedCaller) => boolean) => void
  /** What is deleted with a user. */
  ownedData: readonly OwnedData[]
  /** Profiles of workers that there are. */
  workerProfiles: () => readonly string[]
  /** Where signing keys are kept; undefined keeps them in memory. */
  folder: string | undefined
  providerTimeoutMs: number
  log: Log
  now: () => number
}

/** Whose work is to end. */
interface StoppedCaller {
  owner: string
  deviceId?: string | undefined
  keyId?: string | null | undefined
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
    userName: (id) => {
      const user = stores.users.byId(id)
      return user === undefined ? id : nameOf(user)
    },
    onRevoked(id) {
      stopWork(({ owner, keyId }) => owner === ownerOfKey(id) || keyId === id)
      for (const data of parts.ownedData)
        if (data.isOfUseToKeyOnly === true)
          db.transaction(() => void data.deleteOwned(ownerOfKey(id)))
    },
    now,
  })
  const isAccountCurrent = (userId: string) => primaryAccount.isCurrent(userId)
  const sessions = new Sessions({
    store: stores.sessions,
    db,
    batch,
    audit,
    isAccountCurrent,
    now,
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
  const endAccess = (userId: string) => {
    endDevices(userId)
    keys.endAllOf(userId)
    invites.endAllOf(userId)
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
      stores.invites.revokeOf(PRIMARY_USER_ID, now())
    },
    now,
  })
  primaryAccount.endOutdated()
  const users = new Users({
    store: stores.users,
    db,
    audit,
    ownerEmail: settings.owner_email,
    isKeyName: (name) => stores.keys.hasLabel(name),
    workerProfiles: parts.workerProfiles,
    onPending: (user) =>
      alerts.raise({
        ...alertText('user_pending', { name: nameOf(user), issuer: user.issuer, id: user.id }),
        about: user.id,
      }),
    onSettled: (id, auditActor, refused) =>
      alerts.settle(refused ? [id, ...devices.idsOf(id)] : [id], auditActor),
    endSessions: (id) => sessions.endAllOf(id),
    endAccess,
    deleteData: (id) => {
      sessions.forgetAllOf(id)
      invites.forgetAllOf(id)
      passkeys.deleteAllOf(id)
      deviceFlow.deleteAllOf(id)
      const deleted = parts.ownedData.map((data) => ({
        kind: data.kind,
        ...data.deleteOwned(ownerOfUser(id)),
      }))
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
  const passkeys = new Passkeys({
    store: stores.passkeys,
    db,
    users,
    sessions,
    audit,
    alerts,
    now,
  })
  const identities = new Identities({
    store: stores.users,
    db,
    audit,
    hasPasskey: (userId) => passkeys.has(userId),
    now,
  })
  const invites = new Invites({
    store: stores.invites,
    db,
    userStore: stores.users,
    users,
    sessions,
    isAccountCurrent,
    audit,
    now,
  })
  const tokens = { store: stores.refreshTokens, db, devices, alerts, now }
  return {
    restorableUsers: new RestorableUsers({
      users: stores.users,
      passkeys: stores.passkeys,
      keys: {
        actor: (id) => keys.actor(id),
        hasLabel: (name) => stores.keys.hasLabel(name),
      },
      db,
    }),
    primary,
    primaryAccount,
    keys,
    users,
    identities,
    invites,
    passkeys,
    sessions,
    devices,
    deviceFlow,
    userCodeAttempts: new UserCodeAttempts({ db, rateLimits, sessions, audit }),
    refreshTokens: new RefreshTokens({ ...tokens, surface: 'canvas' }),
    mcpRefreshTokens: new RefreshTokens({ ...tokens, surface: 'mcp' }),
    signingKeys: new SigningKeys({ ...CANVAS_KEYS, folder: parts.folder, log, now }),
    mcpSigningKeys: new SigningKeys({ ...MCP_KEYS, folder: parts.folder, log, now }),
    callerCheck: new CallerCheck({ keys, users, devices }),
    ownerName: ownerNames(stores),
    workerGrants: new WorkerGrants({ keys, users: stores.users }),
    signIn: new SignIn({
      providers: createProviders(settings, { now, timeoutMs: parts.providerTimeoutMs }),
      users,
      sessions,
      invites,
      identities,
      now,
    }),
  }
}

interface CallerCheckOptions {
  keys: Pick<Keys, 'actor'>
  users: Pick<Users, 'isApproved' | 'isAdmin'>
  devices: Pick<Devices, 'isActive'>
}

/** Checks the callers of queued work again: a key, a user or a device may have changed since. */
class CallerCheck {
  readonly #options: CallerCheckOptions

  constructor(options: CallerCheckOptions) {
    this.#options = options
  }

  /**
   * The caller with the rights that it has now; its owner and request id stay the same.
   *
   * @returns undefined when the key was revoked or has expired, the user is no longer active and
   * approved, or the device was revoked or has expired. The Primary Key and local callers always
   * pass.
   */
  current(caller: Caller): Caller | undefined {
    const { keys, users, devices } = this.#options
    if (caller.keyId !== null) {
      const actor = keys.actor(caller.keyId)
      return actor && callerOf(actor, caller.requestId)
    }
    if (caller.deviceId !== undefined && !devices.isActive(caller.deviceId)) return undefined
    const userId = userIdOf(caller.owner)
    if (userId === undefined) return caller
    if (!users.isApproved(userId)) return undefined
    // The user may have been an admin when the work was queued.
    return caller.isOwner === true && !users.isAdmin(userId)
      ? { ...caller, isOwner: false }
      : caller
  }
}

/** What was deleted of one kind. */
interface DeletedData {
  /** How many conversations, jobs or files, for the audit; absent where the database does not say. */
  count?: number
  /** Called once the deletion is committed, for what is not in the database. */
  afterwards?: () => void | Promise<void>
}

/** Data of one kind that users have, and that is deleted with them. */
export interface OwnedData {
  /** In the audit: `conversations`. */
  kind: string
  /** Deletes the rows of an owner. Called in the transaction that deletes the user. */
  deleteOwned(owner: string): DeletedData
  /** Whether it is deleted as soon as a key is revoked, because nobody else can use it. */
  isOfUseToKeyOnly?: boolean
}

interface OwnerNameStores {
  keys: Pick<KeyStore, 'byId'>
  users: Pick<UserStore, 'byId'>
}

const PRIMARY_OWNER = ownerOf({ kind: 'primary' })

/** The name of an owner of jobs, as people know it; the owner's id where nothing is known of it. */
function ownerNames({ keys, users }: OwnerNameStores): (owner: string) => string {
  return (owner) => {
    if (owner === PRIMARY_OWNER) return PRIMARY_LABEL
    const keyId = keyIdOfOwner(owner)
    if (keyId !== undefined) return keys.byId(keyId)?.label ?? owner
    const userId = userIdOf(owner)
    const user = userId === undefined ? undefined : users.byId(userId)
    return user === undefined ? owner : nameOf(user)
  }
}

const GOOGLE_ISSUER = 'https://accounts.google.com'

/** The clients that this service has at identity providers. */
interface SignInSettings {
  oidc_issuer?: string
  oidc_client_id?: string
  oidc_client_secret?: string
  oidc_label?: string
  google_client_id?: string
  google_client_secret?: string
  github_client_id?: string
  github_client_secret?: string
}

interface ProviderOptions {
  now: () => number
  /** Of each answer of a provider. */
  timeoutMs: number
}

/** The identity providers that the settings name, in the order in which they are offered. */
function createProviders(
  settings: SignInSettings,
  { now, timeoutMs }: ProviderOptions,
): IdentityProvider[] {
  const providers: IdentityProvider[] = []
  const { oidc_issuer: issuer, oidc_label } = settings
  if (issuer !== undefined) {
    const label = oidc_label ?? new URL(issuer).host
    providers.push(
      new OidcProvider(
        {
          id: 'oidc',
          label,
          issuer,
          timeoutMs,
          ...client(settings.oidc_client_id, settings.oidc_client_secret),
        },
        now,
      ),
    )
  }
  if (settings.google_client_id !== undefined) {
    providers.push(
      new OidcProvider(
        {
          id: 'google',
          label: 'Google',
          issuer: GOOGLE_ISSUER,
          timeoutMs,
          ...client(settings.google_client_id, settings.google_client_secret),
        },
        now,
      ),
    )
  }
  if (settings.github_client_id !== undefined) {
    providers.push(
      new GitHubProvider({
        timeoutMs,
        ...client(settings.github_client_id, settings.github_client_secret),
      }),
    )
  }
  return providers
}

/** The settings were checked: a client has both or neither. */
function client(clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === undefined || clientSecret === undefined) {
    throw new Error('A client of an identity provider has a name and a secret')
  }
  return { clientId, clientSecret }
}
