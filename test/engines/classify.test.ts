import { expect, test } from 'bun:test'
import { classify, failureFrom, withOwnerPatterns } from '../../src/engines/cli/classify.ts'
import { EngineFailure, FAILURES, type Verdict } from '../../src/engines/contract/failure.ts'
import { startCpuTime } from '../support/stopwatch.ts'

const NOW = Date.parse('2026-11-21T20:30:15Z')

function expectVerdicts(verdict: Verdict | undefined, texts: readonly string[]): void {
  const read = texts.map((text) => {
    const found = classify(text, { now: NOW })
    return [text, found && FAILURES[found.kind].verdict] as const
  })
  expect(read).toEqual(texts.map((text) => [text, verdict] as const))
}

test('classify recognizes a used-up quota', () => {
  expectVerdicts('quota', [
    'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 9:57 PM.',
    "You've hit your usage limit. To get more access now, send a request to your admin or try again at 12:16 PM.",
    "You've hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Oct 3rd, 2026 9:42 PM.",
    "You've hit your usage limit. Try again later.",
    "You've hit your usage limit for GPT-5.3-Codex-Spark. Switch to another model now, or try again at 9:42 PM.",
    "You've hit your session limit · resets 2pm (Europe/Helsinki)",
    'You’ve hit your weekly limit · resets Oct 3, 2pm (Europe/Helsinki)',
    "You've hit your Opus limit",
    "You've hit your Sonnet limit",
    "You've hit your limit",
    "You've hit your monthly spend limit",
    'Claude AI usage limit reached|1790161200',
    'Credit balance is too low',
    '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}',
    'Your workspace is out of credits. Add credits to continue.',
    'You hit your spend cap set by the owner of your workspace.',
    'Quota exceeded. Check your plan and billing details.',
    'Error: Individual quota reached. Please upgrade your subscription to increase your limits. Resets in 37h50m21s.',
    'RESOURCE_EXHAUSTED: quota exceeded for the day',
    'TerminalQuotaError: [API Error: You have exhausted your daily quota on this model.]',
    'Attempt 1 failed: You have exhausted your capacity on this model. Your quota will reset after 1h0m0s.. Retrying after 3989719ms...',
    'reason: QUOTA_EXHAUSTED',
  ])
})

test('classify recognizes an expired login', () => {
  expectVerdicts('signed_out', [
    'Not logged in · Please run /login',
    'Login expired · Please run /login',
    'Failed to authenticate. API Error: 401 OAuth access token has expired',
    'Failed to authenticate: OAuth session expired and could not be refreshed',
    'OAuth token revoked',
    'This organization has been disabled',
    'Your organization has disabled Claude subscription access',
    'Your account is on hold',
    'authentication_failed',
    'Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.',
    'Your access token could not be refreshed because you have since logged out or signed in to another account. Please sign in again.',
    'exceeded retry limit, last status: 401 Unauthorized, request id: req_1',
    'unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:9999/v1/responses',
    'Not logged in',
    'To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.',
    'Error authenticating: IneligibleTierError: This client is no longer supported for Gemini Code Assist for individuals. To continue using Gemini, please migrate to the Antigravity suite',
    'You do not have a valid license of this product (#3501)',
    'Please set an Auth method in your /srv/a/.gemini/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI, GOOGLE_GENAI_USE_GCA',
    '[API Error: {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]',
    'authentication failed or timed out',
  ])
})

