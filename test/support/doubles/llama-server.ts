// A double of `llama-server` as a router, started by the script that `installLlamaServer` writes. Its
// models are the files of the folder; a file that says so cannot be loaded. Each model is a process of
// its own, which ends when its stdin does.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Model {
  status: 'unloaded' | 'loaded'
  process?: { pid: number; kill(): void; exited: Promise<number> }
}

interface Question {
  model?: string
  stream?: boolean
  messages?: { content: string }[]
  input?: string[]
  query?: string
  documents?: string[]
}

/** Options with a value; the others are switches. */
const VALUES = [
  ...['--models-dir', '--models-max', '--sleep-idle-seconds', '--ctx-size', '--parallel'],
  ...['--threads', '--host', '--batch-size', '--ubatch-size'],
]
const SWITCHES = ['--offline', '--no-webui', '--no-slots', '--embeddings', '--reranking']

/** Nearly as many as a pipe holds. */
const WARNINGS = 1_900

/**
 * Runs with the arguments of this process until it is ended.
 *
 * @param report A file that gets a line for each start and for each request
 * @param options.lacks An option that it does not know, as an old one
 */
export function llamaServer(report: string, { lacks }: { lacks?: string } = {}): void {
  const args = process.argv.slice(2)
  if (args[0] === '--version') {
    process.stderr.write('version: 0.7.0 (build 11669)\n')
    process.exit(0)
  }
  const values = new Map<string, string>()
  for (const [at, word] of args.entries()) {
    if (VALUES.includes(args[at - 1] ?? '')) continue
    if (word === lacks || ![...VALUES, ...SWITCHES].includes(word)) {
      // Others are said before it, which a reader may still have to read when it has exited.
      process.stderr.write('warning: LLAMA_ARG_X is not used\n'.repeat(WARNINGS))
      process.stderr.write(`error: invalid argument: ${word}\n`)
      process.exit(1)
    }
    values.set(word, args[at + 1] ?? '')
  }
  const note = (line: object) => appendFileSync(report, `${JSON.stringify(line)}\n`)
  const folder = values.get('--models-dir') ?? ''
  const socket = values.get('--host') ?? ''
  const key = process.env['LLAMA_API_KEY']
  const models = new Map<string, Model>()
  note({ start: process.pid, args, env: process.env })

  const reload = () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.gguf'))
    const names = files.map((file) => basename(file, '.gguf')).toSorted()
    for (const [name, model] of models) {
      if (names.includes(name)) continue
      model.process?.kill()
      models.delete(name)
    }
    for (const name of names) if (!models.has(name)) models.set(name, { status: 'unloaded' })
  }
  reload()

  const unload = async (model: Model | undefined) => {
    model?.process?.kill()
    await model?.process?.exited
    if (model === undefined) return
    model.status = 'unloaded'
    delete model.process
  }

  const load = async (name: string, model: Model): Promise<boolean> => {
    if (model.process !== undefined) return true
    for (const other of models.values()) await unload(other)
    const port = 40_000 + Math.floor(Math.random() * 10_000)
    say('I', `srv          load: spawning server instance with name=${name} on port ${port}`)
    const text = readFileSync(join(folder, `${name}.gguf`), 'latin1')
    const fault = /broken: (.*)/.exec(text)?.[1]
    if (fault !== undefined) {
      say('E', `llama_model_load: error loading model: ${fault}`, port)
      say('E', `srv    load_model: failed to load model, '${folder}/${name}.gguf'`, port)
    }
    if (fault !== undefined || text.includes('killed')) {
      const code = fault === undefined ? 137 : 1
      // As the real one may, it writes this after its answer.
      setTimeout(() =>
        say('I', `srv           run: instance name=${name} exited with status ${code}`),
      )
      return false
    }
    const child = Bun.spawn(['/bin/cat'], { stdin: 'pipe', stdout: 'ignore' })
    model.process = child
    model.status = 'loaded'
    note({ model: name, pid: child.pid })
    void child.exited.then(() => {
      if (model.process === child) void unload(model)
    })
    return true
  }

  Bun.serve({
    unix: socket,
    development: false,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/health') return Response.json({ status: 'ok' })
      if (request.headers.get('authorization') !== `Bearer ${key}`)
        return failure(401, 'Invalid API Key', 'authentication_error')
      note({ asked: `${request.method} ${pathname}${new URL(request.url).search}` })
      if (pathname === '/v1/models') {
        if (searchParams.has('reload')) reload()
        const data = [...models].map(([id, { status }]) => ({
          ...{ id, object: 'model', owned_by: 'llamacpp', status: { value: status } },
          context_length: 32_768,
        }))
        return Response.json({ object: 'list', data }, { headers: { server: 'llama.cpp' } })
      }
      if (pathname === '/props')
        return Response.json({
          default_generation_settings: { n_ctx: Number(values.get('--ctx-size')) },
          modalities: { vision: false },
          chat_template_caps: { supports_tools: true },
        })
      const body = (await request.json()) as Question
      const name = body.model ?? ''
      const model = models.get(name)
      if (model === undefined) return failure(404, `model '${name}' not found`)
      if (pathname === '/models/unload') {
        await unload(model)
        return Response.json({ success: true })
      }
      if (!(await load(name, model))) return failure(500, `model name=${name} failed to load`)
      if (pathname === '/v1/embeddings') return vectors(name, body)
      if (pathname === '/v1/rerank') return scores(name, body)
      const content = `${name} says ${readFileSync(join(folder, `${name}.gguf`), 'latin1')}`
      return body.stream === true ? streamed(content) : whole(content)
    },
  })
}

/** As the real one writes it; lines of a model have its port before them. */
function say(level: string, text: string, port?: number): void {
  process.stderr.write(`${port === undefined ? '' : `[${port}] `}0.00.001.000 ${level} ${text}\n`)
}

function failure(code: number, message: string, type = 'server_error'): Response {
  return Response.json({ error: { code, message, type } }, { status: code })
}

/** The length of each text, and a number. */
function vectors(model: string, { input = [] }: Question): Response {
  const data = input.map((text, index) => ({ index, embedding: [text.length, 0.5] }))
  return Response.json({ object: 'list', model, usage: { prompt_tokens: 1 }, data })
}

/** A document is the better, the longer it is. */
function scores(model: string, { documents = [] }: Question): Response {
  const results = documents.map((text, index) => ({ index, relevance_score: text.length }))
  return Response.json({ object: 'list', model, usage: { total_tokens: 1 }, results })
}

function whole(content: string): Response {
  const message = { role: 'assistant', content }
  return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

function streamed(content: string): Response {
  const chunks = [
    ...content.split(' ').map((word) => ({ delta: { content: `${word} ` }, finish_reason: null })),
    { delta: {}, finish_reason: 'stop' },
  ]
  const lines = chunks.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  return new Response(`${lines.join('')}data: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}
