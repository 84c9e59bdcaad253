// Doubles of recognition servers. whisper.cpp's replies are compared with those of whisper-server 1.9.5
// by `npm run test:all`; speaches' are the examples of its own documentation.
import { plainOf, readWav, srtOf, verboseOf, vttOf } from './doubles/whisper-output.ts'
import { countWords, type Hear, Recogniser } from './recogniser.ts'
import { serveLocal } from './serve-local.ts'

interface WhisperServerOptions {
  /** `whisper-cpp` has no list of models, and its own paths. */
  kind?: 'whisper-cpp' | 'speaches'
  /** `--inference-path` of whisper.cpp. */
  inferencePath?: string
  port?: number
  /** Required of every request but the health check. */
  apiKey?: string
  /** Formats that are refused with 400. */
  refuses?: readonly string[]
  hear?: Hear
}

/** One request for a transcript. */
interface ServedRequest {
  path: string
  /** The fields of its form in their order; of the file only its name. */
  fields: readonly (readonly [string, string])[]
}

export type WhisperServer = ReturnType<typeof startWhisperServer>

/**
 * A recognition server on loopback: one recording at a time, in the order of arrival, and a caller
 * that leaves ends its work.
 */
export function startWhisperServer({
  kind = 'whisper-cpp',
  inferencePath = '/inference',
  port: wantedPort = 0,
  apiKey,
  refuses = [],
  hear = countWords,
}: WhisperServerOptions = {}) {
  const recogniser = new Recogniser(hear)
  /** Every request so far, as `GET /health`. */
  const asked: string[] = []
  const served: ServedRequest[] = []
  let isLoading = false
  /** The recording under work and those that wait behind it. */
  let last: Promise<unknown> = Promise.resolve()
  const isWhisperCpp = kind === 'whisper-cpp'
  const answer = isWhisperCpp ? whisperCppReplies(inferencePath) : openAiReply

  async function transcribe(request: Request, path: string): Promise<Response> {
    const form = await request.formData()
    const file = form.get('file')
    const text = (name: string) => (form.has(name) ? String(form.get(name)) : undefined)
    const fields = Array.from(form, ([name, value]) => {
      return [name, typeof value === 'string' ? value : value.name] as const
    })
    served.push({ path, fields })
    const recording = file instanceof Blob ? readWav(await file.bytes()) : undefined
    const format = text('response_format') ?? 'json'
    if (recording === undefined || refuses.includes(format)) return answer.refused(format)
    const isTranslation = path.endsWith('/translations') || text('translate') === 'true'
    const task = isTranslation ? 'translate' : 'transcribe'
    // Without the field whisper.cpp takes the language of its command line, which is `en`.
    const language = text('language') ?? (isWhisperCpp ? 'en' : undefined)
    const call = { ...recording, task, language, prompt: text('prompt') } as const
    const heard = await recogniser.take(call, request.signal)
    if ('status' in heard) return new Response(heard.text, { status: heard.status })
    switch (format) {
      case 'text':
        return reply(plainOf(heard), isWhisperCpp ? 'text/html; charset=utf-8' : 'text/plain')
      case 'srt':
        return reply(srtOf(heard), 'application/x-subrip')
      case 'vtt':
        return reply(vttOf(heard), 'text/vtt')
      case 'verbose_json': {
        const verbose = verboseOf(heard, { task, seconds: recording.seconds })
        return reply(JSON.stringify(isWhisperCpp ? verbose : openAiVerbose(verbose)))
      }
      default:
        return reply(JSON.stringify({ text: plainOf(heard) }))
    }
  }

  function reply(text: string, type = 'application/json'): Response {
    return isWhisperCpp
      ? whisperCppText(text, type)
      : new Response(text, { headers: { 'content-type': type } })
  }

  const server = serveLocal((request) => {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname}`)
    const isAllowed = request.headers.get('authorization') === `Bearer ${apiKey}`
    if (apiKey !== undefined && pathname !== '/health' && !isAllowed)
      return Response.json({ detail: 'Invalid API key' }, { status: 401 })
    const isForAudio = isWhisperCpp ? pathname === inferencePath : AUDIO_PATHS.includes(pathname)
    const isTranscription = request.method === 'POST' && isForAudio
    if (!isTranscription) return answer.page(request.method, pathname, isLoading)
    const turn = last.catch(() => undefined).then(() => transcribe(request, pathname))
    last = turn
    return turn
  }, wantedPort)
  return {
    ...server,
    /** Without a path. */
    root: server.origin,
    /** As the setting `base_url`. */
    url: `${server.origin}${isWhisperCpp ? '' : '/v1'}`,
    recogniser,
    asked,
    served,
    /** Whether whisper.cpp says that it loads its model. */
    load(loading: boolean) {
      isLoading = loading
    },
    [Symbol.asyncDispose]: async () => {
      recogniser.release()
      await server.stop()
    },
  }
}

interface Replies {
  /** The answer to a recording or a format that it does not take. */
  refused(format: string): Response
  /** The answer to a request for anything but a transcript. */
  page(method: string, path: string, isLoading: boolean): Response
}

const WHISPER_CPP_HEADERS = {
  server: 'whisper.cpp',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, authorization',
}

const whisperCppReplies = (inferencePath: string): Replies => ({
  refused: () => whisperCppText('Invalid request', 'text/plain', 400),
  page(method, path, isLoading) {
    if (method === 'GET' && path === '/')
      return whisperCppText(
        `<html>\n<head>\n<title>Whisper.cpp Server</title>\n</head>\n<body>\n<h2>${inferencePath}</h2>\n<form action="${inferencePath}" method="POST" enctype="multipart/form-data">\n</form>\n</body>\n</html>`,
        'text/html',
      )
    // While it loads, its error handler replaces what it says of the state.
    return method === 'GET' && path === '/health' && !isLoading
      ? whisperCppText('{"status":"ok"}', 'application/json')
      : whisperCppText(`File Not Found (${path})`, 'text/plain', 404)
  },
})

function whisperCppText(text: string, type: string, status = 200): Response {
  return new Response(text, { status, headers: { ...WHISPER_CPP_HEADERS, 'content-type': type } })
}

/** What speaches lists: it says what each model is for. */
const MODELS = [
  ['Systran/faster-whisper-small', 'automatic-speech-recognition'],
  ['speaches-ai/Kokoro-82M-v1.0-ONNX', 'text-to-speech'],
].map(([id = '', task]) => ({ id, object: 'model', owned_by: id.split('/')[0], task }))
const AUDIO_PATHS = ['/v1/audio/transcriptions', '/v1/audio/translations']

const openAiReply: Replies = {
  refused: (format) =>
    Response.json(
      { error: { message: `Cannot answer in ${format}`, type: 'BadRequestError', code: 400 } },
      { status: 400 },
    ),
  page(method, path) {
    if (method === 'GET' && path === '/v1/models')
      return Response.json({ object: 'list', data: MODELS })
    if (method === 'GET' && path === '/health') return new Response('OK')
    if (AUDIO_PATHS.includes(path))
      return Response.json({ detail: 'Method Not Allowed' }, { status: 405 })
    return Response.json({ detail: 'Not Found' }, { status: 404 })
  },
}

/** OpenAI's shape: the subtag of the language, and words beside the segments. */
function openAiVerbose(verbose: ReturnType<typeof verboseOf>) {
  const { task, duration, text, segments, language_probabilities } = verbose
  return {
    task,
    language: Object.keys(language_probabilities)[0],
    duration,
    text: text.trim().replaceAll('\n', ''),
    words: segments.flatMap(({ text, start, end }) => {
      const words = text.trim().split(' ')
      const each = (end - start) / words.length
      return words.map((word, index) => ({
        word: ` ${word}`,
        start: start + index * each,
        end: start + (index + 1) * each,
        probability: 0.9,
      }))
    }),
    segments: segments.map(({ words: _words, ...segment }) => ({ seek: 0, ...segment })),
  }
}
