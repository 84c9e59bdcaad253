import { expect, test } from 'bun:test'
import { requestMinimalAnswer } from '../../src/core/engines/account-monitor.ts'
import {
  answer,
  failure,
  lines,
  recording,
  type Scenario,
  startTool,
  textOf,
  turnOf,
} from '../support/cli-double.ts'
import { pick } from '../support/pick.ts'

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }
const STOP = { type: 'finish' as const, reason: 'stop' }
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SCHEMA = { type: 'object', properties: { a: { type: 'integer' } } }
const FORMAT = { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } }

const delta = (text: string) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
})
const assistant = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: { model: 'claude-opus-5', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  ...more,
})
const synthetic = (text: string, error: string) => ({
  ...assistant(text, { error }),
  message: { model: '<synthetic>', content: [{ type: 'text', text }] },
})
const limit = (info: object) => ({ type: 'rate_limit_event', rate_limit_info: info })
const failed = (result: string, more: object = {}) => ({
  ...RESULT,
  is_error: true,
  result,
  ...more,
})
const ran = (...events: readonly object[]): Scenario => ({ steps: [lines(...events)] })

async function failsWith(scenario: Scenario) {
  using tool = startTool('claude', scenario)
  return await failure(answer(tool))
}

async function says(scenario: Scenario, turn = turnOf('hi')) {
  using tool = startTool('claude', scenario)
  return await answer(tool, turn)
}

test('claude streams the recorded answer word by word', async () => {
  const events = await says(recording('claude', 'ok', 50))
  expect(textOf(events)).toBe('The quick answer is 42.\n\nHere is why: six times seven.')
  expect(events).toHaveLength(12)
  expect(events.at(-1)).toEqual(STOP)
})

test('claude gives each recorded failure its verdict', async () => {
  const verdict = async (name: string) => (await failsWith(recording('claude', name))).verdict
  expect(await verdict('badkey')).toBe('signed_out')
  expect(await verdict('quota')).toBe('transient')
  expect(await verdict('overloaded')).toBe('transient')
  expect(await verdict('cut')).toBe('transient')
})

test('claude is called without tools, settings or a session, and reads its prompt from stdin', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  await answer(tool, {
    ...turnOf(''),
    messages: [
      { role: 'system', content: '--model=evil' },
      { role: 'user', content: 'Hello there' },
    ],
  })
  const { args = [], stdin = '', env = {} } = tool.calls()[0] ?? {}
  expect(args).toContain('--system-prompt=--model=evil')
  expect(args.slice(args.indexOf('--tools'), args.indexOf('--tools') + 4)).toEqual([
    '--tools',
    '',
    '--strict-mcp-config',
    '--setting-sources=',
  ])
  expect(args).toContain('--no-session-persistence')
  expect(args[args.indexOf('--model') + 1]).toBe('opus')
  expect(args.join(' ')).not.toContain('Hello')
  expect(pick(JSON.parse(stdin), 'message.content')).toEqual([
    { type: 'text', text: 'Hello there' },
  ])
  expect(env['CLAUDE_CODE_DISABLE_ATTACHMENTS']).toBe('1')
})

test('claude gets a long system text, or one with a NUL, by a file', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  const ask = (system: string) =>
    answer(tool, {
      ...turnOf(''),
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'hi' },
      ],
    })
  await ask('x'.repeat(200_000))
  await ask('a\0b')
  for (const { args, files } of tool.calls()) {
    expect(args.some((arg) => arg.startsWith('--system-prompt-file='))).toBe(true)
    expect(files).toEqual(['system.txt'])
  }
})

test('claude gets images in order as content of its stdin', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  const url = `data:image/png;base64,${PIXEL}`
  await answer(tool, {
    ...turnOf(''),
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'And why?' },
        ],
      },
    ],
  })
  expect(pick(JSON.parse(tool.calls()[0]?.stdin ?? ''), 'message.content')).toEqual([
    { type: 'text', text: 'What is this?' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
    { type: 'text', text: '\nAnd why?' },
  ])
})

test('claude refuses a request above 10 MB before the tool starts', async () => {
  using tool = startTool('claude', recording('claude', 'ok'))
  expect((await failure(answer(tool, turnOf('x'.repeat(10_000_000))))).verdict).toBe('request')
  expect(tool.calls()).toEqual([])
})

test('claude sends no text when the tool reports tools of its own', async () => {
  const { verdict, message } = await failsWith(
    ran({ ...INIT, tools: ['Task', 'Bash'] }, delta('text'), RESULT),
  )
  expect(verdict).toBe('unknown')
  expect(message).toContain('Task, Bash')
  expect((await failsWith(ran({ ...INIT, tools: undefined }, delta('x'), RESULT))).verdict).toBe(
    'unknown',
  )
})

