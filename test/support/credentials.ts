import type { ProfileBody } from '../../src/surfaces/kit/profile-view.ts'
import { AUDIT_ACTOR } from './audit-actor.ts'
import { PRIMARY_KEY, type TestApp } from './service.ts'
import { makePerson, type PersonOptions } from './users.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** One caller: what its requests carry, and from which address they come. */
export interface Credential {
  headers: Record<string, string>
  address: string
}

/** In the house and trusted, and out in the world. */
const HOUSE = '127.0.0.1'
const WORLD = '203.0.113.9'
const HOST = { host: 'localhost' }

/**
 * Every kind of credential, fresh: a request may use one up.
 *
 * @param wait Moves the service's clock
 */
export function makeCredentials(app: TestApp, wait: (ms: number) => void) {
  const { services } = app
  const bearer = (token: string): Credential => ({
    headers: { ...HOST, authorization: `Bearer ${token}` },
    address: WORLD,
  })
  const person = (options: PersonOptions): Credential => ({
    headers: makePerson(services, options).headers,
    address: WORLD,
  })
  const key = (profile: Partial<ProfileBody>) => app.makeKey(profile)
  const device = () => {
    const { id } = makePerson(services)
    const made = { userId: id, name: 'laptop', address: WORLD }
    return services.devices.createCode(made).credential
  }
  const canvas = () => {
    const { id } = makePerson(services)
    return services.refreshTokens.pair({ userId: id, name: 'Studio', address: WORLD })
  }
  const access = () => services.canvasTokens.issuer()(canvas())
  return {
    none: () => ({ headers: HOST, address: WORLD }),
    local: () => ({ headers: HOST, address: HOUSE }),
    primary: () => bearer(PRIMARY_KEY),
    'custom without ability': () => bearer(key({}).key),
    'custom with ability': () =>
      bearer(
        key({ generate: true, media: true, agent_engines: ['local'], agent_tasks: ['title'] }).key,
      ),
    revoked: () => {
      const { key: text, id } = key({ generate: true, media: true })
      services.keys.revoke(id, AUDIT_ACTOR)
      return bearer(text)
    },
    expired: () => {
      const { key: text, id } = key({ generate: true, media: true })
      services.keys.change(id, { expiresAt: services.now() + DAY_MS }, AUDIT_ACTOR)
      wait(DAY_MS)
      return bearer(text)
    },
    pending: () => person({ role: 'pending' }),
    user: () => person({ role: 'user' }),
    admin: () => person({ role: 'admin' }),
    suspended: () => person({ status: 'suspended' }),
    deleted: () => person({ status: 'deleted' }),
    'ended session': () => {
      const { headers, token } = makePerson(services)
      services.sessions.end(token)
      return { headers, address: WORLD }
    },
    device: () => bearer(device()),
    'expired device': () => {
      const credential = device()
      wait(90 * DAY_MS)
      return bearer(credential)
    },
    canvas: async () => bearer(await access()),
    'expired canvas': async () => {
      const token = await access()
      wait(61_000)
      return bearer(token)
    },
    'refresh token': () => bearer(canvas().refreshToken),
  } satisfies Record<string, () => Credential | Promise<Credential>>
}
export type CredentialKind = keyof ReturnType<typeof makeCredentials>
