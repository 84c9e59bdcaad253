import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pickFrom } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { CRASHED, changeRows } from '../support/stored-rows.ts'

const GENERATE = '/api/ai/generate'
const ABLE = { generate: true, agent_engines: ['gated'] }

/** Before, the jobs of the last run took all eight leases of the next. */
test('eight recovered jobs do not use up admission: a chat is queued, and GET /admin/queue counts them separately', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const hung = gatedEngine()
  const before = createTestApp({ env, engines: [hung.engine] })
  const keys = Array.from({ length: 4 }, () => before.makeKey(ABLE))
  for (const [index, { authorization }] of [...keys, ...keys].entries()) {
    const body = { prompt: `job ${index}`, async: true }
    const made = await before.request(GENERATE, jsonInit('POST', body, { authorization }))
    expect(made.status).toBe(202)
  }
  await before[Symbol.asyncDispose]()
  changeRows(folder.path, `${CRASHED} WHERE seq = (SELECT min(seq) FROM jobs)`)

  const gates = gatedEngine()
  await using app = createTestApp({ env, engines: [gates.engine] })
  await until(() => app.services.admissions.of('model').state().readmitted === 8)
  const state = async () => pickFrom(await app.asOwner('GET', '/admin/queue'), 'admission.model')
  expect(await state()).toMatchObject({ admitted: 0, readmitted: 8 })
  const messages = [{ role: 'user', content: 'chat' }]
  // Also for an owner that has two of the jobs.
  const headers = { authorization: keys[0]?.authorization ?? '' }
  const chat = app.request(
    '/v1/chat/completions',
    jsonInit('POST', { model: 'auto', messages }, headers),
  )
  await until(() => app.services.admissions.of('model').state().admitted === 1)
  expect(await state()).toMatchObject({ admitted: 1, readmitted: 8 })
  for (let index = 0; index < 8; index += 1) gates.release(`job ${index}`)
  gates.release('chat')
  expect((await chat).status).toBe(200)
  expect(gates.prompts.at(-1)).toBe('chat')
  // All ends are written in one batch; the answer may be the first to go on after it.
  await until(() => app.services.admissions.of('model').state().readmitted === 0)
  expect(await state()).toMatchObject({ admitted: 0, readmitted: 0, owners: {} })
})

test('a restart refuses the queued jobs of a key that was revoked while the service was down, or is narrowed now', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const before = createTestApp({ env, engines: [gatedEngine().engine] })
  const make = async (name: string) => {
    const { id, authorization } = before.makeKey(ABLE, name)
    const body = { prompt: name, async: true }
    const made = await before.request(GENERATE, jsonInit('POST', body, { authorization }))
    return { id, job: String(await pickFrom(made, 'job_id')) }
  }
  const [head, revoked, other, denied] = [
    await make('head'),
    await make('revoked'),
    await make('other engine'),
    await make('no ability'),
  ]
  await before[Symbol.asyncDispose]()
  changeRows(folder.path, `UPDATE api_keys SET revoked_at = 1 WHERE id = '${revoked.id}'`)

  const gates = gatedEngine()
  const engines = [gates.engine, fakeEngine('other', saying('Done'))]
  await using app = createTestApp({ env, engines })
  const put = async (id: string, over: object) => {
    const body = {
      ...{ generate: true, agent_engines: ['gated'], agent_tasks: [], media: false },
      ...{ worker_profiles: [], image_models: [], ...over },
    }
    expect((await app.asOwner('PUT', `/admin/api-access/${id}`, body)).status).toBe(200)
  }
  await put(other.id, { agent_engines: [] })
  await put(denied.id, { generate: false })
  gates.release('head')
  const end = async ({ id, job }: { id: string; job: string }) => {
    const { jobs, definitions } = app.services
    const watch = jobs.watch(`key:${id}`, definitions.generate, job)
    const last = (await Array.fromAsync(watch.records)).at(-1)
    return last?.error?.code ?? last?.status
  }
  expect(await end(head)).toBe('succeeded')
  expect(await end(revoked)).toBe('unauthorized')
  expect(await end(other)).toBe('capability_denied')
  expect(await end(denied)).toBe('capability_denied')
  expect(gates.prompts).toEqual(['head'])
})
