import { expect, test } from 'bun:test'
import { failure } from '../support/cli-double.ts'
import { localEngine } from '../support/service.ts'
import { chunk, frame, type Script, startUpstream } from '../support/upstream.ts'

const TURN = {
  model: 'test-model',
  messages: [{ role: 'user' as const, content: 'hi' }],
  options: {},
}

async function failureAt(url: string, stream = false) {
  const run = async () => {
    const { signal } = new AbortController()
    for await (const _ of localEngine(url).run({ ...TURN, stream }, { id: 'local' }, signal));
  }
  return await failure(run())
}

async function meaning(script: Script, stream = false) {
  await using upstream = startUpstream(script)
  const { verdict, kind, context, retryableElsewhere } = await failureAt(upstream.url, stream)
  return { verdict, kind, context, retryableElsewhere }
}

/** Replies as the servers send them: the status, the body, the sizes that are read from it. */
const TOO_LONG: readonly [string, number, unknown, object][] = [
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message:
          'request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 4390,
        n_ctx: 4096,
      },
    },
    { tokens: 4390, limit: 4096 },
  ],
  [
    'llama.cpp, when the context is full',
    500,
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    {},
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message:
        "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion). Please reduce the length of the messages or completion.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    { tokens: 6616, limit: 6048 },
  ],
  [
    'vLLM, when the answer has no room',
    400,
    {
      error: {
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 2778 input tokens (8000 > 4096 - 2778). None",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    },
    { limit: 4096 },
  ],
  [
    'LM Studio',
    400,
    {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
    },
    { tokens: 13055, limit: 4096 },
  ],
  [
    'LM Studio, earlier',
    400,
    {
      error:
        'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
    },
    { tokens: 10136, limit: 7866 },
  ],
  [
    'LM Studio, of another runtime',
    400,
    { error: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)' },
    { tokens: 15028, limit: 7424 },
  ],
  [
    'Ollama',
    400,
    { error: { message: 'the input length exceeds the context length', type: 'api_error' } },
    {},
  ],
  ['OpenAI', 400, { error: { message: 'Too many tokens', code: 'context_length_exceeded' } }, {}],
]

test('openai-http reads from each server’s reply that the prompt fits no context, and its sizes', async () => {
  for (const [name, status, body, context] of TOO_LONG) {
    const read = await meaning(() => Response.json(body, { status }))
    expect({ name, ...read }).toEqual({
      name,
      verdict: 'request',
      kind: 'context_exceeded',
      context,
      retryableElsewhere: true,
    })
  }
})

test('openai-http reads the same from an error within a stream', async () => {
  const [, , body] = TOO_LONG[0] ?? []
  const read = await meaning(
    () => new Response(frame(chunk({ content: 'a' })) + frame(Object(body))),
    true,
  )
  expect(read).toMatchObject({
    kind: 'context_exceeded',
    context: { tokens: 4390, limit: 4096 },
  })
})

test('openai-http tells a loading, a missing and a locked model from a failing server', async () => {
  const cases: readonly [number, unknown, string, string | undefined][] = [
    [
      503,
      { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      'transient',
      'loading',
    ],
    [503, { error: { message: 'server busy, please try again' } }, 'transient', undefined],
    [
      404,
      { error: { message: 'model "x" not found, try pulling it first', type: 'api_error' } },
      'unknown',
      'model_missing',
    ],
    [
      404,
      { object: 'error', message: 'The model `x` does not exist.', code: 404 },
      'unknown',
      'model_missing',
    ],
    [
      404,
      { error: 'No models loaded. Please load a model in the developer page' },
      'unknown',
      'model_missing',
    ],
    [
      400,
      { error: { message: 'model is not loaded', type: 'invalid_request_error' } },
      'unknown',
      'model_missing',
    ],
    [404, { detail: 'Not Found' }, 'unknown', undefined],
    [401, { error: { message: 'Invalid API Key' } }, 'signed_out', undefined],
    [400, { error: { message: 'temperature must be at most 2' } }, 'request', undefined],
    [500, { error: { message: 'CUDA out of memory' } }, 'transient', undefined],
  ]
  for (const [status, body, verdict, kind = verdict] of cases) {
    const read = await meaning(() => Response.json(body, { status }))
    expect([status, body, read.verdict, read.kind]).toEqual([status, body, verdict, kind])
  }
})

test('openai-http tells a server that is not there from one that breaks off', async () => {
  const gone = startUpstream()
  await gone[Symbol.asyncDispose]()
  expect(await failureAt(gone.url)).toMatchObject({ verdict: 'transient', kind: 'unreachable' })
  expect(await failureAt('http://no-such-host.invalid/v1')).toMatchObject({ kind: 'unreachable' })
  using broken = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.terminate() },
  })
  const cut = await failureAt(`http://127.0.0.1:${broken.port}/v1`)
  expect([cut.verdict, cut.kind]).toEqual(['transient', 'transient'])
})
