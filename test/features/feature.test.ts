import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { saidFinding } from '../../src/core/doctor/finding.ts'
import type { Core } from '../../src/create-core.ts'
import { jobRoutes } from '../../src/features/shared/job-routes.ts'
import { LIMITS } from '../../src/limits.ts'
import { limitValues } from '../support/limits-page.ts'
import { pick } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'
import { taskOf } from '../support/tasks.ts'

const PATH = '/api/test/echo'
const seen: string[] = []

/** @limit echo-body KiB */
export const MAX_ECHO_BYTES = 2 * 1024

/** All that a feature declares, as a folder of its own would. */
function createEcho(core: Core) {
  const text = Type.String()
  const task = taskOf(async (input) => input.toUpperCase(), {
    kind: 'echo',
    lanes: ['echo'],
    admission: 'echo',
    input: text,
    result: text,
    charge: () => ({ action: 'echo', units: 1 }),
  })
  const body = {
    schema: Type.Object({ input: Type.String() }),
    maxBytes: MAX_ECHO_BYTES,
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
    prices: { echo: 7 },
    oldRows: { echoes: () => () => seen.push('deleted') === 0 },
    checks: [{ id: 'echo', run: () => [saidFinding('echo', 'ok', 'Loud')] }],
    sweeps: [{ sweep: () => seen.push('swept') }],
    ownedData: [{ kind: 'echoes', deleteOwned: () => ({ count: 3 }) }],
    recover: () => void seen.push('recovered'),
    stop: () => void seen.push('stopped'),
    end: () => void seen.push('ended'),
    routes: () => [routes],
  }
}

test('a feature of one object has its route, jobs, price, limit, retention, finding of the doctor, sweep, and data that goes with a user', async () => {
  seen.length = 0
  {
    await using service = createTestApp({
      more: createEcho,
      limits: { ...LIMITS, retentionDelayMs: 0 },
    })
    const { retention, ownedData } = service.services
    retention.sweep()
    await retention.idle()
    expect(seen).toEqual(['swept', 'recovered', 'deleted'])
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
    expect(pick(usage, 'totals.credits')).toBe(7)
    expect(pick(usage, 'credit_costs')).toMatchObject({ agent: 2, echo: 7 })
    const doctor = await (await service.asOwner('GET', '/admin/doctor')).json()
    expect(pick(doctor, 'items')).toContainEqual(
      expect.objectContaining({ id: 'echo', level: 'ok', says: 'Loud' }),
    )
    expect((await limitValues([import.meta.path])).get('echo-body')).toBe('2 KiB')
    const document = await (await service.request('/openapi.json')).json()
    expect(Object.keys(Object(pick(document, 'paths')))).toContain(PATH)
    expect(ownedData.map(({ kind }) => kind)).toContain('echoes')
  }
  expect(seen.slice(-2)).toEqual(['stopped', 'ended'])
})