test('classify recognizes temporary failures', () => {
  expectVerdicts('transient', [
    'API Error: Request rejected (429) · This request would exceed your organization rate limit. Please try again later.',
    "API Error: Request rejected (429) · This request would exceed your account's rate limit. Please try again later.",
    'Could not refresh your login because another Claude Code process is refreshing it',
    'API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited',
    'API Error: Repeated 529 Overloaded errors. The API is at capacity — this is usually temporary. Try again in a moment.',
    'API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.',
    'API Error: 500 {"type":"error","error":{"type":"api_error","message":"Internal server error"}}',
    'Selected model is at capacity. Please try a different model.',
    'stream disconnected before completion: Transport error: network error: error decoding response body',
    'exceeded retry limit, last status: 429 Too Many Requests, request id: req_1',
    'exceeded retry limit, last status: 503 Service Unavailable',
    'unexpected status 503 Service Unavailable: The server is overloaded, url: http://127.0.0.1:9999/v1/responses',
    'Access blocked by Cloudflare. This usually happens when connecting from a restricted region',
    'Reconnecting... 1/5',
    'Connection refused',
    'RetryableQuotaError: Quota exceeded for quota metric. Please retry in 12.5s',
    'Attempt 2 failed with status 503. Retrying with backoff... _ApiError: {"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}',
    '[API Error: terminated]',
  ])
})

test('classify recognizes faults of the request', () => {
  expectVerdicts('request', [
    "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
    'Prompt is too long',
    "There's an issue with the selected model (xyz). It may not exist or you may not have access to it.",
    '{\n  "type": "error",\n  "error": {"type":"invalid_request_error","message":"The \'X\' model is not supported when using Codex with a ChatGPT account."},\n  "status": 400\n}',
    'models/gemini-9 is not found: the model was not found',
    'API Error: 400 Could not process image',
  ])
})

test('failureFrom reads that a prompt fits no context, and the sizes that a tool names', () => {
  const cases: readonly [string, object][] = [
    ['Prompt is too long', {}],
    [
      'API Error: 400 prompt is too long: 208310 tokens > 200000 maximum',
      { tokens: 208310, limit: 200000 },
    ],
    ["Codex ran out of room in the model's context window. Start a new thread", {}],
    [
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { tokens: 1200000, limit: 1048576 },
    ],
  ]
  for (const [text, context] of cases) {
    expect(failureFrom(text, { now: NOW })).toMatchObject({
      verdict: 'request',
      kind: 'context_exceeded',
      retryableElsewhere: true,
      context,
    })
  }
  expect(failureFrom('connect ECONNREFUSED 10.0.0.1:443', { now: NOW }).kind).toBe('unreachable')
  const missing = failureFrom("There's an issue with the selected model (x)", { now: NOW })
  expect([missing.kind, missing.retryableElsewhere]).toEqual(['model_refused', false])
})

test('classify returns undefined for unknown texts', () => {
  expectVerdicts(undefined, [
    'Something went wrong',
    '[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null',
    'WARNING: proceeding, even though we could not create PATH aliases',
    'The limit of your imagination',
    '',
  ])
})

test('classify reads the reset time and the family of a quota', () => {
  expect(
    classify('You’ve hit your Opus limit · resets 11pm (Europe/Helsinki)', { now: NOW }),
  ).toEqual({
    kind: 'quota',
    until: Date.parse('2026-11-21T21:00:00Z'),
    family: 'opus',
  })
  expect(
    classify(
      "You've hit your usage limit for GPT-5.3-Codex-Spark. Switch to another model now, or try again at 9:42 PM.",
      { now: NOW },
    ),
  ).toEqual({
    kind: 'quota',
    until: Date.parse('2026-11-21T21:42:00Z'),
    family: 'gpt-5.3-codex-spark',
  })
  expect(classify("You've hit your usage limit. Try again later.", { now: NOW })).toEqual({
    kind: 'quota',
  })
})

test('classify tries the owner’s patterns first, ignoring case and kinds of apostrophes', () => {
  const patterns = [
    { pattern: 'the well (is|has run) dry', verdict: 'quota' },
    { pattern: 'you’re not our customer', verdict: 'signed_out' },
    { pattern: 'usage limit', verdict: 'transient' },
  ] as const
  const verdict = (text: string) => classify(text, { now: NOW, patterns })?.kind
  expect(verdict('Sorry: The Well\nhas run dry')).toBe('quota')
  expect(verdict("You're not our customer")).toBe('signed_out')
  expect(verdict("You've hit your usage limit")).toBe('transient')
  expect(verdict('Not logged in')).toBe('signed_out')
  expect(verdict('hello')).toBeUndefined()
})

