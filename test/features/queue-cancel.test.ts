import { expect, test } from 'bun:test'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'

async function queue(service: TestApp) {
  const page = await (await service.asOwner('GET', '/admin/queue')).json()
  return { running: pickList(page, 'running'), waiting: pickList(page, 'waiting') }
}

test('the owner cancels what runs and what waits, and the audit says so', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = createTestApp({ upstream: upstream.url })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['*'] }, 'kitchen')
  const chat = await service.request(
    '/v1/chat/completions',
    jsonInit(
      'POST',
      { model: 'local', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      { authorization },
    ),
  )
  await upstream.until(() => upstream.requests.length === 1)
  const job = { prompt: 'Later', async: true }
  const made = await service.request('/api/ai/generate', jsonInit('POST', job, { authorization }))
  const jobPath = `/api/ai/generate/${await pickFrom(made, 'job_id')}`
  const before = await queue(service)
  expect([before.running.length, before.waiting.length]).toEqual([1, 1])

  const cancel = (run: unknown) => service.asOwner('POST', `/admin/queue/${pick(run, 'id')}/cancel`)
  const stranger = service.makeKey({ generate: true, agent_engines: ['*'] }, 'garden')
  const path = `/admin/queue/${pick(before.waiting[0], 'id')}/cancel`
  const foreign = { method: 'POST', headers: { authorization: stranger.authorization } }
  expect((await service.request(path, foreign)).status).toBe(403)
  expect((await cancel(before.waiting[0])).status).toBe(204)
  expect((await cancel(before.waiting[0])).status).toBe(404)
  const record = await (await service.request(jobPath, { headers: { authorization } })).json()
  expect(pick(record, 'status')).toBe('cancelled')

  expect((await cancel(before.running[0])).status).toBe(204)
  const text = await chat.text()
  expect(text).toContain('The owner of this service has cancelled the request')
  expect(text).toEndWith('data: [DONE]\n\n')
  await upstream.until(() => upstream.aborted === 1)
  expect(await queue(service)).toEqual({ running: [], waiting: [] })
  const audit = await (await service.asOwner('GET', '/admin/audit')).json()
  expect(pickList(audit, 'items').slice(0, 2)).toMatchObject([
    { action: 'run.cancel', before: { kind: 'chat', actor: 'kitchen', status: 'running' } },
    { action: 'run.cancel', before: { kind: 'generate', actor: 'kitchen', status: 'waiting' } },
  ])
})
