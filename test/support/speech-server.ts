import { wavHeader } from '../../src/platform/wav.ts'

/** A request for speech, as a server was sent it. */
export type SpeechBody = Record<string, unknown>

/** Answers `POST /v1/audio/speech`, or lists. */
type Answer = (request: Request, body: SpeechBody) => Response | Promise<Response>

/** A second of sound with a header of unknown length, as ffmpeg and PyAV stream it. */
export function streamedWav(sampleRate = 24_000): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...wavHeader({ sampleRate, channels: 1 }),
    ...new Uint8Array(sampleRate * 2).fill(3),
  ])
}

/** The answers of Kokoro-FastAPI, after its source. */
export const KOKORO: Readonly<Record<string, Answer>> = {
  'GET /v1/models': () =>
    Response.json({ object: 'list', data: ['tts-1', 'tts-1-hd', 'kokoro'].map((id) => ({ id })) }),
  'GET /v1/audio/voices': () =>
    Response.json({
      voices: ['af_heart', 'bm_george', 'zf_xiaobei'].map((id) => ({ id, name: id })),
    }),
  'POST /v1/audio/speech': (_request, { model, voice }) => {
    if (model !== 'kokoro' && model !== 'tts-1') {
      const message = `Unsupported model: ${model}`
      const error = 'invalid_model'
      return Response.json(
        { detail: { error, message, type: 'invalid_request_error' } },
        { status: 400 },
      )
    }
    if (voice === 'nobody') {
      const message = "Voice 'nobody' not found. Available voices: af_heart"
      const error = 'validation_error'
      return Response.json(
        { detail: { error, message, type: 'invalid_request_error' } },
        { status: 400 },
      )
    }
    return chunked(streamedWav(), 'audio/wav')
  },
}

/** The answers of speaches, after its source. */
export const SPEACHES: Readonly<Record<string, Answer>> = {
  'GET /v1/models': () =>
    Response.json({
      object: 'list',
      data: [
        { id: 'Systran/faster-whisper-small', task: 'automatic-speech-recognition' },
        { id: 'speaches-ai/piper-de_DE-thorsten-low', task: 'text-to-speech' },
      ],
    }),
  'GET /v1/audio/voices': () =>
    Response.json({
      object: 'list',
      voices: [
        { name: 'thorsten', language: 'de-DE', gender: 'male' },
        { name: 'amy', language: 'en_US' },
      ],
    }),
  'POST /v1/audio/speech': (_request, { voice }) =>
    voice === undefined
      ? Response.json(
          { detail: [{ type: 'missing', loc: ['body', 'voice'], msg: 'Field required' }] },
          { status: 422 },
        )
      : chunked(streamedWav(16_000), 'audio/wav'),
}

/** A speech server with given answers; other paths are not found. */
export function speechServer(answers: Readonly<Record<string, Answer>>) {
  const bodies: SpeechBody[] = []
  const headers: Headers[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      headers.push(request.headers)
      const answer = answers[`${request.method} ${new URL(request.url).pathname}`]
      if (answer === undefined) return Response.json({ detail: 'Not Found' }, { status: 404 })
      const body = request.method === 'POST' ? Object(await request.json()) : {}
      if (request.method === 'POST') bodies.push(body)
      return answer(request, body)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    bodies,
    headers,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

function chunked(bytes: Uint8Array, type: string): Response {
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.byteLength; at += 10_000)
        controller.enqueue(bytes.slice(at, at + 10_000))
      controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': type } })
}
