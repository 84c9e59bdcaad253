import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { GeminiReader } from '../../src/engines/gemini/gemini.ts'

const RECORDINGS = join(import.meta.dir, '../support/doubles/gemini')
const NOW = Date.parse('2026-11-20T20:58:02Z')
const ANSWER = 'The quick answer is 42.\n\nHere is why: six times seven.'

interface Heard {
  text: string
  finish?: string
  failure?: EngineFailure
}

function hear(steps: (say: (events: readonly EngineEvent[]) => void) => void): Heard {
  const heard: Heard = { text: '' }
  try {
    steps((events) => {
      for (const event of events) {
        if (event.type === 'text') heard.text += event.text
        if (event.type === 'finish') heard.finish = event.reason
      }
    })
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    heard.failure = error
  }
  return heard
}

/** Stdout first, then stderr: the recordings do not have the order of the two. */
function listen(stdout: readonly string[], stderr: readonly string[], exitCode: number): Heard {
  const reader = new GeminiReader('gemini-2.5-pro', () => NOW)
  return hear((say) => {
    for (const line of stdout) {
      const events = reader.line(line)
      say(events)
      // The engine ends the run here.
      if (events.at(-1)?.type === 'finish') return
    }
    for (const line of stderr) reader.errorLine(line)
    say(reader.end(exitCode))
  })
}

async function replay(name: string): Promise<Heard> {
  const read = async (file: string) =>
    (await Bun.file(join(RECORDINGS, name, file)).text()).split('\n')
  const [stdout, stderr, exit] = [
    await read('stdout.jsonl'),
    await read('stderr.txt'),
    await read('exit'),
  ]
  return listen(stdout, stderr, Number(exit[0]))
}

function said(content: string, at = '2026-11-20T20:58:02.000Z'): string {
  return JSON.stringify({ type: 'message', timestamp: at, role: 'assistant', content, delta: true })
}

function result(fields: object): string {
  return JSON.stringify({ type: 'result', timestamp: '2026-11-20T20:58:09.000Z', ...fields })
}

const SUCCESS = result({ status: 'success', stats: {} })

test('gemini reads the recorded answer, without the echo of the prompt', async () => {
  expect(await replay('ok')).toEqual({ text: ANSWER, finish: 'stop' })
})

test('gemini fails at the recorded quota error before the tool waits', async () => {
  const { text, failure } = await replay('quota')
  expect(text).toBe('')
  expect(failure).toMatchObject({
    verdict: 'quota',
    until: NOW + 3_600_000,
    family: 'gemini-2.5-pro',
  })
})

test('gemini allows the recorded overload one retry and no more', async () => {
  const stderr = (await Bun.file(join(RECORDINGS, 'overloaded/stderr.txt')).text()).split('\n')
  const second = stderr.findIndex((line) => line.startsWith('Attempt 2'))
  const reader = new GeminiReader('gemini-2.5-pro', () => NOW)
  for (const line of stderr.slice(0, second)) reader.errorLine(line)
  expect(() => reader.errorLine(stderr[second] ?? '')).toThrow(EngineFailure)
  expect((await replay('overloaded')).failure?.verdict).toBe('transient')
})

test('gemini reports the recorded invalid key as signed_out', async () => {
  const { failure } = await replay('badkey')
  expect(failure?.verdict).toBe('signed_out')
  expect(failure?.message).toContain('API key not valid')
})

test('gemini fails the recorded broken connection before any text is repeated', async () => {
  const { text, finish, failure } = await replay('cut')
  expect(text).toBe('The quick answer is ')
  expect(finish).toBeUndefined()
  expect(failure?.verdict).toBe('transient')
})

test('gemini detects a restart whose pieces have other boundaries', () => {
  const lines = [
    said('The quick answer', '2026-11-20T20:58:02.000Z'),
    said(' is 42, since six', '2026-11-20T20:58:02.010Z'),
    said('The quick ', '2026-11-20T20:58:03.020Z'),
    said('answer is 42, since six times seven.', '2026-11-20T20:58:03.030Z'),
    SUCCESS,
  ]
  const { text, failure } = listen(lines, [], 0)
  expect(text).toBe('The quick answer is 42, since six')
  expect(failure?.verdict).toBe('transient')
})

