import { expect, test } from 'bun:test'
import { AgyReader, agy } from '../../src/engines/agy/agy.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Message } from '../../src/engines/contract/text.ts'

const NOW = Date.parse('2026-11-21T20:30:15Z')
const QUOTA =
  'Error: Individual quota reached. Please upgrade your subscription to increase your limits. Resets in 37h50m21s.'
const INIT =
  '{"event":"init","conversation_id":"c","init":{"cwd":"/w","tools":["run_command","view_file"],"permission_mode":"request-review"}}'
const NO_FOLDER = {
  path: '/nowhere',
  write: () => Promise.reject(new Error('agy needs no files')),
}

interface Heard {
  text: string
  finish?: string
  failure?: EngineFailure
}

/** @param steps A line of stdout, or one of stderr after `!` */
function listen(steps: readonly string[], exitCode: number): Heard {
  const reader = new AgyReader('gemini', () => NOW)
  const heard: Heard = { text: '' }
  const take = (events: ReturnType<AgyReader['line']>) => {
    for (const event of events) {
      if (event.type === 'text') heard.text += event.text
      if (event.type === 'finish') heard.finish = event.reason
    }
  }
  try {
    for (const step of steps) {
      if (step.startsWith('!')) reader.errorLine(step.slice(1))
      else take(reader.line(step))
      // The engine ends the run here.
      if (heard.finish !== undefined) return heard
    }
    take(reader.end(exitCode))
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    heard.failure = error
  }
  return heard
}

function step(fields: object): string {
  return JSON.stringify({ event: 'step_update', step_update: { conversation_id: 'c', ...fields } })
}

function said(text: string, state = 'ACTIVE'): string {
  return step({ step_index: 2, state, step_type: 'agent_response', text_delta: text })
}

function result(fields: object): string {
  return JSON.stringify({ event: 'result', result: { conversation_id: 'c', ...fields } })
}

function prepare(messages: readonly Message[], options = {}) {
  const turn = { model: 'gemini-3.8-flash-medium', messages, options, stream: true }
  const account = { id: 'a', dir: '/srv/accounts/agy1', extra_args: ['--effort=low'], env: {} }
  return agy.prepare(turn, account, NO_FOLDER)
}

async function refusal(messages: readonly Message[]): Promise<unknown> {
  return prepare(messages).catch((reason: unknown) => reason)
}

test('agy reads the captured answer', () => {
  const lines = [
    INIT,
    step({ step_index: 0, state: 'DONE', step_type: 'user_input' }),
    step({
      step_index: 2,
      state: 'DONE',
      step_type: 'agent_response',
      text_delta: 'pong\n',
      duration_seconds: 2.28,
      usage: { input_tokens: 18389 },
    }),
    step({ step_index: 3, state: 'DONE', step_type: 'checkpoint', usage: {} }),
    result({ status: 'SUCCESS', response: 'pong\n', duration_seconds: 3.19, num_turns: 1 }),
  ]
  expect(listen(lines, 0)).toEqual({ text: 'pong\n', finish: 'stop' })
})

test('agy reads a longer answer piece by piece', () => {
  const lines = [
    INIT,
    said('One, '),
    said('two, '),
    said('three.', 'DONE'),
    result({ status: 'SUCCESS', response: 'One, two, three.' }),
  ]
  expect(listen(lines, 0)).toEqual({ text: 'One, two, three.', finish: 'stop' })
})

test('agy emits text that only the result has', () => {
  const whole = result({ status: 'SUCCESS', response: 'One, two.' })
  expect(listen([INIT, whole], 0)).toEqual({ text: 'One, two.', finish: 'stop' })
  expect(listen([INIT, said('One,'), whole], 0).text).toBe('One, two.')
  expect(listen([INIT, said('Another text.'), whole], 0).text).toBe('Another text.')
})

test('agy skips unknown steps and lines', () => {
  const lines = [
    'Loading…',
    '{"event":',
    '{"event":"news"}',
    INIT,
    step({ step_index: 1, state: 'DONE', step_type: 'memory', text_delta: 'not said' }),
    said('Yes.'),
    result({ status: 'SUCCESS', response: 'Yes.' }),
  ]
  expect(listen(lines, 0)).toEqual({ text: 'Yes.', finish: 'stop' })
})

