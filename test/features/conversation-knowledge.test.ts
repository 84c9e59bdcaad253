import { afterAll, expect, test } from 'bun:test'
import { KNOWLEDGE_TOOL } from '../../src/features/conversations/ask-knowledge.ts'
import { MAX_CHOSEN_COLLECTIONS } from '../../src/features/conversations/schema.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { startUpstream, streamText, type UpstreamRequest } from '../support/upstream.ts'
import { makeUser } from '../support/users.ts'

const upstream = startUpstream()
const asked: UpstreamRequest[] = []
upstream.script((ask) => {
  asked.push(ask)
  return streamText(['In ', 'October [^1].'])
})
const service = createTestApp({ upstream: upstream.url })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

/** A person with a collection of one note. */
async function person(of = service) {
  const { headers } = makeUser(of.services)
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await of.request(path, jsonInit(method, body, headers))
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const id = pick((await send('POST', '/api/knowledge', { name: 'House' })).body, 'id')
  const note = { title: 'Boiler', text: '# Service\n\nThe boiler is serviced in October.' }
  await send('POST', `/api/knowledge/${id}/sources`, { sources: [{ note }] })
  await of.services.reading.idle()
  const conversation = pick((await send('POST', '/api/conversations', {})).body, 'id')
  return {
    id,
    send,
    async ask(content: string, more: object = { knowledge: [id] }) {
      const path = `/api/conversations/${conversation}`
      const sent = await send('POST', `${path}/messages`, { content, ...more })
      const answer = String(pick(sent.body, 'answer.id'))
      const isDone = of.services.db.sqlite.query(
        "SELECT 1 FROM messages WHERE id = ? AND status = 'complete'",
      )
      await until(() => isDone.get(answer) !== null)
      const { body } = await send('GET', path)
      return pickList(body, 'messages').at(-1)
    },
  }
}

const system = (ask: UpstreamRequest | undefined) => String(pick(ask?.body, 'messages.0.content'))

test('an answer from a collection gets its passages first, and says which it may cite', async () => {
  const { ask, id } = await person()
  const answer = await ask('When is the boiler serviced?')
  expect(pickList(answer, 'steps')).toHaveLength(1)
  const call = pick(answer, 'steps.0.calls.0')
  expect(call).toMatchObject({ tool: KNOWLEDGE_TOOL, ok: true })
  const passage = pick(call, 'passages.0')
  const number = pick(passage, 'number')
  expect(passage).toEqual({
    ...{ number, title: 'Boiler', place: 'Service' },
    excerpt: 'The boiler is serviced in October.',
    url: `/app/knowledge/${id}?passage=${number}`,
  })
  const first = system(asked.at(-1))
  expect(first).toContain(`[^${number}] Boiler · Service · House\nThe boiler is serviced`)
  expect(first).toMatch(/\[BEGIN \S+ result of search_knowledge]/)
  expect(first).toContain('say that you did not find it')
  // It may search again, there and nowhere else.
  const offered = pickList(asked.at(-1)?.body, 'tools')
  expect(offered.map((tool) => pick(tool, 'function.name'))).toEqual([KNOWLEDGE_TOOL])
  // A short question belongs to the one before it.
  await ask('And by whom?')
  expect(system(asked.at(-1))).toContain('The boiler is serviced')
})

test('where nothing is found, the model is told so', async () => {
  const { ask } = await person()
  const answer = await ask('What is the capital of the quockerwodgers, please tell me?')
  expect(pick(answer, 'steps.0.calls.0')).toMatchObject({
    ...{ text: 'Nothing was found in "House".', passages: [] },
  })
  expect(system(asked.at(-1))).toContain('Nothing was found in "House".')
})

test('where what is found says little of what was asked, the model is told that it may not be there', async () => {
  const { ask } = await person()
  const weak = 'None of these passages has half of the words asked for'
  await ask('Which paint did the boiler of the neighbours have in Vienna?')
  expect(system(asked.at(-1))).toContain(`${weak}`)
  expect(system(asked.at(-1))).toContain('serviced in October')
  await ask('In which month is the boiler usually serviced?')
  expect(system(asked.at(-1))).not.toContain(weak)
})

test('a collection of somebody else, or one that is gone, gives nothing', async () => {
  const [ann, bob] = [await person(), await person()]
  await bob.ask('When is the boiler serviced?', { knowledge: [ann.id] })
  expect(system(asked.at(-1))).not.toContain('October')
  // Without a chosen collection, only the own ones are searched.
  const { tools } = service.services
  expect(tools.readsOwnData(KNOWLEDGE_TOOL)).toBe(true)
})

test('a model that calls no tools answers from the passages as well', async () => {
  const prompts: string[] = []
  const plain = fakeEngine('plain', (turn, signal) => {
    prompts.push(JSON.stringify(turn.messages))
    return saying('In October.')(turn, signal)
  })
  await using other = createTestApp({ engines: [plain] })
  const { ask } = await person(other)
  const answer = await ask('When is the boiler serviced?')
  expect(pick(answer, 'content')).toBe('In October.')
  expect(prompts.at(-1)).toContain('The boiler is serviced in October.')
  expect(pick(answer, 'steps.0.calls.0.passages.0.title')).toBe('Boiler')
})

test('a message names at most ten collections', async () => {
  const { send } = await person()
  const conversation = pick((await send('POST', '/api/conversations', {})).body, 'id')
  const status = async (knowledge: unknown) =>
    (
      await send('POST', `/api/conversations/${conversation}/messages`, {
        ...{ content: 'Hello', knowledge },
      })
    ).status
  const id = `kno_${'a'.repeat(22)}`
  expect(await status(Array(MAX_CHOSEN_COLLECTIONS + 1).fill(id))).toBe(422)
  expect(await status([])).toBe(422)
  expect(await status(['house'])).toBe(422)
  expect(await status(Array(MAX_CHOSEN_COLLECTIONS).fill(id))).toBe(202)
})