test('gemini detects a restart in lines without timestamps', () => {
  const line = JSON.stringify({
    type: 'message',
    role: 'assistant',
    content: 'Hello there',
    delta: true,
  })
  expect(listen([line, line, SUCCESS], [], 0)).toMatchObject({
    text: 'Hello there',
    failure: { verdict: 'transient' },
  })
})

test('gemini passes repeated words without a pause, and holds text back for one piece only', () => {
  const reader = new GeminiReader('m', () => NOW)
  expect(reader.line(said('The ', '2026-11-20T20:58:02.000Z'))).toHaveLength(1)
  expect(reader.line(said('cat. ', '2026-11-20T20:58:02.010Z'))).toHaveLength(1)
  expect(reader.line(said('The ', '2026-11-20T20:58:02.020Z'))).toHaveLength(1)
  expect(reader.line(said('cat. ', '2026-11-20T20:58:02.030Z'))).toHaveLength(1)
  expect(reader.line(said('The ', '2026-11-20T20:58:04.000Z'))).toEqual([])
  expect(reader.line(said('dog.', '2026-11-20T20:58:04.010Z'))).toEqual([
    { type: 'text', text: 'The dog.' },
  ])
})

test('gemini releases held text at the end of the answer', () => {
  const lines = [
    said('The cat.', '2026-11-20T20:58:02.000Z'),
    said('The', '2026-11-20T20:58:04.000Z'),
    SUCCESS,
  ]
  expect(listen(lines, [], 0)).toEqual({ text: 'The cat.The', finish: 'stop' })
})

test('gemini allows the same beginning after a denied tool', () => {
  const lines = [
    said('I will look. ', '2026-11-20T20:58:02.000Z'),
    '{"type":"tool_use","tool_name":"read_file","tool_id":"1","parameters":{}}',
    '{"type":"tool_result","tool_id":"1","status":"error","output":"denied"}',
    said('I will look. ', '2026-11-20T20:58:04.000Z'),
    said('Or not.', '2026-11-20T20:58:04.010Z'),
    SUCCESS,
  ]
  expect(listen(lines, [], 0)).toEqual({
    text: 'I will look. I will look. Or not.',
    finish: 'stop',
  })
})

test('gemini fails a turn whose stderr reports a retry in mid-answer', () => {
  const reader = new GeminiReader('m', () => NOW)
  const heard = hear((say) => {
    say(reader.line(said('Half an ')))
    reader.errorLine('Attempt 1 failed. Retrying with backoff... TypeError: terminated')
  })
  expect(heard).toMatchObject({ text: 'Half an ', failure: { verdict: 'transient' } })
})

test('gemini skips lines that are not JSON or of an unknown shape or type', () => {
  const lines = [
    'Warning: something',
    '{"type":',
    '{"type":"message","role":"assistant","content":7}',
    '{"type":"thought","content":"hm"}',
    '[1]',
    said('Yes.'),
    SUCCESS,
  ]
  expect(listen(lines, [], 0)).toEqual({ text: 'Yes.', finish: 'stop' })
})

test('gemini answers despite a warning, and despite an error before a success', () => {
  const warning =
    '{"type":"error","severity":"warning","message":"Loop detected, stopping execution"}'
  const error = '{"type":"error","severity":"error","message":"Maximum session turns exceeded"}'
  expect(listen([said('Yes.'), warning, error, SUCCESS], [], 0)).toEqual({
    text: 'Yes.',
    finish: 'stop',
  })
})

