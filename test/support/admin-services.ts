import type { Caller } from '../../src/core/caller.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { poolEngine } from './accounts.ts'
import { fakeEngine, hanging } from './engines.ts'
import { jsonInit, startService, type TestService } from './service.ts'
import { makeUser } from './users.ts'

const DAY_MS = 86_400_000
/** What people, clients and tools may call themselves, and say. */
export const HOSTILE = {
  label: `<img src=x onerror=alert(1)>${'w'.repeat(170)}`,
  email: `${'x'.repeat(200)}"><script>alert(1)</script>\u202Egnp@example.test`,
  agent: `<svg onload=alert(1)>\u202E${'a'.repeat(1000)}`,
  evidence: `<b>bold</b> \u001b[31mred\u001b[0m \u202eexe.png ${'y'.repeat(1000)}`,
} as const

/** A service with nothing in it. */
export const startEmptyService = () => startService({ heavyWidth: 1 })

/** A service with engines, people, keys, usage, alerts and a queue, some with hostile names. */
export async function startFilledService() {
  let daysAgo = 0
  const { engine, failures } = poolEngine(['home', 'work'], { label: 'Claude', kind: 'claude' })
  const hostile = poolEngine(['only'], {
    id: 'hostile',
    label: HOSTILE.label,
    models: [`<svg onload=alert(1)>${'z'.repeat(300)}`, 'm-0', 'm-1', 'm-2', 'm-3', 'm-4', 'm-5'],
  })
  const until = Date.now() + 3_600_000
  failures.set('home', new EngineFailure('quota', 'usage limit reached', { until }))
  hostile.failures.set('only', new EngineFailure('signed_out', HOSTILE.evidence))
  const local = fakeEngine('local', hanging(), { label: 'Qwen on the big machine' })
  const service = startService({
    engines: [local, engine, hostile.engine],
    heavyWidth: 1,
    now: () => Date.now() - daysAgo * DAY_MS,
  })
  const { services } = service
  for (const path of ['pool/accounts/home', 'hostile/accounts/only'])
    await service.asOwner('POST', `/admin/engines/${path}/probe`)
  const people = [
    makeUser(services, { role: 'admin', email: 'owner@example.test' }),
    makeUser(services, { email: 'ann@example.test' }),
    makeUser(services, { status: 'suspended', email: 'ben@example.test' }),
    makeUser(services, { role: 'pending', email: 'guest@example.test' }),
    makeUser(services, { role: 'pending', email: HOSTILE.email }),
  ]
  const ann = people[1]?.id ?? ''
  services.sessions.start(ann, { address: '192.0.2.7', userAgent: HOSTILE.agent })
  const kitchen = service.makeKey({ generate: true, agent_engines: ['local', 'gone'] }, 'kitchen')
  const odd = service.makeKey({ generate: true, agent_engines: ['*'] }, HOSTILE.label)
  const old = service.makeKey({}, 'old laptop')
  await service.asOwner('POST', `/admin/api-keys/${old.id}/revoke`)
  await service.asOwner('PATCH', `/admin/api-keys/${kitchen.id}`, {
    project: 'house',
    product: HOSTILE.label,
    expires_at: '2099-12-31T23:59:59Z',
  })
  services.alerts.raise({ kind: 'test', subject: HOSTILE.label, message: HOSTILE.evidence })
  for (daysAgo = 40; daysAgo >= 0; daysAgo -= 1)
    await recordDay(service, daysAgo, [
      { keyId: kitchen.id, actor: 'kitchen', project: 'house' },
      { keyId: odd.id, actor: HOSTILE.label, project: null },
      { keyId: null, actor: 'ann@example.test', owner: ann, project: null },
    ])
  daysAgo = 0
  const asking = ['one', 'two'].map((prompt) =>
    service.request(
      '/api/ai/generate',
      jsonInit('POST', { prompt, engine: 'local' }, { authorization: odd.authorization }),
    ),
  )
  return {
    ...service,
    ids: { person: ann, key: kitchen.id, revoked: old.id },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await Promise.all(asking)
    },
  }
}

type Owner = Pick<Caller, 'keyId' | 'actor' | 'project'> & { owner?: string }

/** Records some calls of each owner, a few more on some days than on others. */
async function recordDay(
  { services: { usage } }: Pick<TestService, 'services'>,
  day: number,
  owners: readonly Owner[],
): Promise<void> {
  const writes = owners.map((given, index) => {
    const outcome = (day + index) % 9 === 0 ? 'timeout' : 'succeeded'
    const call = {
      type: 'model_call',
      surface: index % 2 === 0 ? 'chat' : 'generate',
      engine: index % 3 === 0 ? 'local' : 'pool',
      ...(index % 2 === 0
        ? { account: 'home', model: 'small' }
        : { account: 'work', model: 'large' }),
      ...{ outcome, queueMs: 100 * ((day * 7 + index) % 20), firstTextMs: 400, totalMs: 3_000 },
      ...{ charactersIn: 400, charactersOut: 900 },
    } as const
    const caller = {
      ...{ owner: given.keyId ?? given.actor, ...given, product: null, engines: null },
      requestId: `request-${day}-${index}`,
    }
    const calls = Array.from({ length: 1 + ((day * 5 + index) % 7) }, () => call)
    const agent = { type: 'credit', surface: 'agent', action: 'agent', units: 1, outcome } as const
    return usage.record(caller, [...calls, agent])
  })
  await Promise.all(writes)
}