test('claude passes a schema and emits the structured output as text', async () => {
  using tool = startTool(
    'claude',
    ran({ ...INIT, tools: ['StructuredOutput'] }, delta('Let me see. '), {
      ...RESULT,
      result: 'Done',
      structured_output: { a: 1 },
    }),
  )
  const events = await answer(tool, turnOf('hi', { options: { response_format: FORMAT } }))
  expect(events).toEqual([{ type: 'text', text: '{"a":1}' }, STOP])
  expect(tool.calls()[0]?.args).toContain(`--json-schema=${JSON.stringify(SCHEMA)}`)
})

test('claude reports a rejected limit as quota with its reset time and family', async () => {
  const info = { status: 'rejected', resetsAt: 1_790_161_200, rateLimitType: 'five_hour' }
  expect(await failsWith(ran(INIT, limit(info)))).toMatchObject({
    verdict: 'quota',
    until: 1_790_161_200_000,
    family: undefined,
  })
  expect(
    await failsWith(ran(INIT, limit({ ...info, rateLimitType: 'seven_day_opus' }))),
  ).toMatchObject({ verdict: 'quota', family: 'opus' })
})

test('claude answers despite a warning and refused overage', async () => {
  const infos = [
    { status: 'allowed_warning', resetsAt: 1, rateLimitType: 'five_hour', utilization: 0.9 },
    { status: 'allowed', overageStatus: 'rejected', isUsingOverage: false },
  ]
  for (const info of infos)
    expect(textOf(await says(ran(INIT, limit(info), delta('fine'), RESULT)))).toBe('fine')
})

test('claude reports paid overage as quota', async () => {
  const infos = [
    { status: 'rejected', overageStatus: 'allowed', isUsingOverage: true },
    { status: 'allowed', rateLimitType: 'five_hour', isUsingOverage: true },
    { status: 'allowed_warning', rateLimitType: 'overage' },
  ]
  for (const info of infos) {
    const run = ran(INIT, limit({ resetsAt: 1_790_161_200, ...info }), delta('paid'), RESULT)
    expect(await failsWith(run)).toMatchObject({ verdict: 'quota', until: 1_790_161_200_000 })
  }
  expect((await failsWith(ran(INIT, delta('paid'), limit({ ...infos[1] }), RESULT))).verdict).toBe(
    'quota',
  )
})

test('claude sends no text with an API key, except for a private server', async () => {
  const run = (apiKeySource: unknown) => ran({ ...INIT, apiKeySource }, delta('text'), RESULT)
  for (const source of ['ANTHROPIC_API_KEY', '/login managed key', 'user', 'apiKeyHelper']) {
    const { verdict, message } = await failsWith(run(source))
    expect(verdict).toBe('signed_out')
    expect(message).toContain(source)
  }
  expect((await failsWith(run(undefined))).verdict).toBe('unknown')
  expect(textOf(await says(run('oauth')))).toBe('text')
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  using tool = startTool('claude', run('ANTHROPIC_API_KEY'), { env })
  expect(textOf(await answer(tool))).toBe('text')
})

test('claude holds text back until the init event has been checked', async () => {
  const late = { ...RESULT, result: 'early late' }
  expect(await says(ran(delta('early'), INIT, delta(' late'), late))).toEqual([
    { type: 'text', text: 'early' },
    { type: 'text', text: ' late' },
    STOP,
  ])
  const heard: string[] = []
  const fails = async (scenario: Scenario) => {
    using tool = startTool('claude', scenario)
    const run = tool.engine.run(turnOf('hi'), { id: 'one' }, new AbortController().signal)
    return await failure(
      (async () => {
        for await (const batch of run) heard.push(textOf(batch))
      })(),
    )
  }
  expect((await fails(ran(delta('early'), { ...INIT, tools: ['Bash'] }, RESULT))).verdict).toBe(
    'unknown',
  )
  expect((await fails(ran(delta('early'), late))).message).toStartWith('Refused: ')
  expect((await fails(ran(delta('early')))).verdict).toBe('unknown')
  expect(heard).toEqual([])
})

