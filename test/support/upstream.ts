import { Changes } from './changes.ts'
import { pick } from './pick.ts'
import { serveLocal } from './serve-local.ts'

/** A request to the model server, with a signal for its disconnect. */
export interface UpstreamRequest {
  body: {
    model: string
    messages: { role: string; content: unknown }[]
    stream?: boolean
    [field: string]: unknown
  }
  headers: Headers
  /** Fires when the client has closed the connection. */
  signal: AbortSignal
}

export type Script = (ask: UpstreamRequest) => Response | Promise<Response>

/**
 * A model server on loopback with OpenAI's protocol. It calls a forced tool and follows a JSON schema.
 * A test can set a script for its answers.
 */
export function startUpstream(script: Script = defaultAnswer) {
  const requests: UpstreamRequest[] = []
  let active = 0
  let aborted = 0
  let maxConcurrent = 0
  let current = script
  const changes = new Changes()
  const server = serveLocal(async (request) => {
    if (new URL(request.url).pathname === '/v1/models') {
      return Response.json({ object: 'list', data: [{ id: 'test-model', object: 'model' }] })
    }
    // It has no paths of its own, as many servers with OpenAI's protocol.
    if (request.method !== 'POST') return new Response(null, { status: 404 })
    const ask: UpstreamRequest = {
      body: (await request.json()) as UpstreamRequest['body'],
      headers: request.headers,
      signal: request.signal,
    }
    requests.push(ask)
    active += 1
    maxConcurrent = Math.max(maxConcurrent, active)
    request.signal.addEventListener('abort', () => {
      aborted += 1
      changes.notify()
    })
    changes.notify()
    return onBodyEnd(await current(ask), () => {
      active -= 1
      changes.notify()
    })
  })
  return {
    url: `${server.origin}/v1`,
    requests,
    get active() {
      return active
    },
    get aborted() {
      return aborted
    },
    /** The highest number of concurrent requests. */
    get maxConcurrent() {
      return maxConcurrent
    },
    script(next: Script) {
      current = next
    },
    /** Resolves when the condition holds; it is checked at every change. */
    until: (condition: () => boolean) => changes.until(condition),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}
export type Upstream = ReturnType<typeof startUpstream>

/** The last user message's text. */
export function lastText({ body }: UpstreamRequest): string {
  const content = body.messages.findLast((message) => message.role === 'user')?.content
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : ''
}

/** The default script: calls a forced tool, follows a schema, or answers with a sentence. */
export function defaultAnswer(ask: UpstreamRequest): Response {
  const { tools, tool_choice, response_format } = ask.body
  const tool = forcedTool(tools, tool_choice)
  if (tool !== undefined) {
    const given = { name: tool.name, arguments: JSON.stringify(example(tool.parameters)) }
    const call = { id: 'call_1', type: 'function', function: given }
    return ask.body.stream
      ? sse([
          chunk({ role: 'assistant', content: null }),
          chunk({ tool_calls: [{ index: 0, ...call }] }),
          chunk({}, 'tool_calls'),
        ])
      : Response.json(
          completion({ role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls'),
        )
  }
  const schema = pick(response_format, 'json_schema.schema')
  const text =
    schema === undefined ? 'Hello from the local model.' : JSON.stringify(example(schema))
  return ask.body.stream ? streamText(text.match(/\S+\s*/g) ?? [text]) : wholeAnswer(text)
}

export function wholeAnswer(text: string): Response {
  return Response.json(completion({ role: 'assistant', content: text }, 'stop'))
}

/** A streamed answer with these pieces, sent at once. */
export function streamText(pieces: readonly string[]): Response {
  return sse([
    chunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ])
}

/** A streamed answer that the test writes to. */
export function handStream() {
  const stream = new TransformStream<string, string>()
  const writer = stream.writable.getWriter()
  const response = new Response(stream.readable.pipeThrough(new TextEncoderStream()), {
    headers: { 'content-type': 'text/event-stream' },
  })
  return {
    response,
    say: (content: string) => writer.write(frame(chunk({ content }))),
    finish: async () => {
      await writer.write(`${frame(chunk({}, 'stop'))}data: [DONE]\n\n`)
      await writer.close()
    },
    raw: (text: string) => writer.write(text),
    /** Ends the stream cleanly; `break` ends it as a broken connection. */
    end: () => writer.close(),
    break: () => writer.abort(new Error('broken')),
  }
}

export function chunk(delta: object, finish: string | null = null) {
  return answerOf('chat.completion.chunk', { index: 0, delta, finish_reason: finish })
}

function answerOf(object: string, choice: object) {
  return { id: 'up', object, created: 1, model: 'test-model', choices: [choice] }
}

export function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** A streamed answer with these chunks, sent at once. */
export function sse(chunks: readonly object[]): Response {
  return new Response(`${chunks.map(frame).join('')}data: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function completion(message: object, finish: string) {
  return {
    ...answerOf('chat.completion', { index: 0, message, finish_reason: finish }),
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

type ForcedTool = { name: string; parameters: unknown }

function forcedTool(tools: unknown, choice: unknown): ForcedTool | undefined {
  if (!Array.isArray(tools) || tools.length === 0) return undefined
  const wanted = pick(choice, 'function.name')
  if (choice !== 'required' && wanted === undefined) return undefined
  const all = tools.map((tool) => tool.function)
  return all.find((tool) => wanted === undefined || tool.name === wanted)
}

/** A value that matches a simple JSON schema. */
function example(schema: unknown): unknown {
  const { type, properties, items, enum: choices, const: only } = Object(schema)
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  const fields = Object.entries(Object(properties)).map(([name, one]) => [name, example(one)])
  const examples = { integer: 1, number: 1, boolean: true, null: null }
  const kind = String([type].flat()[0])
  if (kind === 'object') return Object.fromEntries(fields)
  if (kind === 'array') return [example(items)]
  return kind in examples ? Reflect.get(examples, kind) : 'example'
}

function onBodyEnd(response: Response, onEnd: () => void): Response {
  let open = true
  const end = () => {
    if (open) onEnd()
    open = false
  }
  if (response.body === null) {
    end()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
