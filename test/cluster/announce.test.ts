import { expect, test } from 'bun:test'
import { announcedEngines } from '../../src/cluster/worker-host.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { fakeEngine, saying } from '../support/engines.ts'

test('announcedEngines gives each model what is known of it, else what its engine can do', () => {
  const announce = (options: Partial<Engine>) => {
    const [announced] = announcedEngines({
      engines: [fakeEngine('big', saying('x'), { models: ['m'], ...options })],
      problemOf: () => 'Bearer sk-abcdefghijklmnopqrstuvwx was refused',
    })
    return announced?.type === 'text' ? announced : undefined
  }
  const capabilities = { images: false, structured: true, tools: true }
  expect(announce({ capabilities })?.models).toEqual([{ name: 'm', images: false, tools: true }])
  expect(announce({ capabilities, factsOf: () => undefined })?.models).toEqual([{ name: 'm' }])
  const factsOf = () => ({ contextLength: 4_096, images: true, fault: 'It is broken' })
  expect(announce({ factsOf, familyOf: () => 'fable' })?.models).toEqual([
    { name: 'm', contextLength: 4_096, images: true, fault: 'It is broken', family: 'fable' },
  ])
  expect(announce({})?.problem).not.toContain('sk-abc')
})
