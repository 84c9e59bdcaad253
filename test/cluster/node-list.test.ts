import { expect, test } from 'bun:test'
import { LOST_MS } from '../../src/cluster/messages.ts'
import { AWAY_RETENTION_MS, NodeList } from '../../src/cluster/node-list.ts'
import { VERSION } from '../../src/platform/version.ts'
import { announcement } from '../support/fake-cluster.ts'

function nodeList() {
  const over: object[] = []
  const gone: string[] = []
  const clock = { ms: 0 }
  const list = new NodeList({
    version: VERSION,
    onLost: (node) => over.push(node),
    onRefused() {},
    onGone: (name) => gone.push(name),
    onChange() {},
    now: () => 0,
    monotonicMs: () => clock.ms,
  })
  return { list, over, gone, clock, state: (name: string) => list.byName(name)?.state }
}

test('NodeList: a node that says that it stops has stopped, is missed no more, and can be forgotten', () => {
  const { list, over, state } = nodeList()
  list.take(announcement('gpu1'))
  expect([state('gpu1'), list.forget('gpu1')]).toEqual(['online', false])
  list.take({ name: 'gpu1', instance: 'gpu1-1', hasStopped: true })
  expect(state('gpu1')).toBe('stopped')
  list.take({ ...announcement('gpu1'), instance: 'gpu1-2' })
  expect(state('gpu1')).toBe('online')
  expect(over).toEqual([{ name: 'gpu1', instance: 'gpu1-1', hasStopped: true }])
  list.take({ name: 'gpu1', instance: 'gpu1-2', hasStopped: true })
  expect([list.forget('gpu1'), list.nodes]).toEqual([true, []])
})

test('NodeList: another start of a node ends the one before it', () => {
  const { list, over, state } = nodeList()
  list.take(announcement('gpu1'))
  list.take({ ...announcement('gpu1'), instance: 'gpu1-2' })
  expect(over).toEqual([{ name: 'gpu1', instance: 'gpu1-1', hasStopped: false }])
  expect(state('gpu1')).toBe('online')
})

test('NodeList: a node that says nothing for too long is lost, and online when it is heard of again', () => {
  const { list, over, clock, state } = nodeList()
  list.take(announcement('gpu1'))
  clock.ms = LOST_MS
  list.sweep()
  expect(state('gpu1')).toBe('online')
  clock.ms += 1
  list.sweep()
  list.sweep()
  expect(state('gpu1')).toBe('lost')
  expect(over).toEqual([{ name: 'gpu1', instance: 'gpu1-1', hasStopped: false }])
  list.take(announcement('gpu1'))
  list.sweep()
  expect(state('gpu1')).toBe('online')
})

test('NodeList: a node that is away for a week leaves the list', () => {
  const { list, gone, clock, state } = nodeList()
  list.take(announcement('gpu1'))
  list.take(announcement('gpu2'))
  list.take({ name: 'gpu1', instance: 'gpu1-1', hasStopped: true })
  clock.ms = AWAY_RETENTION_MS
  list.take(announcement('gpu2'))
  list.sweep()
  expect([state('gpu1'), gone]).toEqual(['stopped', []])
  clock.ms = AWAY_RETENTION_MS + 1
  list.sweep()
  expect([list.nodes.map(({ announcement: { name } }) => name), gone]).toEqual([['gpu2'], ['gpu1']])
  clock.ms += AWAY_RETENTION_MS + 1
  list.sweep()
  expect([list.nodes, gone]).toEqual([[], ['gpu1', 'gpu2']])
})
