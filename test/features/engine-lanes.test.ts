import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { conversationClient } from '../support/conversations.ts'
import { failing, fakeEngine } from '../support/engines.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { modelLanes } from '../support/queue-page.ts'
import { createTestApp, PRIMARY_KEY, type TestApp } from '../support/service.ts'

const chat = (service: TestApp, model: string, content: string) =>
  service.asOwner('POST', '/v1/chat/completions', { model, messages: [{ role: 'user', content }] })

const lanesOf = async (service: TestApp) =>
  modelLanes(await (await service.asOwner('GET', '/admin/queue')).json())

/** The lane in which nothing is prepared in these tests. */
const ATTACHMENTS = { name: 'attachments', width: 2, running: 0, waiting: 0 }

test('engines answer one at a time, unless one has a line of its own', async () => {
  const first = gatedEngine('first')
  const second = gatedEngine('second')
  await using service = createTestApp({ engines: [first.engine, second.engine] })
  const one = chat(service, 'first', 'one')
  await until(() => first.prompts.length === 1)
  const two = chat(service, 'second', 'two')
  await until(() => service.services.admissions.of('model').state().admitted === 2)
  first.release('one')
  expect((await one).status).toBe(200)
  await until(() => second.prompts.length === 1)
  second.release('two')
  expect((await two).status).toBe(200)
  expect(await lanesOf(service)).toEqual([
    { name: 'heavy', width: 1, running: 0, waiting: 0 },
    ATTACHMENTS,
  ])
})

test('an engine with a line of its own answers beside the others', async () => {
  const shared = gatedEngine('shared')
  const own = gatedEngine('own', { parallel: 1 })
  await using service = createTestApp({ engines: [shared.engine, own.engine] })
  const one = chat(service, 'shared', 'one')
  await until(() => shared.prompts.length === 1)
  const two = chat(service, 'own/large', 'two')
  await until(() => own.prompts.length === 1)
  expect(await lanesOf(service)).toEqual([
    { name: 'heavy', width: 1, running: 1, waiting: 0 },
    ATTACHMENTS,
    { name: 'engine:own', width: 1, running: 1, waiting: 0 },
  ])
  own.release('two')
  expect((await two).status).toBe(200)
  shared.release('one')
  expect((await one).status).toBe(200)
})

test('its own line is as wide as the setting says, and in order', async () => {
  const own = gatedEngine('own', { parallel: 2 })
  await using service = createTestApp({ engines: [own.engine] })
  const keys = [service.makeKey({ generate: true, agent_engines: ['own'] }, 'one')]
  keys.push(service.makeKey({ generate: true, agent_engines: ['own'] }, 'two'))
  const ask = (key: number, prompt: string) =>
    service.request('/api/ai/generate', {
      method: 'POST',
      headers: { authorization: keys[key]?.authorization ?? '' },
      body: JSON.stringify({ prompt }),
    })
  const answers = [ask(0, 'a'), ask(0, 'b')]
  await until(() => own.prompts.length === 2)
  answers.push(ask(1, 'c'))
  await until(() => service.services.admissions.of('model').state().admitted === 3)
  expect(own.prompts).toEqual(['a', 'b'])
  own.release('b')
  await answers[1]
  await until(() => own.prompts.length === 3)
  expect(own.prompts).toEqual(['a', 'b', 'c'])
  own.release('a')
  own.release('c')
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
})

test('a run whose engine fails waits in the line of the engine that is asked next', async () => {
  const shared = gatedEngine('shared')
  const own = fakeEngine('own', failing(new EngineFailure('quota', 'spent')), { parallel: 1 })
  await using service = createTestApp({ engines: [own, shared.engine] })
  const busy = chat(service, 'shared', 'busy')
  await until(() => shared.prompts.length === 1)
  const moved = chat(service, 'auto', 'moved')
  await until(() => own.turns.length === 1)
  let lanes = await lanesOf(service)
  while (pick(lanes, '0.waiting') === 0) lanes = await lanesOf(service)
  expect(lanes).toEqual([
    { name: 'heavy', width: 1, running: 1, waiting: 1 },
    ATTACHMENTS,
    { name: 'engine:own', width: 1, running: 0, waiting: 0 },
  ])
  expect(shared.prompts).toEqual(['busy'])
  shared.release('busy')
  expect((await busy).status).toBe(200)
  await until(() => shared.prompts.length === 2)
  shared.release('moved')
  expect(await pickFrom(await moved, 'choices.0.message.content')).toBe('moved!')
})

test('an answer of a conversation that waits for another engine says its place there', async () => {
  const shared = gatedEngine('shared')
  const own = fakeEngine('own', failing(new EngineFailure('quota', 'spent')), { parallel: 1 })
  await using service = createTestApp({ engines: [own, shared.engine] })
  const busy = chat(service, 'shared', 'busy')
  await until(() => shared.prompts.length === 1)
  const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content: 'moved' })
  await watch.until({ type: 'message', 'message.status': 'running' })
  await watch.until({ type: 'message', 'message.status': 'waiting', 'message.position': 1 })
  const [, answer] = pickList(await client.json('GET', path), 'messages')
  expect(answer).toMatchObject({ status: 'waiting', position: 1, content: '' })
  shared.release('busy')
  expect((await busy).status).toBe(200)
  await watch.until({ type: 'message', 'message.status': 'running', 'message.position': null })
  shared.release('moved')
  await watch.until({ type: 'message', 'message.status': 'complete' })
  await watch.close()
})
