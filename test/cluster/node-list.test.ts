import { expect, test } from 'bun:test'
import { NodeList } from '../../src/cluster/node-list.ts'
import { VERSION } from '../../src/platform/version.ts'
import { announcement } from '../support/fake-cluster.ts'

function nodeList() {
  const over: object[] = []
  const list = new NodeList({
    version: VERSION,
    onLost: (node) => over.push(node),
    onRefused() {},
    onChange() {},
    now: () => 0,
  })
  return { list, over, state: (name: string) => list.byName(name)?.state }
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
