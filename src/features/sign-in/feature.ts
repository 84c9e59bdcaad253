import type { Core } from '../../create-core.ts'
import { browserApproveRoutes, canvasApproveRoutes, codeApproveRoutes } from './approve-routes.ts'
import { browserCodeRoutes } from './browser-code-routes.ts'
import { joinRoutes } from './join-routes.ts'
import { homeRoutes, signInRoutes } from './login-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'

/** Signing in with a browser, and approving devices there. */
export function createSignIn(core: Core) {
  return {
    name: 'sign-in',
    sweeps: [core.invites],
    routes: () => [
      signInRoutes(core),
      joinRoutes(core),
      browserCodeRoutes(core),
      passkeyRoutes(core),
      homeRoutes(core),
      codeApproveRoutes(core),
      canvasApproveRoutes(core),
      browserApproveRoutes(core),
    ],
  }
}
