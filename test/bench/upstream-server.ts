// A model server without latency: answers by the first part of the path, without looking at the body.

import { chunk, frame } from '../support/upstream.ts'
import { ANSWERS, answerNamed } from './answers.ts'
import { ready } from './ready.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }
const STREAM_HEADERS = { 'content-type': 'text/event-stream' }

const encoder = new TextEncoder()
const completion = JSON.stringify({
  id: 'up',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'It stands in the pantry, left of the flour.' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const short = framesFor(ANSWERS.first.chunks)
const long = framesFor(ANSWERS.separate.chunks)
const megabytes = framesFor(ANSWERS.megabytes.chunks, hundredCharacters)
const longInOne = Buffer.concat(framesFor(ANSWERS.together.chunks))

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  development: false,
  fetch(request) {
    // The models, which a server is asked for now and then.
    if (request.method === 'GET') return Response.json({ data: [{ id: 'test-model' }] })
    switch (answerNamed(new URL(request.url).pathname.split('/', 2)[1])) {
      case 'whole':
        return new Response(completion, { headers: JSON_HEADERS })
      case 'first':
        return separately(short)
      case 'separate':
        return separately(long)
      case 'together':
        return new Response(longInOne, { headers: STREAM_HEADERS })
      case 'megabytes':
        return separately(megabytes)
      case 'prose':
        return separately(framesFor(ANSWERS.prose.chunks, proseWord), PACE)
      case 'code':
        return separately(framesFor(ANSWERS.code.chunks, codeWord), PACE)
      case 'hanging':
        return new Promise<Response>(() => {})
      case undefined:
        return new Response(null, { status: 404 })
    }
  },
})
ready({ url: `http://127.0.0.1:${server.port}` })

/** Frames that are sent between two pauses, and these in milliseconds: many times a model's speed. */
const PACE = { frames: 40, pauseMs: 10 }

/** Each frame in a network write of its own, with a turn of the event loop between two of them. */
function separately(
  frames: readonly Uint8Array[],
  { frames: together, pauseMs } = { frames: Number.POSITIVE_INFINITY, pauseMs: 0 },
): Response {
  const stream = new ReadableStream({
    type: 'direct',
    async pull(controller) {
      for (const [index, one] of frames.entries()) {
        controller.write(one)
        await controller.flush()
        if (index % together === together - 1) await Bun.sleep(pauseMs)
        else await new Promise<void>((resolve) => setImmediate(resolve))
      }
      controller.close()
    },
  })
  return new Response(stream, { headers: STREAM_HEADERS })
}

/** The role, the words, the finish reason, and `[DONE]`. */
function framesFor(chunks: number, word = plainWord): Uint8Array[] {
  const words = Array.from({ length: chunks - 2 }, (_, index) => chunk({ content: word(index) }))
  return [
    frame(chunk({ role: 'assistant', content: '' })),
    ...words.map(frame),
    frame(chunk({}, 'stop')),
    'data: [DONE]\n\n',
  ].map((text) => encoder.encode(text))
}

function plainWord(index: number): string {
  return ` word${index}`
}

function hundredCharacters(index: number): string {
  return `${` ${index} `.padEnd(99, 'word ')}\n`
}

/** Words of paragraphs and lists, as models write. */
function proseWord(index: number): string {
  const place = index % 80
  if (place === 0) return index % 240 === 0 ? '\n\n## Part\n\n' : '\n\n'
  if (index % 400 > 320 && place % 10 === 1) return '\n- '
  return place % 13 === 0 ? ' **bold**' : ' word'
}

/** Words of one block of code. */
function codeWord(index: number): string {
  if (index === 0) return '```js\n'
  return index % 10 === 9 ? ';\n' : ` value${index % 10}`
}
