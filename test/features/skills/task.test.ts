import { expect, test } from 'bun:test'
import { callerOf } from '../../../src/core/identity/actor.ts'
import { EMPTY_PROFILE, type Profile } from '../../../src/core/identity/profile.ts'
import { mayRunTask, requireTask } from '../../../src/features/skills/task.ts'

function key(profile: Profile | undefined) {
  const named = { id: 'k', owner: 'key:k', label: 'k', project: null, product: null }
  return callerOf({ kind: 'key', ...named, profile }, 'r')
}

test('mayRunTask limits keys with a profile only', () => {
  const titles = key({ ...EMPTY_PROFILE, agentTasks: ['title'] })
  expect(mayRunTask(titles, 'title')).toBe(true)
  expect(mayRunTask(titles, 'titles')).toBe(false)
  expect(mayRunTask(key(EMPTY_PROFILE), 'title')).toBe(false)
  expect(mayRunTask(key(undefined), 'title')).toBe(true)
  expect(mayRunTask(callerOf({ kind: 'primary' }, 'r'), 'title')).toBe(true)
  expect(mayRunTask(callerOf({ kind: 'local', address: '192.168.1.5' }, 'r'), 'title')).toBe(true)
})

test('requireTask refuses with the capability’s own code', () => {
  expect(() => requireTask(key(EMPTY_PROFILE), 'title')).toThrow(
    expect.objectContaining({ code: 'capability_denied', param: 'task' }),
  )
})
