import { expect, test } from 'bun:test'
import { createDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pick } from '../support/pick.ts'
import { createTestApp, jsonInit, type TestApp } from '../support/service.ts'

const PATH = '/api/code/v1/responses'

function device(service: TestApp) {
  const { headers } = createDevice(service)
  return async (method: string, path: string, body?: unknown, signal?: AbortSignal) => {
    const init = { ...jsonInit(method, body, headers), signal: signal ?? null }
    const answer = await service.request(path, init)
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
}

test('a code assistant reads, lists and deletes what it has had kept, and keys of others do not', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('Yes'))] })
  const ask = device(service)
  const made = await ask('POST', PATH, { model: 'auto', input: 'hi' })
  const path = `${PATH}/${pick(made.body, 'id')}`
  expect(await ask('GET', path)).toEqual({ status: 200, body: made.body })
  const items = await ask('GET', `${path}/input_items`)
  expect(items.body).toMatchObject({ data: [{ role: 'user' }], has_more: false })
  expect((await ask('POST', `${path}/cancel`)).status).toBe(422)
  const key = service.makeKey()
  const other = `/v1/responses/${pick(made.body, 'id')}`
  expect((await service.request(other, jsonInit('GET', undefined, key))).status).toBe(404)
  expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { deleted: true } })
  expect(await ask('GET', path)).toMatchObject({
    status: 404,
    body: { error: { type: 'invalid_request_error' } },
  })
})

test('a code assistant has an answer in the background, and cancels it', async () => {
  const gates = gatedEngine()
  await using service = createTestApp({ engines: [gates.engine] })
  const ask = device(service)
  const made = await ask('POST', PATH, { model: 'auto', input: 'hi', background: true })
  expect(made).toMatchObject({ status: 200, body: { background: true, output: [] } })
  const path = `${PATH}/${pick(made.body, 'id')}`
  await until(() => gates.prompts.length === 1)
  expect((await ask('GET', path)).body).toMatchObject({ status: 'in_progress' })
  expect((await ask('POST', `${path}/cancel`)).body).toMatchObject({ status: 'cancelled' })
})

test('an answer in the background whose client leaves before it can start has ended', async () => {
  const gates = gatedEngine()
  await using service = createTestApp({ engines: [gates.engine] })
  const ask = device(service)
  const hold = (input: string) => ask('POST', PATH, { model: 'auto', input, store: false })
  const held = [hold('one'), hold('two')]
  const { admissions, responses } = service.services
  await until(() => admissions.of('model').state().admitted === 2)
  const leaving = new AbortController()
  const ids: string[] = []
  const keep = responses.keep.bind(responses)
  responses.keep = async (response) => {
    const isKept = await keep(response)
    ids.push(response.id)
    leaving.abort()
    return isKept
  }
  await ask('POST', PATH, { model: 'auto', input: 'hi', background: true }, leaving.signal)
  await until(() => ids.length === 2)
  const [id = ''] = ids
  expect(ids[1]).toBe(id)
  const ended = await ask('GET', `${PATH}/${id}`)
  expect(ended.body).toMatchObject({ status: 'cancelled', output: [] })
  for (const prompt of ['one', 'two']) gates.release(prompt)
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
})
