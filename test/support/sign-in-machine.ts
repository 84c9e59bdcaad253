import type { Machine, RunningCommand } from './hearth-command.ts'
import { makePerson } from './people.ts'
import type { TestService } from './service.ts'

type Person = ReturnType<typeof makePerson>

/** A person's decision in their browser about the code that a machine shows. */
export async function decide(
  service: TestService,
  person: Person,
  user_code: string,
  decision: 'approve' | 'deny' = 'approve',
): Promise<Response> {
  return await service.request('/code/approve', {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ user_code, decision }),
  })
}

/** The code that `hearth login` has shown. */
export function shownCode(login: RunningCommand): Promise<string> {
  return login.said(/^Type {3}([A-Z]{4}-[A-Z]{4})$/m)
}

/** Signs a machine in from end to end: the command, the code, the browser, the file. */
export async function signIn(
  service: TestService,
  machine: Machine,
  person: Person = makePerson(service.services),
) {
  const login = machine.start(['login', service.url, '--no-browser'])
  const decided = await decide(service, person, await shownCode(login))
  if (!decided.ok) throw new Error(`Not approved: ${decided.status} ${await decided.text()}`)
  const ended = await login.ended
  const credential = machine.credential(service.url)
  if (credential === undefined) throw new Error(`Not signed in: ${ended.stderr}`)
  return { ended, person, token: credential.access_token }
}
