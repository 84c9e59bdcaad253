import { expect, test } from 'bun:test'
import type { ProfileBody } from '../../src/features/shared/profile-view.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick } from '../support/pick.ts'
import { requestAs } from '../support/process.ts'
import { head, openRaw } from '../support/raw-client.ts'
import { startService, type TestService } from '../support/service.ts'

const PATHS = ['/api/ai/agent', '/v1/chat/completions', '/api/ai/generate']
const GOOD = { generate: true, agent_engines: ['local'], agent_tasks: ['title'] }
const UNABLE: [string, Partial<ProfileBody>][] = [
  ['no ability', { agent_engines: ['local'] }],
  ['no engine', { generate: true, agent_tasks: ['title'], agent_engines: [] }],
]

/** Four keys, each with a body of which nothing comes: with a lease each, they would take all eight. */
function openSlowBodies(
  { port, makeKey }: TestService,
  profile: Partial<ProfileBody>,
  path: string,
) {
  return Array.from({ length: 4 }, () => makeKey(profile)).flatMap(({ authorization }) =>
    [1, 2].map(() =>
      openRaw(
        port,
        head(`POST ${path} HTTP/1.1`, `Authorization: ${authorization}`, 'Content-Length: 1000'),
      ),
    ),
  )
}

/** Before, such a key held a lease until its body had come, and was refused only then. */
test('keys without capabilities are 403 before their body is read, and use no lease', async () => {
  await using service = startService({ engines: [fakeEngine('local', saying('A title'))] })
  const good = service.makeKey(GOOD)
  const { admissions } = service.services
  for (const path of PATHS)
    for (const [what, profile] of UNABLE) {
      using clients = new DisposableStack()
      const slow = openSlowBodies(service, profile, path).map((client) => clients.use(client))
      const answers = await Promise.all(slow.map((client) => client.answer()))
      const told = answers.map(({ status, body }) => [status, pick(JSON.parse(body), 'code')])
      expect({ path, what, told }).toEqual({
        path,
        what,
        told: Array(8).fill([403, 'capability_denied']),
      })
      expect(admissions.of('model').state().admitted).toBe(0)
      const body = { task: 'title', input: 'x' }
      expect((await requestAs(service.url, good.key, 'POST', '/api/ai/agent', body)).status).toBe(
        200,
      )
    }
})
