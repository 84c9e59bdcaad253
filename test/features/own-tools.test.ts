import { afterAll, expect, test } from 'bun:test'
import { fixtureTool } from '../support/mcp.ts'
import { pick, pickList } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { calling } from '../support/tool-calls.ts'
import {
  startUpstream,
  streamText,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'

const upstream = startUpstream()
const called: string[] = []
const tool = (name: string, effects: 'reads' | 'costs') => ({
  ...fixtureTool(name, async ({ n }) => {
    called.push(`${name} ${n ?? ''}`.trim())
    return `Result of ${name}`
  }),
  effects,
})
const service = startService({
  upstream: upstream.url,
  more: () => ({ name: 'fixtures', tools: [tool('look', 'reads'), tool('buy', 'costs')] }),
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

const LOOK = { type: 'hearth', name: 'look' }
const BUY = { type: 'hearth', name: 'buy' }
const PARAMETERS = { type: 'object', properties: {} }
const OWN = { type: 'function', function: { name: 'own', parameters: PARAMETERS } }
const messages = [{ role: 'user', content: 'Hi' }]

type Call = { name: string; values?: object }

/** A whole answer with calls. */
function wholeCalls(calls: readonly Call[], text: string | null = null): Response {
  const tool_calls = calls.map(({ name, values = {} }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(values) },
  }))
  return Response.json({
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: { role: 'assistant', content: text, tool_calls },
      },
    ],
  })
}

function scripted(...answers: readonly (() => Response)[]): UpstreamRequest[] {
  const asked: UpstreamRequest[] = []
  called.length = 0
  upstream.script((ask) => {
    asked.push(ask)
    return answers[Math.min(asked.length, answers.length) - 1]?.() ?? streamText(['Nothing'])
  })
  return asked
}

