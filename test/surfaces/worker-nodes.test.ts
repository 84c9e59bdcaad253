import { expect, test } from 'bun:test'
import { announcedEngine, answering, fakeCluster } from '../support/fake-cluster.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

function app() {
  const world = fakeCluster()
  const service = createTestApp({ engines: [], cluster: world.cluster })
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
  put('gpu1', [announcedEngine('big', ['qwen3'], { problem: 'No server answers' })], answering('x'))
  setState('gpu2', 'refused')
  const page = await (await service.asOwner('GET', '/admin/worker-nodes')).json()
  expect(page).toMatchObject({
    is_shared: true,
    items: [
      {
        ...{ name: 'gpu1', state: 'online', width: 1, running: 0, clock_ahead_seconds: null },
        engines: [
          {
            ...{ id: 'big', models: ['qwen3'], accounts: ['default@gpu1'] },
            problem: 'No server answers',
          },
        ],
      },
      { name: 'gpu2', state: 'refused', width: 3, running: 1, engines: [] },
    ],
  })
})

test('without a queue of several machines the list says so', async () => {
  await using service = createTestApp()
  const page = await service.asOwner('GET', '/admin/worker-nodes')
  expect(await page.json()).toEqual({ is_shared: false, items: [] })
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
  setState('gpu1', 'lost')
  expect(await forget('gpu1')).toEqual([204])
  expect(await forget('gpu1')).toEqual([404, 'not_found'])
  const audit = await service.asOwner('GET', '/admin/audit')
  expect(await pickFrom(audit, 'items.0')).toMatchObject({
    action: 'worker_node.forget',
    subject: 'gpu1',
  })
})
