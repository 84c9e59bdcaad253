import { expect, test } from 'bun:test'
import { gatedEngine, until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const ABLE = { generate: true, agent_engines: ['gated'] }

/** Two keys that have work queued; the first one's stream runs. */
async function busyService() {
  const gates = gatedEngine()
  const app = createTestApp({ engines: [gates.engine] })
  const [mine, other] = [app.makeKey(ABLE, 'mine'), app.makeKey(ABLE, 'other')]
  const stream = await app.request(
    '/v1/chat/completions',
    jsonInit(
      'POST',
      { model: 'auto', stream: true, messages: [{ role: 'user', content: 'running' }] },
      { authorization: mine.authorization },
    ),
  )
  const submit = async (prompt: string, headers: Record<string, string>) => {
    const body = { prompt, async: true }
    const made = await app.request('/api/ai/generate', jsonInit('POST', body, headers))
    return String(await pickFrom(made, 'job_id'))
  }
  const waiting = await submit('waiting', { authorization: mine.authorization })
  await submit('other', { authorization: other.authorization })
  return { app, gates, mine, stream, waiting }
}

async function queued({ services }: TestApp): Promise<string[]> {
  return (await services.queue.lanes())
    .flatMap(({ running, waiting }) => [...running, ...waiting])
    .map(({ task }) => task.caller.actor)
}

test('POST /admin/api-keys/{id}/revoke ends what the key has queued and running, and nothing else', async () => {
  const { app, gates, mine, stream, waiting } = await busyService()
  await using _ = app
  await until(() => gates.prompts.length === 1)
  expect(await queued(app)).toEqual(['mine', 'mine', 'other'])
  const revoked = await app.asOwner('POST', `/admin/api-keys/${mine.id}/revoke`)
  expect(revoked.status).toBe(200)
  await until(() => gates.prompts.length === 2)
  expect(gates.prompts).toEqual(['running', 'other'])
  expect(await queued(app)).toEqual(['other'])
  expect(await stream.text()).toContain('"error"')
  expect(
    app.services.jobs.get(`key:${mine.id}`, app.services.definitions.generate, waiting).status,
  ).toBe('cancelled')
})
