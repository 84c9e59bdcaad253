import type { Core } from '../../create-core.ts'
import { meIdentityRoutes } from './identity-routes.ts'
import { meKeyRoutes, type OwnKeyServices } from './key-routes.ts'
import { mePasskeyRoutes } from './passkey-routes.ts'
import { personalAccount } from './personal-account.ts'
import { memberNameRoutes, meRoutes } from './routes.ts'

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
