import { expect, test } from 'bun:test'
import { shapeTurn } from '../../src/engines/cli/cli-engine.ts'
import { JsonReplyFilter } from '../../src/engines/cli/json-reply.ts'
import type { ReplyFilter } from '../../src/engines/cli/tool-protocol.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { answer, lines, startTool, turnOf } from '../support/cli-double.ts'
import { fastest } from '../support/fastest.ts'
import { pick } from '../support/pick.ts'

const ABLE = { images: true, structured: true, tools: true }
const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'Tells the weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
  { type: 'function', function: { name: 'time' } },
]
const CALL = '{"call_functions":[{"name":"weather","arguments":{"city":"Oslo"}}]}'
const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }

/** The output of a filter for each piece, and after the end. */
function passed(filter: ReplyFilter | undefined, ...pieces: readonly string[]) {
  const early = pieces.map((text) => filter?.apply([{ type: 'text', text }]) ?? [])
  return { early: early.map(textIn), events: [...early.flat(), ...(filter?.apply([FINISH]) ?? [])] }
}

function textIn(events: readonly EngineEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

function filterFor(options: Record<string, unknown> = {}, stream = true): ReplyFilter | undefined {
  const turn = turnOf('hi', { stream, options: { tools: TOOLS, ...options } })
  return shapeTurn(turn, ABLE).filters[0]
}

test('a function call is returned in OpenAI’s format', () => {
  const { early, events } = passed(filterFor(), CALL)
  expect(early).toEqual([''])
  expect(events).toEqual([
    {
      type: 'delta',
      delta: {
        tool_calls: [
          {
            index: 0,
            id: expect.stringMatching(/^call_[\w-]{22}$/),
            type: 'function',
            function: { name: 'weather', arguments: '{"city":"Oslo"}' },
          },
        ],
      },
    },
    { type: 'finish', reason: 'tool_calls' },
  ])
})

test('a function call is found in pieces, in a fence, with white space and with words around it', () => {
  const forms = [
    [...CALL],
    ['```json\n', CALL, '\n```\n'],
    ['\n\n{ "call_functions" :\n [', CALL.slice(CALL.indexOf('[') + 1)],
    ['I will look.\n', CALL],
    [CALL, '\nIt is sunny, I guess.'],
    [CALL.replace('{"city":"Oslo"}', '"{\\"city\\":\\"Oslo\\"}"')],
  ]
  for (const pieces of forms) {
    const { events } = passed(filterFor(), ...pieces)
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' })
    const delta = events.find((event) => event.type === 'delta')
    expect(pick(delta, 'delta.tool_calls.0.function.arguments')).toBe('{"city":"Oslo"}')
  }
})

test('text passes at once with functions, except what may become a call', () => {
  expect(passed(filterFor(), 'Sun', 'ny.\n', 'Yes', '\n{', '"a": 1}').early).toEqual([
    'Sun',
    'ny.\n',
    'Yes',
    '\n',
    '{"a": 1}',
  ])
  expect(textIn(passed(filterFor(), '```', 'js\nlet a').events)).toBe('```js\nlet a')
  expect(textIn(passed(filterFor(), '{"call_').events)).toBe('{"call_')
  expect(passed(filterFor(), 'Sunny.').events.at(-1)).toEqual(FINISH)
})

test('a call of an unknown function or with invalid arguments is a failure', () => {
  const broken = [
    CALL.replace('weather', 'rm'),
    CALL.replace('{"city":"Oslo"}', '[1]'),
    CALL.replace('{"city":"Oslo"}', '"no json"'),
    CALL.slice(0, -3),
    '{"call_functions":[]}',
  ]
  for (const text of broken) expect(() => passed(filterFor(), text)).toThrow(EngineFailure)
})

test('a malformed call after text that was sent is text', () => {
  const text = `For example:\n${CALL.replace('weather', 'rm')}`
  const { events } = passed(filterFor(), text)
  expect(textIn(events)).toBe(text)
  expect(events.at(-1)).toEqual(FINISH)
})

test('tool_choice required holds the answer back and fails it without a call', () => {
  expect(passed(filterFor({ tool_choice: 'required' }), 'I look.\n', CALL)).toMatchObject({
    early: ['', ''],
    events: [{ type: 'text', text: 'I look.\n' }, { type: 'delta' }, { reason: 'tool_calls' }],
  })
  expect(() => passed(filterFor({ tool_choice: 'required' }), 'Sunny.')).toThrow(EngineFailure)
})

test('a named tool_choice offers only that function, once', () => {
  const tool_choice = { type: 'function', function: { name: 'time' } }
  expect(() => passed(filterFor({ tool_choice }), CALL)).toThrow(EngineFailure)
  const twice = '{"call_functions":[{"name":"time"},{"name":"time"}]}'
  const { events } = passed(filterFor({ tool_choice }), twice)
  expect(pick(events, '0.delta.tool_calls.length')).toBe(1)
  expect(pick(events, '0.delta.tool_calls.0.function.arguments')).toBe('{}')
})

test('several calls come in one delta, numbered where they are streamed', () => {
  const two = CALL.replace(']}', ',{"name":"time","arguments":{}}]}')
  const streamed = passed(filterFor(), two).events
  expect(pick(streamed, '0.delta.tool_calls.1.index')).toBe(1)
  const whole = passed(filterFor({}, false), two).events
  expect(pick(whole, '0.delta.tool_calls.length')).toBe(2)
  expect(pick(whole, '0.delta.tool_calls.1.index')).toBeUndefined()
})

test('tool_choice none offers nothing', () => {
  const turn = turnOf('hi', { options: { tools: TOOLS, tool_choice: 'none' } })
  expect(shapeTurn(turn, ABLE)).toEqual({ turn: { ...turn, options: {} }, filters: [] })
})

test('CliEngine instructs the tool about functions and returns their calls', async () => {
  const delta = { type: 'text_delta', text: CALL }
  using tool = startTool('claude', {
    steps: [
      lines(
        { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' },
        { type: 'stream_event', event: { type: 'content_block_delta', delta } },
        { type: 'result', subtype: 'success', is_error: false, result: CALL },
      ),
    ],
  })
  const events = await answer(tool, turnOf('Weather?', { options: { tools: TOOLS } }))
  expect(events).toMatchObject([{ type: 'delta' }, { type: 'finish', reason: 'tool_calls' }])
  const system = tool.calls()[0]?.args.find((arg) => arg.startsWith('--system-prompt='))
  expect(system).toContain('"description":"Tells the weather"')
})

test('json_object becomes an instruction, and a code fence is removed', () => {
  const turn = turnOf('hi', { options: { response_format: { type: 'json_object' } } })
  const shaped = shapeTurn(turn, ABLE)
  expect(shaped.turn.messages[0]?.content).toContain('JSON document')
  expect(shaped.filters[0]).toBeInstanceOf(JsonReplyFilter)
  expect(textIn(passed(shaped.filters[0], '```json\n', '{"a":1}', '\n```').events)).toBe('{"a":1}')
  expect(passed(new JsonReplyFilter(), ' {"a"', ':1}').early).toEqual(['{"a"', ':1}'])
})

test('leading white space before JSON is skipped in linear time', () => {
  const filter = () => new JsonReplyFilter()
  const pieces = (piece: string) => Array.from({ length: 50_000 }, () => piece)
  const [plain, blank] = [pieces('{'.repeat(20)), pieces(' '.repeat(20))]
  const linear = fastest(() => passed(filter(), ...plain))
  expect(fastest(() => passed(filter(), ...blank, '{}'))).toBeLessThan(linear * 100)
  expect(textIn(passed(filter(), ...blank, '{}').events)).toBe('{}')
})

test('a schema is passed to the tool, and becomes an instruction with functions', () => {
  const schema = { type: 'object', title: 'Marked' }
  const response_format = { type: 'json_schema', json_schema: { name: 'x', schema } }
  expect(shapeTurn(turnOf('hi', { options: { response_format } }), ABLE).turn.options).toEqual({
    response_format,
  })
  const both = shapeTurn(turnOf('hi', { options: { response_format, tools: TOOLS } }), ABLE)
  expect(both.turn.options).toEqual({})
  expect(both.turn.messages[0]?.content).toContain('"title":"Marked"')
})
