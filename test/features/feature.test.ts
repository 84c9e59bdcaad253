import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import type { Core } from '../../src/create-core.ts'
import { jobRoutes } from '../../src/features/shared/job-routes.ts'
import { pick } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'
import { taskOf } from '../support/tasks.ts'

const PATH = '/api/test/echo'
const seen: string[] = []

/** All that a feature declares, as a folder of its own would. */
function createEcho(core: Core) {
  const text = Type.String()
  const task = taskOf(async (input) => input.toUpperCase(), {
    kind: 'echo',
    lanes: ['echo'],
    admission: 'echo',
    input: text,
    result: text,
    charge: () => ({ action: 'agent', units: 1 }),
  })
  const body = {
    schema: Type.Object({ input: Type.String() }),
    maxBytes: 1_000,
    read: (_actor: unknown, { input }: { input: string }) => ({ input, async: true }),
  }
  const routes = jobRoutes(core, {
    task,
    path: PATH,
    capability: true,
    body,
    view: (result) => ({ text: result }),
    resultSchema: Type.Object({ text: Type.Unknown() }),
    noun: 'echo',
    summary: 'Echo',
    description: 'Says it again.',
    tags: [],
  })
  return {
    name: 'echo',
    tasks: [task],
    lanes: { echo: 1 },
    admission: { echo: { max: 4, maxPerOwner: 2 } },
    sweeps: [{ sweep: () => seen.push('swept') }],
    ownedData: [{ kind: 'echoes', deleteOwned: () => ({ count: 3 }) }],
    recover: () => void seen.push('recovered'),
    stop: () => void seen.push('stopped'),
    end: () => void seen.push('ended'),
    routes: () => [routes],
  }
}

test('a feature of one object has its route, its jobs, price, sweep, and data that goes with a user', async () => {
  seen.length = 0
  {
    await using service = createTestApp({ more: createEcho })
    expect(seen).toEqual(['swept', 'recovered'])
    const made = await (await service.asOwner('POST', PATH, { input: 'hello' })).json()
    const path = `${PATH}/${pick(made, 'job_id')}`
    // The events end with the job.
    await (await service.asOwner('GET', `${path}/events`)).text()
    const ended = await (await service.asOwner('GET', path)).json()
    expect(ended).toMatchObject({ status: 'succeeded', result: { text: 'HELLO' } })
    const state = await (await service.asOwner('GET', '/admin/queue')).json()
    expect(pick(state, 'lanes')).toContainEqual(expect.objectContaining({ name: 'echo', width: 1 }))
    expect(pick(state, 'admission.echo')).toMatchObject({ max: 4 })
    const usage = await (await service.asOwner('GET', '/admin/usage')).json()
    expect(pick(usage, 'totals.credits')).toBe(2)
    const document = await (await service.request('/openapi.json')).json()
    expect(Object.keys(Object(pick(document, 'paths')))).toContain(PATH)
    expect(service.services.ownedData.map(({ kind }) => kind)).toContain('echoes')
  }
  expect(seen.slice(-2)).toEqual(['stopped', 'ended'])
})
