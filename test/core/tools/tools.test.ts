import { expect, test } from 'bun:test'
import { Kind, Type } from '@sinclair/typebox'
import { callerOf } from '../../../src/core/identity/actor.ts'
import { SeenAddresses } from '../../../src/core/tools/seen-addresses.ts'
import { defineTool, type ToolContext, ToolError } from '../../../src/core/tools/tool.ts'
import { Tools } from '../../../src/core/tools/tools.ts'
import { createLog, type Log } from '../../../src/platform/log.ts'
import { fakeSites } from '../../support/fake-sites.ts'
import { createTestApp } from '../../support/service.ts'
import { CALLER } from '../../support/tasks.ts'
import { thrown } from '../../support/thrown.ts'

const ALL = [
  'my_files',
  'read_page',
  'run_task',
  'save_file',
  'search_knowledge',
  'speak',
  'transcribe',
  'translate',
  'video_details',
  'video_transcript',
  'web_search',
]

function contextOf(over: Partial<ToolContext> = {}): ToolContext {
  return {
    caller: CALLER,
    signal: new AbortController().signal,
    addresses: undefined,
    origin: 'http://hearth.test',
    ...over,
  }
}

/** A tool that does what a test says. */
function toolOf(run: (text: string) => unknown, over: { name?: string } = {}) {
  return defineTool({
    name: 'echo',
    description: 'Says it again.',
    parameters: Type.Object({ text: Type.String({ maxLength: 10 }) }),
    result: Type.String(),
    capability: 'media',
    effects: 'reads',
    label: ({ text }) => `Echo ${text}`,
    text: (result) => result,
    run: async ({ text }) => ({ result: run(text) as string }),
    ...over,
  })
}

function registryOf(run: (text: string) => unknown, log: Log = createLog('silent')) {
  const tools = new Tools({ log })
  tools.add([toolOf(run)])
  return tools
}

test('every tool has a schema, a sentence and a name that clients take', async () => {
  await using service = createTestApp({ file: '[workers]\nsearxng_url = "http://127.0.0.1:9"' })
  const { tools } = service.services
  const listed = tools.listFor(callerOf({ kind: 'primary' }, 'r'))
  expect(listed.map(({ name }) => name)).toEqual(ALL)
  for (const { name, description, parameters, capability, effects } of listed) {
    expect(parameters[Kind]).toBe('Object')
    expect(JSON.stringify(parameters).length).toBeLessThan(4_000)
    expect(description).toMatch(/^[A-Z].{20,300}\.$/)
    expect([name.length <= 40, ['media', true].includes(capability)]).toEqual([true, true])
    expect(['reads', 'costs', 'changes']).toContain(effects)
  }
})

test('without a search there is no tool for it', async () => {
  await using service = createTestApp()
  const { tools } = service.services
  expect(tools.find(callerOf({ kind: 'primary' }, 'r'), 'web_search')).toBeUndefined()
})

test('a key sees and calls the tools of its abilities', async () => {
  await using service = createTestApp()
  const { tools, keys } = service.services
  const namesOf = (key: string) => {
    const actor = keys.lookup(key)
    if (actor === undefined) throw new Error('There is no such key')
    return tools.listFor(callerOf(actor, 'r')).map(({ name }) => name)
  }
  const media = service.makeKey({ media: true }, 'media')
  expect(namesOf(media.key)).toEqual(
    ALL.filter((name) => !['run_task', 'translate', 'web_search'].includes(name)),
  )
  const tasks = service.makeKey({ agent_engines: ['local'], agent_tasks: ['summarize'] }, 'tasks')
  expect(namesOf(tasks.key)).toEqual(['run_task'])
  const none = service.makeKey({ generate: true }, 'none')
  expect(namesOf(none.key)).toEqual([])
  const actor = keys.lookup(none.key)
  if (actor === undefined) throw new Error('There is no such key')
  const context = contextOf({ caller: callerOf(actor, 'r') })
  const call = { name: 'read_page', values: { url: 'https://a.test/' } }
  expect(await tools.call(call, context)).toEqual({
    ok: false,
    text: 'There is no tool "read_page" for you. There are: none',
  })
})

test('arguments are checked before, and results after the call', async () => {
  const tools = registryOf((text) => (text === 'bad' ? 7 : text))
  const call = (values: unknown) => tools.call({ name: 'echo', values }, contextOf())
  expect(await call({ text: '0123456789' })).toMatchObject({ ok: true, text: '0123456789' })
  expect(await call({ text: '0123456789a' })).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^The arguments of echo are wrong: text /),
  })
  expect(await call(undefined)).toMatchObject({ ok: false })
  expect(await call({ text: 'bad' })).toEqual({
    ok: false,
    text: 'The tool failed in an unexpected way',
  })
})