test('gemini reads the errors that a result names', () => {
  const verdict = (error: object | undefined) =>
    listen([result({ status: 'error', ...(error && { error }) })], [], 1).failure?.verdict
  expect(
    verdict({
      type: 'TerminalQuotaError',
      message: '[API Error: You have exhausted your daily quota on this model.]',
    }),
  ).toBe('quota')
  expect(verdict({ type: 'RetryableQuotaError', message: 'Please retry in 9s' })).toBe('transient')
  expect(verdict({ type: 'FatalAuthenticationError', message: 'no login' })).toBe('signed_out')
  expect(verdict({ type: 'unknown', message: 'no idea' })).toBe('unknown')
  expect(verdict(undefined)).toBe('empty')
})

test('gemini reads the reset time of a quota from stderr', () => {
  const message = '[API Error: You exceeded your current quota, please check your plan.]'
  const line = result({ status: 'error', error: { type: 'unknown', message } })
  const back = { verdict: 'quota', until: NOW + 3_600_000 }
  const delay = '  retryDelayMs: 3600000,'
  expect(listen([line], ['TerminalQuotaError: no', delay], 173).failure).toMatchObject(back)
  const reader = new GeminiReader('m', () => NOW)
  reader.errorLine(delay)
  expect(() => reader.line(line)).toThrow(expect.objectContaining(back))
  expect(listen([line], ['}'], 173).failure).toMatchObject({ verdict: 'quota', until: undefined })
})

test('gemini reports an empty stream as empty, not as a prompt that is too long', () => {
  const error =
    '{"type":"error","severity":"error","message":"The model returned an empty text response. If your context window is near capacity, try using /compress."}'
  expect(listen([error, result({ status: 'error' })], [], 1).failure?.verdict).toBe('empty')
  expect(listen([said('Ha'), error, result({ status: 'error' })], [], 1).failure?.verdict).toBe(
    'transient',
  )
})

test('gemini reports a success without text as empty', () => {
  expect(listen([SUCCESS], [], 0).failure?.verdict).toBe('empty')
  expect(listen([], [], 0).failure?.verdict).toBe('empty')
})

test('gemini fails an answer that ends without a result', () => {
  expect(listen([said('Half an ')], [], 0)).toMatchObject({
    text: 'Half an ',
    failure: { verdict: 'transient' },
  })
  expect(listen([said('Half an ')], [], 137).failure?.verdict).toBe('unknown')
})

test('gemini classifies by stderr, and by the exit code when stderr is empty', () => {
  const verdict = (stderr: readonly string[], exitCode: number) =>
    listen([], stderr, exitCode).failure?.verdict
  expect(
    verdict(
      [
        'Error authenticating: IneligibleTierError: This client is no longer supported for Gemini Code Assist for individuals.',
        '    at fetchTier (file:///usr/lib/bundle.js:529:529)',
      ],
      1,
    ),
  ).toBe('signed_out')
  expect(verdict(['Ripgrep is not available. Falling back to GrepTool.'], 41)).toBe('signed_out')
  expect(verdict([], 42)).toBe('request')
  expect(verdict([], 173)).toBe('transient')
  expect(verdict([], 55)).toBe('unknown')
})

test('gemini reads the JSON document of a fatal error', () => {
  const document = {
    session_id: 's',
    error: { type: 'FatalAuthenticationError', message: 'Nobody', code: 41 },
  }
  const stderr = ['noise', ...JSON.stringify(document, null, 2).split('\n'), '']
  const { failure } = listen([], stderr, 41)
  expect(failure).toMatchObject({
    verdict: 'signed_out',
    message: 'FatalAuthenticationError: Nobody',
  })
})

test('gemini ends a tool that cuts the prompt or waits for a sign-in', () => {
  const verdict = (line: string) => listen([], [line], 0).failure?.verdict
  expect(verdict('Warning: stdin input truncated to 8388608 bytes.')).toBe('request')
  expect(verdict('Please visit the following URL to authorize the application:')).toBe('signed_out')
})

test('gemini waits for a short retry, not for a long one', () => {
  const reader = new GeminiReader('m', () => NOW)
  reader.errorLine('Attempt 1 failed: hiccup. Retrying after 1200ms...')
  expect(() => reader.errorLine('Attempt 1 failed: hiccup. Retrying after 60000ms...')).toThrow(
    expect.objectContaining({ verdict: 'transient' }),
  )
})
