/** The credentials of the service, in words and as OpenAPI has them. */
export const SECURITY_SCHEMES = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: the Primary Key, which may do everything, or a custom key, which may do what its profile grants. `Authorization: Bearer KEY`',
  },
  x_api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same keys, for programs that send them in this header.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-hearth',
    description:
      'The session of a browser that has signed in at `/login`. It has the permissions of its user: `/admin` needs an admin. Where `BASE_URL` is plain http on loopback, the cookie is named `hearth`.',
  },
  device_token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of one machine or one canvas app that a user has approved by a code. It is valid on its own paths only: `hcd_…` under `/api/code`, where it may also stand in `x-api-key`; an access token of 60 seconds under `/api/canvas`.',
  },
} as const

type SchemeName = keyof typeof SECURITY_SCHEMES

interface GuardWords {
  /** Any one of them is enough. */
  schemes: readonly SchemeName[]
  /** Whether a caller on the trusted local network needs none of them. */
  local?: true
  /** Who is let in, as the end of "Needs …". */
  needs: string
}

const KEYS = ['api_key', 'x_api_key', 'session'] as const
const USER = { schemes: KEYS, needs: 'an API key or a session' }
const ADMIN = { schemes: KEYS, needs: 'the Primary Key or the session of an admin' }

/** What a caller of each guard needs. */
const GUARDS: Readonly<Record<string, GuardWords>> = {
  require_api_key: USER,
  require_user: USER,
  require_user_or_local: { ...USER, local: true },
  require_admin: ADMIN,
  require_admin_or_local: { ...ADMIN, local: true },
  require_session: { schemes: ['session'], needs: 'the session of an approved user' },
  require_sign_in: { schemes: ['session'], needs: 'a session' },
  require_device: { schemes: ['device_token'], needs: 'the token of an approved machine' },
  require_mcp: {
    schemes: [...KEYS, 'device_token'],
    needs: 'an API key, a session, or where OAuth is on a token of an approved app',
  },
  require_canvas: { schemes: ['device_token'], needs: 'an access token of a paired canvas app' },
}

interface Credentials {
  /** Ways to be let in, by scheme with the permissions it must have; an empty one needs none. */
  security: readonly Readonly<Record<string, readonly string[]>>[]
  /** For people; undefined for a route that is open to all. */
  needs?: string
}

/**
 * The credentials of a route.
 *
 * @param security Of the route: its guard, with the capability that a custom key must have
 * @throws {Error} For a guard that is not described
 */
export function credentialsOf(security: unknown): Credentials {
  const [requirement] = Array.isArray(security) ? security : []
  const [entry] = Object.entries<readonly string[]>(Object(requirement))
  if (entry === undefined) return { security: [] }
  const [guard, capabilities] = entry
  const words = GUARDS[guard]
  if (words === undefined) throw new Error(`The guard ${guard} is not described`)
  const { schemes, local, needs } = words
  const ability = capabilities.length === 0 ? '' : ` with the permission \`${capabilities.join()}\``
  return {
    security: [
      ...schemes.map((scheme) => ({ [scheme]: scheme === 'session' ? [] : capabilities })),
      ...(local ? [{}] : []),
    ],
    needs:
      needs.replace('an API key', `an API key${ability}`) +
      (local ? '; callers in `TRUSTED_NETWORKS` need none' : ''),
  }
}
