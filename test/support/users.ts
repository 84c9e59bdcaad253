import type { Role, UserStatus } from '../../src/core/identity/users.ts'
import type { Services } from '../../src/services.ts'
import { AUDIT_ACTOR } from './audit-actor.ts'

export interface UserOptions {
  role?: Role
  status?: UserStatus
  email?: string
  name?: string
}

/** Creates a signed-in user with a browser session. */
export function makeUser(
  { users, sessions, origins }: Pick<Services, 'users' | 'sessions' | 'origins'>,
  { role = 'user', status = 'active', email = 'ann@example.test', name = 'Ann' }: UserOptions = {},
) {
  const subject = crypto.randomUUID()
  const { id } = users.signedIn({ issuer: 'https://id.example.test', subject, email, name })
  if (role !== 'pending') users.change(id, { role }, AUDIT_ACTOR)
  const token = sessions.start(id)
  if (status !== 'active') users.change(id, { status }, AUDIT_ACTOR)
  const origin = origins.main ?? 'http://localhost'
  const { host } = new URL(origin)
  const cookie = `${origins.isSecure(host) ? '__Host-' : ''}hearth=${token}`
  return {
    id,
    token,
    cookie,
    /** Headers of a request from a page of the service, at its public address or `localhost`. */
    headers: { cookie, host, origin },
    change: (change: { role?: Role; status?: UserStatus }) => users.change(id, change, AUDIT_ACTOR),
  }
}
