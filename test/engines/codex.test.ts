import { expect, test } from 'bun:test'
import { requestMinimalAnswer } from '../../src/core/engines/account-monitor.ts'
import { splitByWords } from '../../src/engines/codex/codex.ts'
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

const STARTED = [{ type: 'thread.started', thread_id: 't1' }, { type: 'turn.started' }]
const COMPLETED = { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const message = (text: string) => ({
  type: 'item.completed',
  item: { id: 'item_0', type: 'agent_message', text },
})
const ran = (exit: number, ...events: readonly object[]): Scenario => ({
  steps: [lines(...STARTED, ...events)],
  exit,
})
const failedTurn = (text: string) => [
  { type: 'error', message: text },
  { type: 'turn.failed', error: { message: text } },
]

async function failsWith(scenario: Scenario) {
  using tool = startTool('codex', scenario)
  return await failure(answer(tool))
}

async function says(scenario: Scenario, turn = turnOf('hi')) {
  using tool = startTool('codex', scenario)
  return await answer(tool, turn)
}

test('codex emits the recorded answer, split into words when it is streamed', async () => {
  const text = 'The quick answer is 42.\n\nHere is why: six times seven.'
  const streamed = await says(recording('codex', 'ok', 30))
  expect(textOf(streamed)).toBe(text)
  expect(streamed).toHaveLength(12)
  expect(await says(recording('codex', 'ok'), turnOf('hi', { stream: false }))).toEqual([
    { type: 'text', text },
    { type: 'finish', reason: 'stop' },
  ])
})

test('codex gives each recorded failure its verdict', async () => {
  const verdict = async (name: string) => (await failsWith(recording('codex', name))).verdict
  expect(await verdict('badkey')).toBe('signed_out')
  expect(await verdict('overloaded')).toBe('transient')
  expect(await verdict('cut')).toBe('transient')
  const before = Date.now()
  const quota = await failsWith(recording('codex', 'quota'))
  expect(quota.verdict).toBe('quota')
  expect(quota.until).toBeGreaterThan(before)
})

test('codex is called with a closed sandbox and reads its prompt from stdin', async () => {
  using tool = startTool('codex', recording('codex', 'ok'))
  await answer(tool, turnOf('Hello there'))
  const { args = [], stdin, cwd, env = {} } = tool.calls()[0] ?? {}
  expect(stdin).toBe('Hello there')
  expect(args[0]).toBe('exec')
  expect(args.at(-1)).toBe('-')
  expect(args.join(' ')).toContain(`-s read-only -C ${cwd} -c web_search="disabled"`)
  expect(args.join(' ')).toContain(
    '-c skills.bundled.enabled=false --disable shell_tool --disable view_image --disable multi_agent --disable goals --disable apps --disable plugins --disable image_generation --disable browser_use --disable computer_use -m opus',
  )
  expect(env['CODEX_HOME']).toBe(`${tool.folder}/one`)
})

test('codex gets images as files, before the flag that ends their list', async () => {
  using tool = startTool('codex', recording('codex', 'ok'))
  const url = `data:image/png;base64,${PIXEL}`
  await answer(tool, {
    ...turnOf(''),
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  })
  const { args = [], files, cwd, stdin } = tool.calls()[0] ?? {}
  expect(files).toEqual(['image-1.png'])
  expect(args.slice(args.indexOf('-i'), args.indexOf('-i') + 3)).toEqual([
    '-i',
    `${cwd}/image-1.png`,
    '--ignore-user-config',
  ])
  expect(stdin).toBe('What is this?\n[image 1]')
})

test('codex gets a strict schema as a file and any other as an instruction', async () => {
  using tool = startTool('codex', ran(0, message('{"a":1}'), COMPLETED))
  const ask = (schema: object) =>
    answer(
      tool,
      turnOf('hi', {
        options: { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
      }),
    )
  const loose = { type: 'object', properties: { a: { type: 'integer' } } }
  await ask({ ...loose, additionalProperties: false, required: ['a'] })
  await ask(loose)
  const [strict, worded] = tool.calls()
  expect(strict?.args).toContain('--output-schema')
  expect(strict?.files).toEqual(['schema.json'])
  expect(strict?.stdin).toBe('hi')
  expect(worded?.args).not.toContain('--output-schema')
  expect(worded?.stdin).toContain(JSON.stringify(loose))
})

test('codex extracts an error from its JSON text', async () => {
  const text = JSON.stringify({
    type: 'error',
    error: { type: 'invalid_request_error', message: 'That cannot be done here.' },
    status: 400,
  })
  const found = await failsWith(ran(1, ...failedTurn(text)))
  expect(found.verdict).toBe('request')
  expect(found.message).toBe('That cannot be done here.')
})

test('codex answers after a reconnection and despite a warning item', async () => {
  const warning = {
    type: 'item.completed',
    item: { id: 'item_0', type: 'error', message: 'Model metadata for `x` not found.' },
  }
  const again = { type: 'error', message: 'Reconnecting... 1/5' }
  const events = await says(ran(0, warning, again, message('fine'), COMPLETED))
  expect(textOf(events)).toBe('fine')
})

test('codex refuses a run as soon as a tool is used, also an unknown one', async () => {
  const item = (step: string, type: string) => ({ type: `item.${step}`, item: { id: 'i', type } })
  for (const [step, type] of [
    ['started', 'command_execution'],
    ['completed', 'mcp_tool_call'],
    ['updated', 'collab_tool_call'],
    ['started', 'web_search'],
    ['completed', 'file_change'],
    ['started', 'browser_call'],
  ] as const) {
    const out = lines(...STARTED, item(step, type))
    using tool = startTool('codex', {
      steps: [out, { pause: 60_000 }, lines(message('It says: secret'), COMPLETED)],
    })
    const { verdict, message: told } = await failure(answer(tool))
    expect(verdict).toBe('unknown')
    expect(told).toBe(`Refused: the tool used a tool of its own: ${type}`)
  }
  const plain = ['reasoning', 'todo_list'].flatMap((type) => [
    item('started', type),
    item('updated', type),
    item('completed', type),
  ])
  expect(textOf(await says(ran(0, ...plain, message('fine'), COMPLETED)))).toBe('fine')
})

test('codex takes its last message as the answer', async () => {
  const events = await says(ran(0, message('Let me think.'), message('It is 7.'), COMPLETED))
  expect(textOf(events)).toBe('It is 7.')
})

test('codex needs a completed turn, exit code 0 and a message', async () => {
  expect((await failsWith(ran(0, message('half')))).verdict).toBe('unknown')
  expect((await failsWith(ran(1, message('whole'), COMPLETED))).verdict).toBe('unknown')
  expect((await failsWith(ran(0, COMPLETED))).verdict).toBe('empty')
  expect((await failsWith(ran(0))).verdict).toBe('unknown')
})

test('codex distinguishes a signed-out account, a model at capacity and a used-up quota', async () => {
  const verdict = async (text: string) => (await failsWith(ran(1, ...failedTurn(text)))).verdict
  expect(
    await verdict(
      'Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.',
    ),
  ).toBe('signed_out')
  expect(await verdict('Selected model is at capacity. Please try a different model.')).toBe(
    'transient',
  )
  expect(await verdict("Codex ran out of room in the model's context window.")).toBe('request')
})

test('codex’s status check runs login status only', async () => {
  const told = (out: string, exit: number) =>
    startTool('codex', { steps: [], status: [{ out }], exit })
  const probe = ({ engine }: ReturnType<typeof startTool>) =>
    engine.checkStatus(new AbortController().signal, { id: 'one' })
  using well = told('Logged in using ChatGPT\n', 0)
  await probe(well)
  expect(well.calls()[0]?.args).toEqual(['login', 'status'])
  using out = told('Not logged in\n', 1)
  expect((await failure(probe(out))).verdict).toBe('signed_out')
  using paid = told('Logged in using an API key - sk-***\n', 0)
  expect((await failure(probe(paid))).verdict).toBe('signed_out')
})

test('codex’s account with a key for a private server can only be probed by an answer', async () => {
  const env = { CODEX_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
  const signedOut = [{ out: 'Not logged in\n' }]
  using tool = startTool('codex', { ...recording('codex', 'ok'), status: signedOut }, { env })
  const probe = { engine: tool.engine, account: { id: 'one' }, model: 'gpt-5' }
  expect(tool.engine.probeKind(probe.account)).toBe('answer')
  await requestMinimalAnswer({ ...probe, signal: new AbortController().signal })
  expect(tool.calls().map(({ args }) => args[0])).toEqual(['exec'])
})

test('splitByWords keeps the whole text and makes at most 2,001 pieces', () => {
  const texts = ['', ' \n', 'one', '\n one two\n', 'x '.repeat(100_000), 'x'.repeat(10_000)]
  for (const text of texts) {
    const pieces = splitByWords(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeLessThanOrEqual(2_001)
  }
  expect(splitByWords('one two\nthree')).toEqual(['one ', 'two\n', 'three'])
})

test('codex is started without agents, script runner and user questions', async () => {
  using tool = startTool('codex', recording('codex', 'ok'))
  await answer(tool)
  const args = tool.calls()[0]?.args.join(' ')
  expect(args).toContain('-c features.code_mode_host=false')
  expect(args).toContain('-c agents.enabled=false')
  expect(args).toContain('-c tools.experimental_request_user_input.enabled=false')
})

test('codex is ended after too many reconnections', async () => {
  const again = (attempt: number, reason: string) => ({
    type: 'error',
    message: `Reconnecting... ${attempt}/5 (${reason})`,
  })
  const verdict = async (...events: readonly object[]) => {
    const steps = [lines(...STARTED, ...events), { pause: 60_000 }]
    return (await failsWith({ steps, exit: 0 })).verdict
  }
  expect(await verdict(again(1, 'unexpected status 401 Unauthorized: no'))).toBe('signed_out')
  expect(await verdict(again(1, 'unexpected status 503 Service Unavailable: no'))).toBe('transient')
  const lost = [1, 2, 3, 4].map((attempt) =>
    again(attempt, 'stream disconnected before completion'),
  )
  expect(await verdict(...lost)).toBe('transient')
  const recovers = ran(0, ...lost.slice(0, 3), message('fine'), COMPLETED)
  expect(textOf(await says(recovers))).toBe('fine')
})