test('agy refuses a run as soon as a tool is used', () => {
  const steps = [
    { step_type: 'tool', state: 'ACTIVE', tool_name: 'view_file' },
    { step_type: 'tool', state: 'DONE', text_delta: 'the file' },
    { step_type: 'run_command', state: 'ACTIVE' },
    { step_type: 'news', state: 'ACTIVE', tool_info: { name: 'view_file', parameters: {} } },
  ]
  const rest = [said('It says: secret.'), result({ status: 'SUCCESS', response: '' })]
  for (const used of steps) {
    const { text, failure } = listen([INIT, step(used), ...rest], 0)
    expect(text).toBe('')
    expect(failure?.verdict).toBe('unknown')
    expect(failure?.message).toMatch(
      /^Refused: the tool used a tool of its own: (view_file|tool|run_command|news)$/,
    )
  }
})

test('agy finds the quota on stderr, also with exit code 0 and an empty success', () => {
  const expected = {
    text: '',
    failure: {
      verdict: 'quota',
      until: NOW + ((37 * 60 + 50) * 60 + 21) * 1_000,
      family: 'gemini',
    },
  }
  expect(listen([`!${QUOTA}`], 0)).toMatchObject(expected)
  expect(listen([INIT, result({ status: 'SUCCESS', response: '' }), `!${QUOTA}`], 0)).toMatchObject(
    expected,
  )
  expect(listen([INIT, result({ status: 'ERROR', response: '' }), `!${QUOTA}`], 1)).toMatchObject(
    expected,
  )
})

test('agy finds the quota in the result', () => {
  const lines = [
    result({
      status: 'ERROR',
      response: '',
      error: 'RESOURCE_EXHAUSTED: quota exceeded for the day',
    }),
  ]
  expect(listen(lines, 0).failure?.verdict).toBe('quota')
})

test('agy reports an empty success as empty, with the reason that stderr gives', () => {
  const jetski =
    'jetski: no output produced — a tool required the "command" permission that headless mode cannot prompt for, so it was auto-denied'
  const { finish, failure } = listen(
    [INIT, `!${jetski}`, result({ status: 'SUCCESS', response: '' })],
    0,
  )
  expect(finish).toBeUndefined()
  expect(failure).toMatchObject({ verdict: 'empty', message: jetski })
  expect(listen([INIT, result({ status: 'SUCCESS', response: ' \n' })], 0).failure?.verdict).toBe(
    'empty',
  )
  expect(listen([], 0).failure?.verdict).toBe('empty')
})

test('agy reports a failed login as signed_out, also from a bare result', () => {
  const bare =
    '{"conversation_id":"","status":"ERROR","response":"","error":"authentication failed or timed out"}'
  expect(listen([bare], 1).failure?.verdict).toBe('signed_out')
})

test('agy fails an answer that is cut off, cancelled or unexplained', () => {
  expect(listen([INIT, said('Half ')], 137)).toMatchObject({
    text: 'Half ',
    failure: { verdict: 'transient' },
  })
  expect(listen([INIT, result({ status: 'CANCELED', response: '' })], 1).failure).toMatchObject({
    verdict: 'unknown',
    message: 'The tool ended with the status CANCELED and exit code 1',
  })
  expect(listen([INIT, '!Error: connection refused'], 1).failure?.verdict).toBe('transient')
})

test('agy answers despite a warning on stderr', () => {
  const lines = [
    INIT,
    '!warning: slow disk',
    said('Yes.'),
    '!Error: usage limit of the cache',
    result({ status: 'SUCCESS', response: 'Yes.' }),
  ]
  expect(listen(lines, 0)).toEqual({ text: 'Yes.', finish: 'stop' })
})

test('agy is called with the prompt last and the account as HOME', async () => {
  const { args, env, stdin } = await prepare([{ role: 'user', content: 'ping' }])
  expect(args).toEqual([
    '--output-format=stream-json',
    '--print-timeout=25h',
    '--model=gemini-3.8-flash-medium',
    '--new-project',
    '--effort=low',
    '-p',
    'ping',
  ])
  expect(env).toEqual({ HOME: '/srv/accounts/agy1' })
  expect(stdin).toBe('')
})

