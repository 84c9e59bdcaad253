import { expect, test } from 'bun:test'
import { MAX_STORED_RESPONSE_BYTES } from '../../src/features/chat/responses/stored-responses.ts'
import { fakeEngine, hanging, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, type TestApp } from '../support/service.ts'

const PATH = '/v1/responses'
const BACKGROUND = { model: 'auto', input: 'hi', background: true }

async function start(service: TestApp): Promise<string> {
  const answer: unknown = await (await service.asOwner('POST', PATH, BACKGROUND)).json()
  expect(answer).toMatchObject({ background: true, output: [], store: true })
  expect(['queued', 'in_progress']).toContain(String(pick(answer, 'status')))
  return `${PATH}/${pick(answer, 'id')}`
}

const read = async (service: TestApp, path: string): Promise<unknown> =>
  (await service.asOwner('GET', path)).json()

test('an answer in the background goes on without its client, in the queue and within its leases', async () => {
  const gates = gatedEngine()
  await using service = createTestApp({ engines: [gates.engine] })
  const paths = [await start(service), await start(service)]
  await until(() => gates.prompts.length === 1)
  const states = await Promise.all(paths.map((path) => read(service, path)))
  expect(states.map((one) => pick(one, 'status'))).toEqual(['in_progress', 'queued'])
  const { admissions } = service.services
  expect(admissions.of('model').state().admitted).toBe(2)
  await service.asOwner('POST', `${paths[1]}/cancel`)
  expect(await read(service, paths[1] ?? '')).toMatchObject({ status: 'cancelled', error: null })
  await service.asOwner('POST', `${paths[0]}/cancel`)
  expect(await read(service, paths[0] ?? '')).toMatchObject({ status: 'cancelled' })
  await until(() => admissions.of('model').state().admitted === 0)
})

test('an answer in the background is complete later, and can be continued', async () => {
  const go = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* answer() {
    await go.promise
    yield [
      { type: 'text', text: 'Done' },
      { type: 'finish', reason: 'stop' },
    ]
  })
  await using service = createTestApp({ engines: [engine] })
  const path = await start(service)
  const id = path.slice(PATH.length + 1)
  const early = { ...BACKGROUND, background: false, previous_response_id: id }
  expect((await service.asOwner('POST', PATH, early)).status).toBe(422)
  go.resolve()
  await service.services.runs.settled()
  expect(await read(service, path)).toMatchObject({
    status: 'completed',
    output: [{ content: [{ text: 'Done' }] }],
  })
  expect((await service.asOwner('POST', PATH, early)).status).toBe(200)
  const cancelled = await service.asOwner('POST', `${path}/cancel`)
  expect(await pickFrom(cancelled, 'status')).toBe('completed')
})

test('an answer in the background that a stop or a crash cuts off has failed, in words', async () => {
  using folder = tempFolder()
  const options = {
    engines: [fakeEngine('local', hanging())],
    env: { DATA_DIR: folder.path },
  }
  const paths: string[] = []
  {
    await using service = createTestApp(options)
    paths.push(await start(service))
    // As a crash leaves it.
    const caller = { owner: 'primary', actor: 'primary', keyId: null, project: null }
    await service.services.responses.keep({
      ...{ id: 'resp_crash', previousId: undefined, isActive: true },
      caller: { ...caller, product: null, engines: null, requestId: 'r' },
      response: { id: 'resp_crash', status: 'queued', background: true },
    })
  }
  await using service = createTestApp(options)
  const stopped = await read(service, paths[0] ?? '')
  expect(stopped).toMatchObject({
    status: 'failed',
    error: { message: 'The service was stopped before the answer was whole' },
  })
  expect(service.services.responses.find('primary', 'resp_crash')?.state).toBe('interrupted')
})

test('an answer in the background that cannot be kept has failed, in words', async () => {
  const engine = fakeEngine('local', saying('x'.repeat(MAX_STORED_RESPONSE_BYTES)))
  const env = { MAX_ANSWER_BYTES: String(2 * MAX_STORED_RESPONSE_BYTES) }
  await using service = createTestApp({ engines: [engine], env })
  const path = await start(service)
  await service.services.runs.settled()
  expect(await read(service, path)).toMatchObject({
    ...{ status: 'failed', output: [] },
    error: { message: 'The answer could not be kept: the bound is 8388608 bytes' },
  })
})