test('classify runs in linear time on a pattern that is exponential with backtracking', () => {
  const patterns = [{ pattern: '(a+)+$', verdict: 'quota' }] as const
  const cpuMs = startCpuTime()
  classify(`${'a'.repeat(5_000)}!`, { now: NOW, patterns })
  classify('hit your '.repeat(100_000), { now: NOW })
  classify('usage limit for a a a a '.repeat(10_000), { now: NOW })
  classify(`usage limit ${'again '.repeat(20_000)}`, { now: NOW })
  expect(cpuMs()).toBeLessThan(1_000)
})

test('failureFrom keeps one line of evidence without secrets', () => {
  const secret = `sk-${'a1'.repeat(20)}`
  const failure = failureFrom(`Something\n  broke with ${secret}\n${'x'.repeat(2_000)}`, {
    now: NOW,
  })
  expect(failure.verdict).toBe('unknown')
  expect(failure.message).toStartWith('Something broke with sk-[redacted] xxx')
  expect(failure.message).toHaveLength(500)
})

test('failureFrom keeps no character that controls a terminal', () => {
  const { message } = failureFrom('a\u001b[2J\u0007 b\u009b31m c\u202e d', { now: NOW })
  expect(message).toBe('a [2J b 31m c d')
})

test('failureFrom masks e-mail addresses', () => {
  const { message } = failureFrom('No seat for ada@example.test', { now: NOW })
  expect(message).toBe('No seat for a***@example.test')
})

test('withOwnerPatterns matches the raw text and keeps the message', () => {
  const text = `ada@example.test: ${'x '.repeat(30_000)}the well is dry, again in 1h, sk-${'a1'.repeat(20)}`
  const failure = failureFrom(text, { now: NOW })
  const look = (pattern: string) =>
    withOwnerPatterns(failure, { now: NOW, patterns: [{ pattern, verdict: 'quota' }] })
  for (const pattern of ['well is dry', '^ada@example', 'sk-a1a1']) {
    const found = look(pattern)
    expect(found).toMatchObject({ verdict: 'quota', until: NOW + 3_600_000 })
    expect(found.message).toBe(failure.message)
  }
  expect(look('nothing of that')).toBe(failure)
  const shown = [failure.message, JSON.stringify(failure), Bun.inspect(failure), String(failure)]
  expect(shown.join()).not.toMatch(/ada@|a1a1|well/)
})

test('withOwnerPatterns matches the first and the last 32 Ki characters of a longer text', () => {
  const text = `first ${'x'.repeat(40_000)} middle ${'x'.repeat(40_000)} last`
  const failure = failureFrom(text, { now: NOW })
  const verdict = (pattern: string) =>
    withOwnerPatterns(failure, { now: NOW, patterns: [{ pattern, verdict: 'request' }] }).verdict
  expect(['first', 'last', 'middle'].map(verdict)).toEqual(['request', 'request', 'unknown'])
})

test('failureFrom uses the family of the model for a quota, and the fallback verdict for an unknown text', () => {
  const options = { now: NOW, family: 'gemini', fallback: 'empty' } as const
  expect(failureFrom('Individual quota reached. Resets in 1h.', options)).toMatchObject({
    verdict: 'quota',
    family: 'gemini',
    until: NOW + 3_600_000,
  })
  expect(failureFrom('Not logged in', options)).toMatchObject({
    verdict: 'signed_out',
    family: undefined,
  })
  expect(failureFrom('nothing', options).verdict).toBe('empty')
})

test('withOwnerPatterns changes the verdict only where a pattern matches', () => {
  const patterns = [{ pattern: 'nothing left', verdict: 'quota' }] as const
  const options = { now: NOW, patterns }
  const failure = new EngineFailure('unknown', 'Nothing left, try again in 1h', {
    family: 'gemini',
  })
  expect(withOwnerPatterns(failure, options)).toMatchObject({
    verdict: 'quota',
    until: NOW + 3_600_000,
    family: 'gemini',
    message: failure.message,
  })
  const other = new EngineFailure('empty', 'Not logged in')
  expect(withOwnerPatterns(other, options)).toBe(other)
})