const post = (path: string, body: object, authorization = `Bearer ${PRIMARY_KEY}`) =>
  service.request(path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function answerOf(path: string, body: object): Promise<unknown> {
  const response = await post(path, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return JSON.parse(text)
}

/** The events of a stream, as JSON. */
async function streamOf(path: string, body: object): Promise<unknown[]> {
  const text = await (await post(path, body)).text()
  return text
    .split('\n')
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

const offeredTo = (ask: UpstreamRequest | undefined) =>
  pickList(ask?.body, 'tools').map((one) => pick(one, 'function.name'))
const resultsOf = (ask: UpstreamRequest | undefined) =>
  (ask?.body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => content)

test('each dialect calls a tool that the request names, and answers whole in its own form', async () => {
  const cases: readonly [string, object, string][] = [
    ['/v1/chat/completions', { messages, tools: [LOOK] }, 'choices.0.message.content'],
    ['/v1/responses', { input: 'Hi', tools: [LOOK] }, 'output.0.content.0.text'],
    ['/v1/messages', { messages, max_tokens: 9, tools: [LOOK] }, 'content.0.text'],
    ['/api/chat', { messages, tools: [LOOK], stream: false }, 'message.content'],
  ]
  for (const [path, body, field] of cases) {
    const asked = scripted(
      () => wholeCalls([{ name: 'look' }], 'Let me see.'),
      () => wholeAnswer('Done.'),
    )
    const answer = await answerOf(path, { model: 'local', ...body })
    expect([path, pick(answer, field)]).toEqual([path, 'Let me see.\n\nDone.'])
    expect([path, offeredTo(asked[0]), called]).toEqual([path, ['look'], ['look']])
    expect(String(resultsOf(asked[1])[0])).toContain('Result of look')
  }
})

test('a stream has the text of all steps, one engine and one end, and no call of the service', async () => {
  const asked = scripted(
    () => calling([{ name: 'look', values: { n: 4 } }], 'Let me see.'),
    () => streamText(['It is ', 'done.']),
  )
  const chunks = await streamOf('/v1/chat/completions', {
    model: 'local',
    stream: true,
    messages,
    tools: [LOOK],
  })
  const text = chunks.map((one) => pick(one, 'choices.0.delta.content') ?? '').join('')
  expect(text).toBe('Let me see.\n\nIt is done.')
  expect(JSON.stringify(chunks)).not.toContain('tool_calls')
  expect(chunks.filter((one) => pick(one, 'choices.0.finish_reason'))).toHaveLength(1)
  expect(called).toEqual(['look 4'])
  expect(asked).toHaveLength(2)
  const events = await (async () => {
    scripted(
      () => calling([{ name: 'look' }], 'Let me see.'),
      () => streamText(['Done.']),
    )
    const body = { model: 'local', stream: true, max_tokens: 9, messages, tools: [LOOK] }
    return await streamOf('/v1/messages', body)
  })()
  expect(events.filter((one) => pick(one, 'type') === 'message_start')).toHaveLength(1)
  expect(events.filter((one) => pick(one, 'type') === 'message_stop')).toHaveLength(1)
  const said = events.map((one) => pick(one, 'delta.text') ?? '').join('')
  expect(said).toBe('Let me see.\n\nDone.')
})

test('a call of the caller’s own function ends the loop and goes back to it', async () => {
  scripted(
    () => wholeCalls([{ name: 'look' }]),
    () => wholeCalls([{ name: 'own', values: { a: 1 } }, { name: 'look' }], 'Your turn.'),
  )
  const tools = [LOOK, OWN]
  const answer = await answerOf('/v1/chat/completions', { model: 'local', messages, tools })
  expect(pick(answer, 'choices.0')).toMatchObject({
    finish_reason: 'tool_calls',
    message: {
      content: 'Your turn.',
      tool_calls: [{ function: { name: 'own', arguments: '{"a":1}' } }],
    },
  })
  expect(pickList(answer, 'choices.0.message.tool_calls')).toHaveLength(1)
  expect(called).toEqual(['look'])
  const asked = scripted(() => calling([{ name: 'own', values: { a: 1 } }]))
  const chunks = await streamOf('/v1/chat/completions', {
    model: 'local',
    stream: true,
    messages,
    tools,
  })
  const calls = chunks.flatMap((one) => pick(one, 'choices.0.delta.tool_calls') ?? [])
  expect(calls.map((one) => pick(one, 'function'))).toEqual([{ name: 'own', arguments: '{"a":1}' }])
  expect(chunks.some((one) => pick(one, 'choices.0.finish_reason') === 'tool_calls')).toBe(true)
  expect(offeredTo(asked[0])).toEqual(['look', 'own'])
})

test('what costs is called where the request names it, and refused where only an assistant has it', async () => {
  scripted(
    () => wholeCalls([{ name: 'buy' }]),
    () => wholeAnswer('Done'),
  )
  await answerOf('/v1/chat/completions', { model: 'local', messages, tools: [BUY] })
  expect(called).toEqual(['buy'])
  const assistant = { name: 'Shop', instructions: 'Sell.', tools: ['look', 'buy'] }
  await answerOf('/api/assistants', assistant)
  const asked = scripted(
    () => wholeCalls([{ name: 'look' }, { name: 'buy' }]),
    () => wholeAnswer('Done'),
  )
  await answerOf('/v1/chat/completions', { model: 'assistant/shop', messages })
  expect(called).toEqual(['look'])
  expect(String(resultsOf(asked[1])[1])).toContain('cannot be asked')
  expect(String(pick(asked[0]?.body, 'messages.0.content'))).toContain('Sell.')
})

test('a tool that is not there, not allowed or named twice is refused before a model is asked', async () => {
  const asked = scripted(() => wholeAnswer('No'))
  const refused = async (tools: readonly object[], authorization?: string) => {
    const response = await post(
      '/v1/chat/completions',
      { model: 'local', messages, tools },
      authorization,
    )
    return [response.status, pick(await response.json(), 'error.param')]
  }
  expect(await refused([{ type: 'hearth', name: 'none' }])).toEqual([422, 'tools[0].name'])
  expect(await refused([{ type: 'hearth' }])).toEqual([422, 'tools[0].name'])
  const many = Array.from({ length: 41 }, (_, index) => ({ type: 'hearth', name: `t${index}` }))
  expect(await refused(many)).toEqual([422, 'tools'])
  const same = { type: 'function', function: { name: 'look', parameters: PARAMETERS } }
  expect(await refused([LOOK, same])).toEqual([422, 'tools'])
  const { key } = service.makeKey({ generate: true, agent_engines: ['local'] }, 'no media')
  expect(await refused([LOOK], `Bearer ${key}`)).toEqual([422, 'tools[0].name'])
  expect(asked).toHaveLength(0)
})