test('claude uses whole messages when the result is empty and nothing was streamed', async () => {
  expect(await says(ran(INIT, assistant('\n\nHello.'), RESULT))).toEqual([
    { type: 'text', text: '\n\nHello.' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('claude emits the part of the result that was not streamed, once', async () => {
  const whole = { ...RESULT, result: 'one two three' }
  expect(textOf(await says(ran(INIT, delta('one two'), whole)))).toBe('one two three')
  expect(textOf(await says(ran(INIT, delta('one two three'), whole)))).toBe('one two three')
})

test('claude fails an answer that restarts in mid-answer', async () => {
  const start = { type: 'stream_event', event: { type: 'message_start', message: {} } }
  const scenario = ran(INIT, start, delta('The '), start, delta('The '), RESULT)
  expect((await failsWith(scenario)).verdict).toBe('transient')
})

test('claude reports an empty success as empty', async () => {
  expect((await failsWith(ran(INIT, RESULT))).verdict).toBe('empty')
  expect((await failsWith(ran(INIT))).verdict).toBe('empty')
})

test('claude maps stop reasons to finish reasons', async () => {
  const events = await says(ran(INIT, delta('half'), { ...RESULT, stop_reason: 'max_tokens' }))
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
})

test('claude recognizes a limit that only the text reports', async () => {
  const text = "You've hit your session limit · resets 2pm (Europe/Helsinki)"
  const before = Date.now()
  const found = await failsWith(
    ran(INIT, synthetic(text, 'rate_limit'), failed(text, { api_error_status: 429 })),
  )
  expect(found.verdict).toBe('quota')
  expect(found.until).toBeGreaterThan(before)
})

test('claude distinguishes a signed-out account from a login being refreshed', async () => {
  const verdict = async (text: string) =>
    (await failsWith(ran(INIT, synthetic(text, 'authentication_failed'), failed(text)))).verdict
  expect(await verdict('Not logged in · Please run /login')).toBe('signed_out')
  expect(await verdict('Something new about logins')).toBe('signed_out')
  expect(
    await verdict(
      'Could not refresh your login because another Claude Code process is refreshing it',
    ),
  ).toBe('transient')
})

test('claude waits for short retries and fails on long ones', async () => {
  const retry = { type: 'system', subtype: 'api_retry', error: 'overloaded', error_status: 529 }
  const short = ran(INIT, { ...retry, retry_delay_ms: 500.5 }, delta('ok'), RESULT)
  expect(textOf(await says(short))).toBe('ok')
  const long = ran(INIT, { ...retry, retry_delay_ms: 18_000.5 }, delta('ok'), RESULT)
  expect((await failsWith(long)).verdict).toBe('transient')
})

test('claude fails an interrupted turn with the listed errors', async () => {
  const interrupted = {
    ...RESULT,
    is_error: true,
    subtype: 'error_during_execution',
    errors: ['[ede_diagnostic] result_type=user'],
    result: undefined,
  }
  const { verdict, message } = await failsWith(ran(INIT, interrupted))
  expect(verdict).toBe('unknown')
  expect(message).toContain('ede_diagnostic')
})

test('claude’s status check runs auth status only', async () => {
  const told = (out: string, err = '') =>
    startTool('claude', { steps: [{ err: 'A turn was asked for' }], status: [{ out, err }] })
  const probe = ({ engine }: ReturnType<typeof startTool>) =>
    engine.checkStatus(new AbortController().signal, { id: 'one' })
  using well = told('{"loggedIn":true,"authMethod":"claude.ai","apiProvider":"firstParty"}')
  await probe(well)
  expect(well.calls()[0]?.args).toEqual(['auth', 'status'])
  using out = told('{"loggedIn":false,"authMethod":"none"}')
  expect((await failure(probe(out))).verdict).toBe('signed_out')
  using paid = told('{"loggedIn":true,"authMethod":"api_key"}')
  expect((await failure(probe(paid))).verdict).toBe('signed_out')
  using odd = told('', 'error: unknown command auth')
  expect((await failure(probe(odd))).verdict).toBe('unknown')
})

test('claude’s account with a key for a private server can only be probed by an answer', async () => {
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  const signedOut = [{ out: '{"loggedIn":false,"authMethod":"none"}' }]
  using tool = startTool('claude', { ...recording('claude', 'ok'), status: signedOut }, { env })
  const probe = { engine: tool.engine, account: { id: 'one' }, model: 'opus' }
  expect(tool.engine.probeKind(probe.account)).toBe('answer')
  await requestMinimalAnswer({ ...probe, signal: new AbortController().signal })
  expect(tool.calls().map(({ args }) => args.includes('-p'))).toEqual([true])
})

test('claude has quota families for opus, sonnet and haiku', () => {
  using tool = startTool('claude', ran(INIT))
  expect(tool.engine.familyOf('claude-opus-5[1m]')).toBe('opus')
  expect(tool.engine.familyOf('Sonnet')).toBe('sonnet')
  expect(tool.engine.familyOf('claude-haiku-4-5')).toBe('haiku')
  expect(tool.engine.familyOf('default')).toBeUndefined()
})
