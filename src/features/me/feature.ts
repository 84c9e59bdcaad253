import { userIdOf } from '../../core/identity/actor.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Identities } from '../../core/identity/identities.ts'
import type { Keys } from '../../core/identity/keys.ts'
import type { Passkeys } from '../../core/identity/passkeys.ts'
import { PRIMARY_USER_ID } from '../../core/identity/user-store.ts'
import type { Users } from '../../core/identity/users.ts'
import { type ArchiveEntry, type PersonalData, textEntry } from '../../core/personal-data.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { Core } from '../../create-core.ts'
import { meIdentityRoutes } from './identity-routes.ts'
import { meKeyRoutes, type OwnKeyServices } from './key-routes.ts'
import { mePasskeyRoutes } from './passkey-routes.ts'
import { memberNameRoutes, meRoutes } from './routes.ts'

/** Of each kind of what signs in; nobody has nearly as many. */
const MAX_LISTED = 1_000

interface PersonalAccountOptions {
  users: Pick<Users, 'get'>
  identities: Pick<Identities, 'list'>
  passkeys: Pick<Passkeys, 'list'>
  devices: Pick<Devices, 'list'>
  keys: Pick<Keys, 'list'>
  usage: Pick<Usage, 'csvOfOwner'>
  now: () => number
}

/** Who somebody is here, and what they have used, for their archive. No secret is in it. */
function personalAccount(options: PersonalAccountOptions): PersonalData {
  const { usage, now } = options
  return {
    kind: 'account',
    count: () => 1,
    async *entries(owner) {
      const account = JSON.stringify(accountOf(options, owner), null, 1)
      yield { thing: 1, ...(await textEntry('account.json', now(), [`${account}\n`])) }
      const lines = await Array.fromAsync(usage.csvOfOwner(owner))
      const csv: ArchiveEntry = await textEntry('usage.csv', now(), lines)
      yield { thing: 1, ...csv }
    },
  }
}

function accountOf(
  { users, identities, passkeys, devices, keys }: PersonalAccountOptions,
  owner: string,
): object {
  const id = userIdOf(owner)
  if (id === undefined) return { id: PRIMARY_USER_ID, role: 'admin' }
  return {
    ...users.get(id),
    identities: identities.list(id),
    passkeys: passkeys.list(id).map(({ id: credential, name, createdAt }) => ({
      id: credential,
      name,
      createdAt,
    })),
    devices: devices.list(MAX_LISTED, undefined, id).items,
    keys: keys.list(MAX_LISTED, undefined, { userId: id }).items,
  }
}

/** The own account, its sessions and devices. */
export function createMe(core: Core, parts: Pick<OwnKeyServices, 'knownNames'>) {
  return {
    name: 'me',
    personalData: [personalAccount(core)],
    routes: () => [
      meRoutes(core),
      memberNameRoutes(core),
      meIdentityRoutes(core),
      mePasskeyRoutes(core),
      meKeyRoutes({ ...core, ...parts }),
    ],
  }
}
