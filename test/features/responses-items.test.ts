import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { createDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PATH = '/v1/responses'
const HELLO = { model: 'auto', input: 'hi' }

test('first instructions are one message, later ones keep their place, and calls are of the message before them', async () => {
  const local = fakeEngine('local', saying('Yes'))
  await using service = createTestApp({ engines: [local] })
  const text = (type: string, words: string) => [{ type, text: words }]
  const input = [
    { type: 'message', role: 'developer', content: text('input_text', 'Be kind') },
    { role: 'user', content: 'hi' },
    { type: 'message', role: 'assistant', content: text('output_text', 'Let me look') },
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call', call_id: 'b', name: 'g', namespace: 'ns', arguments: '{}' },
    { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: 'x' },
    { type: 'function_call_output', call_id: 'a', output: 'one' },
    { type: 'function_call_output', call_id: 'b', output: text('input_text', 'two') },
    { type: 'custom_tool_call_output', call_id: 'c', output: 'three' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    { role: 'system', content: 'Be brief' },
  ]
  const answer = await service.asOwner('POST', PATH, {
    ...{ model: 'auto', input, instructions: 'Be good', store: false, temperature: 0.5, seed: 7 },
    ...{ reasoning: { effort: 'low', summary: 'auto' }, prompt_cache_key: 'x' },
  })
  expect(answer.status).toBe(200)
  const call = (id: string, name: string, args: string) => ({
    ...{ id, type: 'function', function: { name, arguments: args } },
  })
  expect<unknown>(local.turns[0]?.messages).toEqual([
    { role: 'system', content: 'Be good\n\nBe kind' },
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: 'Let me look',
      tool_calls: [
        call('a', 'f', '{}'),
        call('b', 'ns__g', '{}'),
        call('c', 'patch', '{"input":"x"}'),
      ],
    },
    { role: 'tool', content: 'one', tool_call_id: 'a' },
    { role: 'tool', content: 'two', tool_call_id: 'b' },
    { role: 'tool', content: 'three', tool_call_id: 'c' },
    { role: 'user', content: '<system-reminder>\nBe brief\n</system-reminder>' },
  ])
  expect(local.turns[0]?.options).toEqual({ temperature: 0.5, seed: 7, reasoning_effort: 'low' })
})

test('tools of a namespace and custom tools are called by one name, and answered by their own', async () => {
  const calls = [
    { id: 'a', type: 'function', function: { name: 'agents__spawn', arguments: '{"n":1}' } },
    { id: 'b', type: 'function', function: { name: 'patch', arguments: '{"input":"*** Begin"}' } },
  ]
  const local = fakeEngine('local', async function* call() {
    yield [
      { type: 'delta', delta: { tool_calls: calls } },
      { type: 'finish', reason: 'tool_calls' },
    ]
  })
  await using service = createTestApp({ engines: [local] })
  const spawn = { type: 'function', name: 'spawn', strict: false, parameters: { type: 'object' } }
  const tools = [
    { type: 'namespace', name: 'agents', tools: [spawn] },
    { type: 'custom', name: 'patch', description: 'Patches', format: { type: 'text' } },
    { type: 'web_search' },
  ]
  const ask = (body: object) => service.asOwner('POST', PATH, { ...HELLO, tools, ...body })
  const output = [
    {
      type: 'function_call',
      call_id: 'a',
      name: 'spawn',
      namespace: 'agents',
      arguments: '{"n":1}',
    },
    { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: '*** Begin' },
  ]
  expect(await (await ask({})).json()).toMatchObject({ output })
  const names = pick(local.turns[0]?.options, 'tools') as { function: { name: string } }[]
  expect(names.map((tool) => tool.function.name)).toEqual(['agents__spawn', 'patch'])
  const streamed = await (await ask({ stream: true })).text()
  const done = [...streamed.matchAll(/^data: (.*"response\.output_item\.done".*)$/gm)]
  expect(done.map(([, data = '']) => pick(JSON.parse(data), 'item'))).toMatchObject(output)
  const allowed = {
    type: 'allowed_tools',
    mode: 'required',
    tools: [{ type: 'custom', name: 'patch' }],
  }
  await ask({ tool_choice: allowed })
  expect(local.turns.at(-1)?.options).toMatchObject({
    tools: [{ function: { name: 'patch' } }],
    tool_choice: 'required',
  })
  await ask({ tool_choice: { type: 'function', name: 'spawn', namespace: 'agents' } })
  expect(local.turns.at(-1)?.options['tool_choice']).toEqual({
    type: 'function',
    function: { name: 'agents__spawn' },
  })
  // No model could call what runs on OpenAI's servers.
  await ask({ tools: [{ type: 'web_search' }], tool_choice: 'auto', parallel_tool_calls: true })
  expect(local.turns.at(-1)?.options).toEqual({})
})

test('what cannot be read is refused in words, at its field', async () => {
  await using service = createTestApp({ engines: [fakeEngine('local', saying('x'))] })
  const audio = [{ role: 'user', content: [{ type: 'input_audio', data: 'x' }] }]
  const wrong: [object, number, string][] = [
    [{ model: 'auto' }, 422, 'input'],
    [{ ...HELLO, input: [] }, 422, 'input'],
    [{ ...HELLO, input: 7 }, 422, 'input'],
    [{ ...HELLO, input: [{ role: 'king', content: 'x' }] }, 422, 'input[0].role'],
    [{ ...HELLO, input: [{ type: 'dance' }] }, 422, 'input[0].type'],
    [{ ...HELLO, input: audio }, 422, 'input[0].content[0].type'],
    [{ ...HELLO, input: [{ type: 'function_call', name: 'f' }] }, 422, 'input[0].call_id'],
    [{ ...HELLO, tools: [{ type: 'function' }] }, 422, 'tools[0].name'],
    [{ ...HELLO, tool_choice: 'required' }, 422, 'tool_choice'],
    [{ ...HELLO, tool_choice: { type: 'function', name: 'f' } }, 422, 'tool_choice'],
    [{ ...HELLO, text: { format: { type: 'json_schema', name: 'x' } } }, 422, 'text.format.schema'],
    [{ ...HELLO, conversation: 'conv_1' }, 422, 'conversation'],
    [{ ...HELLO, prompt: { id: 'p' } }, 422, 'prompt'],
    [{ ...HELLO, previous_response_id: 'resp_x' }, 404, 'previous_response_id'],
    [{ ...HELLO, background: true, stream: true }, 422, 'stream'],
  ]
  for (const [body, status, param] of wrong) {
    const answer = await service.asOwner('POST', PATH, body)
    expect([answer.status, await pickFrom(answer, 'error.param')]).toEqual([status, param])
  }
})

test('code assistants get the same for text, and refusals that codex does not repeat', async () => {
  const local = fakeEngine('local', saying('Hello ', 'you'))
  await using service = createTestApp({ engines: [local] })
  const { credential } = createDevice(service)
  const ask = (body: object) =>
    service.request(
      '/api/code/v1/responses',
      jsonInit('POST', { ...HELLO, ...body }, { authorization: `Bearer ${credential}` }),
    )
  expect(await (await ask({ stream: true })).text()).toContain('event: response.completed')
  expect(await pickFrom(await ask({}), 'output.0.content.0.text')).toBe('Hello you')
  const wrong = await ask({ previous_response_id: 7 })
  const tooLarge = await ask({ input: 'x'.repeat(4 * 1024 * 1024) })
  expect(await pickFrom(tooLarge, 'code')).toBe('too_large')
  // Codex repeats a request six times after 413 and 422.
  expect([wrong.status, tooLarge.status]).toEqual([400, 400])
})

test('what continues an answer that broke off has its text, and only the calls that were run', async () => {
  const calls = ['{"city":"Rome"}', '{"city":"Par'].map((args, index) => ({
    ...{ index, id: `call_${index}`, type: 'function' },
    function: { name: 'weather', arguments: args },
  }))
  let isFirst = true
  const local = fakeEngine('local', async function* broken() {
    if (!isFirst) yield* saying('Go on')({} as never, new AbortController().signal)
    else {
      isFirst = false
      yield [{ type: 'text', text: 'Let me look' }]
      yield [{ type: 'delta', delta: { tool_calls: calls } }]
      throw new EngineFailure('transient', 'reset')
    }
  })
  await using service = createTestApp({ engines: [local] })
  const stream = await service.asOwner('POST', PATH, { ...HELLO, stream: true })
  const id = /"id":"(resp_[^"]+)"/.exec(await stream.text())?.[1]
  const continued = (input: unknown) =>
    service.asOwner('POST', PATH, { model: 'auto', input, previous_response_id: id })
  const output = (call: number) => ({
    ...{ type: 'function_call_output', call_id: `call_${call}`, output: 'sunny' },
  })
  expect((await continued('And now?')).status).toBe(200)
  expect(local.turns[1]?.messages).toEqual([
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'Let me look' },
    { role: 'user', content: 'And now?' },
  ])
  expect((await continued([output(0)])).status).toBe(200)
  expect<unknown>(local.turns[2]?.messages).toMatchObject([
    { role: 'user' },
    { content: 'Let me look', tool_calls: [{ id: 'call_0' }] },
    { role: 'tool', content: 'sunny' },
  ])
  const refused = await continued([output(0), output(1)])
  expect(refused.status).toBe(422)
  expect(await pickFrom(refused, 'error.message')).toContain(
    'the arguments of weather were cut off',
  )
})

test('late instructions are joined with the messages of the user beside them, as in every dialect', async () => {
  const local = fakeEngine('local', saying('Yes'))
  await using service = createTestApp({ engines: [local] })
  const late = { role: 'system', content: 'Be brief' }
  const input = [{ role: 'user', content: 'one' }, late, { role: 'user', content: 'two' }]
  const more = [...input, { role: 'assistant', content: 'Yes' }, late, late]
  await service.asOwner('POST', PATH, { model: 'auto', input: more, store: false })
  const messages = more
  await service.asOwner('POST', '/v1/messages', { model: 'auto', max_tokens: 9, messages })
  await service.asOwner('POST', '/api/chat', { model: 'auto', stream: false, messages })
  const reminder = '<system-reminder>\nBe brief\n</system-reminder>'
  const expected = [
    { role: 'user', content: `one\n\n${reminder}\n\ntwo` },
    { role: 'assistant', content: 'Yes' },
    { role: 'user', content: `${reminder}\n\n${reminder}` },
  ]
  expect<unknown>(local.turns.map((turn) => turn.messages)).toEqual([expected, expected, expected])
})