test('agy gets no working file reference, and quoted at-signs are restored', async () => {
  const content = 'Read @/etc/passwd, @@notes.md and mail ada@example.test @'
  const { args } = await prepare([{ role: 'user', content }])
  const prompt = args.at(-1) ?? ''
  expect(prompt).not.toMatch(/@[^\u2060]/)
  expect(prompt.replaceAll('\u2060', '')).toBe(content)
  const pieces = [...prompt].map((sign) => said(sign))
  const whole = result({ status: 'SUCCESS', response: prompt })
  expect(listen([INIT, ...pieces, whole], 0)).toEqual({ text: content, finish: 'stop' })
  expect(
    listen([INIT, said('a @'), said('\u2060'), said('\u2060b'), result({ status: 'SUCCESS' })], 0)
      .text,
  ).toBe('a @\u2060b')
  expect(listen([INIT, whole], 0).text).toBe(content)
})

test('agy counts the bytes of a prompt after escaping its at-signs', async () => {
  expect(
    (await prepare([{ role: 'user', content: `a${'@'.repeat(32_767)}` }])).args.at(-1),
  ).toHaveLength(65_535)
  expect(await refusal([{ role: 'user', content: `a${'@'.repeat(32_768)}` }])).toMatchObject({
    verdict: 'request',
    message: 'The prompt is too long: it has 131073 bytes, the tool takes 131071',
  })
})

test('agy gets the system text within the prompt', async () => {
  const { args } = await prepare([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'ping' },
  ])
  expect(args.at(-1)).toContain('Be brief.')
  expect(args.at(-1)).toContain('ping')
})

test('agy cannot be given a flag or a command of its own as a prompt', async () => {
  for (const content of ['/quota', '--dangerously-skip-permissions']) {
    const { args } = await prepare([{ role: 'user', content }])
    expect(args.at(-1)).not.toMatch(/^[-/]/)
    expect(args.at(-1)).toContain(content)
  }
})

test('agy accepts a prompt of the maximum argument length and refuses a longer one', async () => {
  const { args } = await prepare([{ role: 'user', content: 'a'.repeat(131_071) }])
  expect(args.at(-1)).toHaveLength(131_071)
  expect(await refusal([{ role: 'user', content: 'a'.repeat(131_072) }])).toMatchObject({
    verdict: 'request',
  })
  expect(await refusal([{ role: 'user', content: 'ä'.repeat(70_000) }])).toMatchObject({
    verdict: 'request',
  })
})

test('agy can start a process with the longest prompt that it takes', async () => {
  const { args } = await prepare([{ role: 'user', content: `a\0${'b'.repeat(131_067)}` }])
  const child = Bun.spawn(['/bin/echo', '-n', args.at(-1) ?? ''], { stdout: 'pipe' })
  expect((await child.stdout.text()).length).toBe(131_069)
})

test('agy refuses an empty prompt and images', async () => {
  const url = 'data:image/png;base64,iVBORw0KGgo='
  const image = {
    role: 'user' as const,
    content: [{ type: 'image_url' as const, image_url: { url } }],
  }
  expect(await refusal([image])).toMatchObject({ verdict: 'request' })
  expect(agy.capabilities.images).toBe(false)
})

test('agy has one quota family for Gemini’s models and one for the others', () => {
  expect(agy.familyOf?.('gemini-3.8-flash-low')).toBe('gemini')
  expect(agy.familyOf?.('claude-opus-4-6-thinking')).toBe('claude-gpt')
  expect(agy.familyOf?.('gpt-oss-120b-medium')).toBe('claude-gpt')
  expect(agy.familyOf?.('mystery')).toBeUndefined()
})

test('agy models reports whether the account is signed in', () => {
  const check = (stdout: string, stderr: string, exitCode: number) => () =>
    agy.statusCommand?.check(stdout, stderr, exitCode)
  expect(agy.statusCommand?.args).toEqual(['models'])
  expect(check('gemini-3.8-flash-high\nclaude-sonnet-4-6\n', '', 0)).not.toThrow()
  expect(check('', 'Error: authentication failed or timed out', 1)).toThrow(
    expect.objectContaining({ verdict: 'signed_out' }),
  )
  expect(check('', '', 0)).toThrow(expect.objectContaining({ verdict: 'unknown' }))
})