test('what is thrown is told in words of our own, or not at all', async () => {
  const errors: unknown[] = []
  const log = { ...createLog('silent'), error: (fields: unknown) => void errors.push(fields) }
  const fail = (error: unknown) =>
    registryOf(() => {
      throw error
    }, log).call({ name: 'echo', values: { text: 'a' } }, contextOf())
  const secret = `hth_${'a'.repeat(30)}`
  expect(await fail(new ToolError(`Not with ${secret}`))).toEqual({
    ok: false,
    text: 'Not with hth_[redacted]',
  })
  const refused = new Error(`connect ECONNREFUSED 10.0.0.1:8080 with ${secret}`)
  const told = await fail(refused)
  expect(told).toEqual({ ok: false, text: 'The tool failed in an unexpected way' })
  expect(errors).toEqual([{ tool: 'echo', requestId: 'r', err: refused }])
})

test('a call that is ended throws the reason, whatever the tool has failed with', async () => {
  const abort = new AbortController()
  const tools = registryOf(() => {
    abort.abort(new Error('Enough'))
    throw new ToolError('Too late')
  })
  const call = { name: 'echo', values: { text: 'a' } }
  expect(await thrown(tools.call(call, contextOf({ signal: abort.signal })))).toMatchObject({
    message: 'Enough',
  })
})

test('read_page runs its task: it costs a credit, and opens with addresses only those that were seen', async () => {
  const page = '<main><p>The dam was built in 1931.</p><a href="/next">Next</a></main>'
  const safeFetch = fakeSites({ 'https://a.test/': { body: `<title>Dams</title>${page}` } })
  await using service = createTestApp({ safeFetch, file: '[web]\nignore_robots = true' })
  const { tools } = service.services
  const caller = callerOf({ kind: 'primary' }, 'r')
  const addresses = new SeenAddresses()
  addresses.addFrom('See https://a.test/')
  const read = (url: string, over: Partial<ToolContext> = {}) =>
    tools.call({ name: 'read_page', values: { url } }, contextOf({ caller, addresses, ...over }))
  expect(await read('https://a.test/')).toMatchObject({
    ok: true,
    text: expect.stringContaining('The dam was built in 1931.'),
    outcome: { addresses: ['https://a.test/', 'https://a.test/next'] },
  })
  expect(addresses.find('https://a.test/next')).toBe('https://a.test/next')
  const usage = await (await service.asOwner('GET', '/admin/usage?group_by=action')).json()
  expect(usage).toMatchObject({ totals: { credits: 1 } })
  expect(await read('https://a.test/?secret=1')).toMatchObject({
    ok: false,
    text: expect.stringContaining('This address is not allowed'),
  })
  expect(safeFetch.urls).toEqual(['https://a.test/'])
  // A caller who may name any address.
  expect(await read('https://b.test/', { addresses: undefined })).toMatchObject({
    ok: true,
    outcome: { hasFailed: true },
  })
})

test('what is saved is listed, found and read in parts, by its owner alone', async () => {
  await using service = createTestApp()
  const { tools, keys } = service.services
  const caller = callerOf({ kind: 'primary' }, 'r')
  const call = (name: string, values: unknown, who = caller) =>
    tools.call({ name, values }, contextOf({ caller: who }))
  const text = `${'a'.repeat(20_000)}The end`
  const saved = await call('save_file', { name: 'My notes.md', text })
  const link = /http:\S+/.exec(saved.text)?.[0]
  expect(link).toMatch(/^http:\/\/hearth\.test\/nas\/[\w-]{22}\/My%20notes\.md$/)
  expect((await call('my_files', { action: 'list' })).text).toContain(link ?? '')
  expect((await call('my_files', { action: 'search', query: 'notes' })).text).toContain(
    '20007 bytes',
  )
  expect((await call('my_files', { action: 'search', query: 'other' })).text).toBe(
    'There are no such files',
  )
  const first = await call('my_files', { action: 'read', file: link })
  expect(first.text).toContain('read it with the offset 20000')
  expect(first.text).not.toContain('The end')
  const rest = await call('my_files', { action: 'read', file: link, offset: 20_000 })
  expect(rest.text).toEndWith('\nThe end')
  const actor = keys.lookup(service.makeKey({ media: true }).key)
  if (actor === undefined) throw new Error('There is no such key')
  const other = await call('my_files', { action: 'read', file: link }, callerOf(actor, 'r'))
  expect(other).toEqual({
    ok: false,
    text: 'There is no such file among your own: my_files lists them',
  })
})

test('there are no two tools of one name, and no name that clients refuse', () => {
  const tools = registryOf((text) => text)
  expect(() => tools.add([toolOf((text) => text)])).toThrow('There are two tools echo')
  expect(() => toolOf((text) => text, { name: 'a'.repeat(40) })).not.toThrow()
  expect(() => toolOf((text) => text, { name: 'a'.repeat(41) })).toThrow('cannot be the name')
})
