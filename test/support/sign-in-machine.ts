import { Credentials } from '../../src/client/credentials.ts'
import type { Machine, RunningCommand } from './hearth-command.ts'
import type { TestService } from './service.ts'
import { makeUser } from './users.ts'

type TestUser = ReturnType<typeof makeUser>

/** A user's decision in the browser about a code. */
export function decide(
  service: TestService,
  person: TestUser,
  user_code: string,
  decision: 'approve' | 'deny' = 'approve',
): Promise<Response> {
  return service.request('/code/approve', {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ user_code, decision }),
  })
}

/** The code that `hearth login` has shown. */
export function shownCode(login: RunningCommand): Promise<string> {
  return login.untilStdout(/^Type {3}([A-Z]{4}-[A-Z]{4})$/m)
}

/** Signs a machine in end to end: the command, the code, the browser. */
export async function signIn(service: TestService, machine: Machine, person: TestUser) {
  const login = machine.start(['login', service.url, '--no-browser'])
  const decided = await decide(service, person, await shownCode(login))
  if (!decided.ok) throw new Error(`Not approved: ${decided.status} ${await decided.text()}`)
  return login.ended
}

/** A signed-in machine: the result of `hearth login` without its waits. */
export function signedInMachine(service: TestService, machine: Machine, expiresAt?: Date) {
  const person = makeUser(service.services)
  const { credential, expiresInSeconds } = service.services.devices.createCode({
    userId: person.id,
    name: 'laptop',
    address: '127.0.0.1',
  })
  const end = expiresAt ?? new Date(Date.now() + expiresInSeconds * 1000)
  new Credentials({ path: machine.path, note: () => undefined }).save(service.url, {
    access_token: credential,
    expires_at: end.toISOString(),
  })
  return { person, token: credential }
}
