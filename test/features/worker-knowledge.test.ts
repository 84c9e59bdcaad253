import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Turn } from '../../src/engines/contract/text.ts'
import { MAX_WORKER_COLLECTIONS } from '../../src/features/workers/schema.ts'
import { SERVICE_TOOLS } from '../../src/features/workers/worker-profile.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { jsonInit, PRIMARY_KEY } from '../support/service.ts'
import { CALLER } from '../support/tasks.ts'
import { WORKER_BODY, workerService } from '../support/worker-service.ts'
import type { ScriptedCall } from '../support/workers.ts'

const SEARCH: ScriptedCall[] = [['search_knowledge', { query: 'When is the boiler serviced?' }]]
const OWNER = { authorization: `Bearer ${PRIMARY_KEY}` }

/** Ends with what it was told, cited by the first mark in it. */
function citing({ messages }: Turn): ScriptedCall[] {
  const [mark] = /\[\^\d+\]/.exec(JSON.stringify(messages.at(-1)?.content)) ?? ['nothing']
  return [['finish', { answer: `In October ${mark}, or in 1999 [^99].` }]]
}

type Service = ReturnType<typeof workerService>

/** Makes a collection of one note. */
async function collection(
  { request, services }: Service,
  headers: Record<string, string> = OWNER,
  name = 'House',
): Promise<string> {
  const made = await request('/api/knowledge', jsonInit('POST', { name }, headers))
  const id = String(await pickFrom(made, 'id'))
  const note = {
    title: `Boiler [${name}]`,
    text: '# Service\n\nThe boiler is serviced in October.',
  }
  const path = `/api/knowledge/${id}/sources`
  const added = await request(path, jsonInit('POST', { sources: [{ note }] }, headers))
  expect(added.status).toBe(202)
  await services.reading.idle()
  return id
}

function offered({ engine }: Service, turn = -1): unknown[] {
  return pickList(engine.turns.at(turn)?.options, 'tools').map((tool) =>
    pick(tool, 'function.name'),
  )
}

test('a worker searches the collections that its task names, with any profile, and cites them', async () => {
  await using app = workerService([SEARCH, citing])
  const [house, garden] = [await collection(app), await collection(app, OWNER, 'Garden')]
  const { job } = await app.finished({ ...WORKER_BODY, collections: [house] })
  const told = JSON.stringify(app.engine.turns.at(-1)?.messages)
  expect(told).toContain('Boiler [House] · Service · House')
  expect(told).not.toContain('Garden')
  expect(told).toContain('say that you did not find it')
  const passage = /\[\^(\d+)\] Boiler/.exec(told)?.[1]
  const url = `/app/knowledge/${house}?passage=${passage}`
  const answer = [
    `In October [\\[1\\]](${url}), or in 1999 [^99].`,
    '---',
    `1. [Boiler \\[House\\]](${url}) · Service`,
  ].join('\n\n')
  expect(job).toMatchObject({
    status: 'succeeded',
    collections: [house],
    result: { answer },
    steps: [{ text: 'Search the collections for When is the boiler serviced?', ok: true }, {}],
  })
  // Without them, none are searched.
  await app.finished()
  expect(offered(app)).not.toContain('search_knowledge')
  // What is gone when the job comes to it is not found.
  await app.asOwner('DELETE', `/api/knowledge/${garden}`)
  const gone = await app.ask({ ...WORKER_BODY, collections: [garden] })
  expect([gone.status, await pickFrom(gone, 'code')]).toEqual([404, 'not_found'])
})

test('a profile that names the search has all collections of whoever gives the task', async () => {
  using folder = tempFolder()
  const profile = join(folder.path, 'worker-profiles', 'butler')
  mkdirSync(profile, { recursive: true })
  const front = 'name: butler\ndescription: Knows the house\ntools: [search_knowledge, fetch_page]'
  writeFileSync(join(profile, 'PROFILE.md'), `---\n${front}\n---\nAnswer.`)
  await using app = workerService([SEARCH, citing], { env: { DATA_DIR: folder.path } })
  const able = {
    generate: true,
    media: true,
    agent_engines: ['local'],
    worker_profiles: '*' as const,
  }
  const [ann, bob] = [app.makeKey(able), app.makeKey(able)]
  await collection(app)
  await collection(app, { authorization: ann.authorization }, 'Attic')
  const task = { profile: 'butler', brief: 'When?' }
  await app.finished(task, { authorization: ann.authorization })
  const told = JSON.stringify(app.engine.turns.at(-1)?.messages)
  expect(told).toContain('Boiler [Attic]')
  expect(told).not.toContain('House')
  await app.finished(task, { authorization: bob.authorization })
  expect(JSON.stringify(app.engine.turns.at(-1)?.messages)).not.toContain('October.')
  // Its search stays out where the right for it is missing.
  const { authorization } = app.makeKey({ ...able, media: false })
  await app.finished(task, { authorization })
  expect(offered(app)).toEqual(['fetch_page', 'finish'])
})

test('POST /api/ai/worker refuses collections of others, too many, and keys that may not search', async () => {
  await using app = workerService([SEARCH, citing])
  const able = { generate: true, agent_engines: ['local'], worker_profiles: '*' as const }
  const { authorization } = app.makeKey({ ...able, media: true })
  const [house, foreign] = [await collection(app), await collection(app, { authorization })]
  const ask = async (collections: unknown, headers = OWNER) => {
    const answer = await app.ask({ ...WORKER_BODY, collections }, headers)
    return [answer.status, await pickFrom(answer, 'code')]
  }
  expect(await ask([house, foreign])).toEqual([404, 'not_found'])
  expect(await ask([house], { authorization })).toEqual([404, 'not_found'])
  const unable = { authorization: app.makeKey(able).authorization }
  expect(await ask([house], unable)).toEqual([403, 'capability_denied'])
  const many = (count: number) => Array.from({ length: count }, () => house)
  expect(await ask(many(MAX_WORKER_COLLECTIONS + 1))).toEqual([422, 'invalid'])
  expect(await ask(many(0))).toEqual([422, 'invalid'])
  expect(await ask(['kno_1'])).toEqual([422, 'invalid'])
  expect((await ask(many(MAX_WORKER_COLLECTIONS)))[0]).toBe(202)
})

test('no tool of the service that a worker may be given changes or costs anything', async () => {
  await using app = workerService([])
  const names = app.services.tools.names
  for (const name of SERVICE_TOOLS) {
    expect(names).toContain(name)
    const tool = app.services.tools.find(CALLER, name)
    expect(tool?.effects).toBe('reads')
  }
})
