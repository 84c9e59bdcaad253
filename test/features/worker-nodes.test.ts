import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { VERSION } from '../../src/platform/version.ts'
import { announcedEngine, answering, breaking, fakeCluster } from '../support/fake-cluster.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

function app() {
  const world = fakeCluster()
  let clock = Date.now()
  // Of two alerts of one millisecond, either may be the newer.
  const now = () => {
    clock += 1
    return clock
  }
  const service = createTestApp({ engines: [], cluster: world.cluster, now })
  const alerts = async () =>
    pickList(await (await service.asOwner('GET', '/admin/alerts')).json(), 'items').map((one) => [
      pick(one, 'kind'),
      pick(one, 'subject'),
    ])
  return { ...world, service, alerts }
}

test('GET /admin/worker-nodes lists each with its engines and accounts, and says when a clock is wrong', async () => {
  const { service, put, setState } = app()
  await using _ = service
  put('gpu2', [], answering('x'), { width: 3, calls: ['run_1-1'] })
  put(
    'gpu1',
    [announcedEngine('big', ['qwen3'], { problem: 'No server answers' })],
    answering('x'),
    {
      calls: ['run_1-1'],
    },
  )
  setState('gpu2', 'refused')
  const page = await (await service.asOwner('GET', '/admin/worker-nodes')).json()
  expect(page).toMatchObject({
    is_shared: true,
    items: [
      {
        ...{ name: 'gpu1', state: 'online', width: 1, running: 1, clock_ahead_seconds: null },
        engines: [
          {
            ...{ id: 'big', models: ['qwen3'], accounts: ['default@gpu1'] },
            problem: 'No server answers',
          },
        ],
      },
      { name: 'gpu2', state: 'refused', width: 3, running: 0, engines: [] },
    ],
  })
})

test('without a queue of several machines the list says so', async () => {
  await using service = createTestApp()
  const page = await service.asOwner('GET', '/admin/worker-nodes')
  expect(await page.json()).toEqual({ is_shared: false, version: VERSION, items: [] })
})

test('a worker node that is lost raises one alert, and one when it is back; one that stops raises none', async () => {
  const { service, put, setState, alerts } = app()
  await using _ = service
  put('gpu1', [], answering('x'))
  setState('gpu1', 'stopped')
  setState('gpu1', 'online')
  expect(await alerts()).toEqual([])
  setState('gpu1', 'lost')
  setState('gpu1', 'lost')
  setState('gpu1', 'online')
  expect(await alerts()).toEqual([
    ['worker_node_back', 'The worker node gpu1 is back'],
    ['worker_node_lost', 'The worker node gpu1 is lost'],
  ])
})

test('DELETE /admin/worker-nodes/{name} forgets one that is away, with a line in the audit', async () => {
  const { service, put, setState } = app()
  await using _ = service
  put('gpu1', [], answering('x'))
  const forget = async (name: string) => {
    const answer = await service.asOwner('DELETE', `/admin/worker-nodes/${name}`)
    return answer.status === 204 ? [204] : [answer.status, await pickFrom(answer, 'code')]
  }
  expect(await forget('gpu1')).toEqual([409, 'conflict'])
  expect(await forget('gpu9')).toEqual([404, 'not_found'])
  setState('gpu1', 'refused')
  expect(await forget('gpu1')).toEqual([409, 'conflict'])
  setState('gpu1', 'lost')
  expect(await forget('gpu1')).toEqual([204])
  expect(await forget('gpu1')).toEqual([404, 'not_found'])
  const audit = await service.asOwner('GET', '/admin/audit')
  expect(await pickFrom(audit, 'items.0')).toMatchObject({
    action: 'worker_node.forget',
    subject: 'gpu1',
  })
})

test('GET /admin/doctor warns of worker nodes that are lost, refused or have a wrong clock, and of none', async () => {
  const { service, put, setState } = app()
  await using _ = service
  const found = async (of = service) =>
    pickList(await (await of.asOwner('GET', '/admin/doctor')).json(), 'items')
      .filter((one) => String(pick(one, 'id')).startsWith('worker-node'))
      .map((one) => [pick(one, 'level'), pick(one, 'says'), pick(one, 'fix') !== undefined])
  expect(await found()).toEqual([
    ['warning', 'No worker node is online: this machine does all the work', true],
  ])
  for (const name of ['gpu1', 'gpu2', 'gpu3', 'gpu4']) put(name, [], answering('x'))
  setState('gpu1', 'online', -6_000)
  setState('gpu2', 'lost', 60_000)
  setState('gpu3', 'refused')
  setState('gpu4', 'stopped')
  expect(await found()).toEqual([
    ['ok', 'Worker nodes are online: gpu1', false],
    [
      'warning',
      'The clock of the worker node gpu1 is 6 s behind: times in its log and of its quotas are wrong',
      true,
    ],
    ['warning', 'The worker node gpu2 is lost: it gets no work', true],
    [
      'warning',
      `The worker node gpu3 gets no work: it has version ${VERSION} of Hearth, and this service has ${VERSION}`,
      true,
    ],
  ])
  await using alone = createTestApp()
  expect(await found(alone)).toEqual([])
})

test('an account of a worker node is probed, switched off and on and used again by its name', async () => {
  const { service, put, calls } = app()
  await using _ = service
  const engine = announcedEngine('big', ['qwen3'], {
    accounts: [{ id: 'home', probe: 'answer' }],
  })
  let fails = true
  put('gpu1', [engine], (call, options) =>
    fails
      ? breaking(new EngineFailure('quota', 'Used up'))(call, options)
      : answering('yes')(call, options),
  )
  const change = async (verb: string, account = 'home%40gpu1') => {
    const answer = await service.asOwner('POST', `/admin/engines/big/accounts/${account}/${verb}`)
    const { id, state } = Object(await answer.json())
    return [answer.status, id, state]
  }
  expect(await change('probe')).toEqual([200, 'home@gpu1', 'parked'])
  expect(calls.at(-1)).toMatchObject({ node: 'gpu1', call: { account: 'home' } })
  expect(await change('clear')).toEqual([200, 'home@gpu1', 'ok'])
  expect(await change('disable', 'home@gpu1')).toEqual([200, 'home@gpu1', 'disabled'])
  expect(await change('enable')).toEqual([200, 'home@gpu1', 'ok'])
  fails = false
  expect(await change('probe')).toEqual([200, 'home@gpu1', 'ok'])
  expect((await change('probe', 'home%40gpu2'))[0]).toBe(404)
})
