// Doubles of local model servers, with the replies of the real ones: those of llama.cpp were recorded
// from llama-server 0.7.0, the others are the examples of the servers' own documentation.

import { serveLocal } from './serve-local.ts'

type Replies = Record<string, unknown | ((request: Request) => Response | Promise<Response>)>

/**
 * A model server on loopback. The replies are by path, as JSON or by a function; any other path is
 * 404. They can be replaced, and the server can be stopped and started again on its port.
 */
export function startModelServer(first: Replies, wantedPort = 0) {
  let replies = first
  const asked: string[] = []
  const server = serveLocal((request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(`${request.method} ${pathname}${search}`)
    const reply = replies[pathname]
    if (typeof reply === 'function') return reply(request)
    return reply === undefined ? new Response('not found', { status: 404 }) : Response.json(reply)
  }, wantedPort)
  return {
    ...server,
    url: `${server.origin}/v1`,
    /** Requests so far, as `GET /v1/models`. */
    asked,
    become(next: Replies) {
      replies = next
    },
  }
}

const listOf = (data: readonly object[]) => ({ object: 'list', data })

/** What llama.cpp says of all models. */
const LLAMA_CPP = { object: 'model', created: 1795325315, owned_by: 'llamacpp', tags: [] }

/** `llama-server -m PATH`. */
export function llamaServer(
  path: string,
  { vision = false, tools = false, context = 4096 } = {},
): Replies {
  const input_modalities = vision ? ['text', 'image'] : ['text']
  const model = {
    ...{ id: path, aliases: [path], ...LLAMA_CPP },
    architecture: { input_modalities, output_modalities: ['text'] },
    meta: { vocab_type: 1, n_vocab: 259, n_ctx: context, n_ctx_train: 131_072 },
  }
  const models = [{ name: path, model: path, type: 'model', capabilities: ['completion'] }]
  return {
    '/v1/models': () =>
      Response.json({ models, ...listOf([model]) }, { headers: { server: 'llama.cpp' } }),
    '/props': {
      default_generation_settings: { params: {}, n_ctx: context },
      ...{ total_slots: 4, model_alias: path, model_path: path },
      modalities: { vision, video: false, audio: false },
      chat_template_caps: { supports_tools: tools, supports_tool_calls: tools },
      ...{ build_info: 'b11669-Debian', is_sleeping: false },
    },
    '/v1/chat/completions': answer,
  }
}

/** `llama-server --models-dir DIR`: a router of several models, of which one is in memory. */
export function llamaRouter(): Replies {
  const models = [
    { id: 'tiny-a', value: 'unloaded', context_length: 2048 },
    { id: 'tiny-b', value: 'loaded', context_length: 4096 },
    { id: 'tiny-c', value: 'downloading', context_length: 4096 },
  ]
  const entries = models.map(({ id, value, context_length }) => ({
    ...{ id, aliases: [], ...LLAMA_CPP, status: { value }, source: 'models_dir', context_length },
    architecture: { input_modalities: ['text'], output_modalities: ['text'] },
  }))
  const loaded = {
    default_generation_settings: { n_ctx: 1024 },
    modalities: { vision: true },
    chat_template_caps: { supports_tools: true },
  }
  return {
    '/v1/models': listOf(entries),
    '/props': ({ url }: Request) =>
      new URL(url).search === '?autoload=false&model=tiny-b'
        ? Response.json(loaded)
        : Response.json({ error: { code: 400, message: 'model is not loaded' } }, { status: 400 }),
  }
}

/** Ollama with a text model, a vision model in memory, an embedding model and a cloud model. */
export function ollamaServer(): Replies {
  const model = (architecture: string, context: number, ...capabilities: string[]) => ({
    capabilities,
    model_info: {
      'general.architecture': architecture,
      [`${architecture}.context_length`]: context,
    },
  })
  const details: Record<string, object> = {
    'llama3.2:latest': model('llama', 131_072, 'completion', 'tools'),
    'gemma3:4b': model('gemma3', 131_072, 'completion', 'vision'),
    'nomic-embed-text:latest': model('nomic-bert', 2048, 'embedding'),
    'gpt-oss:120b-cloud': { capabilities: ['completion', 'tools'] },
  }
  const names = Object.keys(details)
  const tag = (name: string) => ({
    ...{ name, model: name, modified_at: '2026-05-04T14:56:49.277302595-07:00' },
    ...{ size: 3_338_801_804, digest: `sha256:${name}` },
    details: { format: 'gguf', family: 'llama', parameter_size: '4.3B' },
    ...(name.endsWith('cloud') ? { remote_host: 'https://ollama.com:443' } : {}),
  })
  return {
    '/v1/models': listOf(
      names.map((id) => ({ id, object: 'model', created: 1746395809, owned_by: 'library' })),
    ),
    '/api/version': { version: '0.12.6' },
    '/api/tags': { models: names.map(tag) },
    '/api/ps': { models: [{ ...tag('gemma3:4b'), context_length: 8192 }] },
    '/api/show': async (request: Request) => {
      const body: unknown = await request.json()
      const found = details[String(Reflect.get(Object(body), 'model'))]
      return Response.json(
        { license: '…', modelfile: '…', template: '…', details: { families: ['llama'] }, ...found },
        { status: found === undefined ? 404 : 200 },
      )
    },
    '/v1/chat/completions': answer,
  }
}

/** LM Studio with a text model, a vision model in memory, and an embedding model. */
export function lmStudioServer(): Replies {
  const model = (id: string, type: string, state: string, max_context_length: number) => ({
    ...{ id, type, state, max_context_length },
  })
  const models = [
    {
      ...model('meta-llama-3.1-8b-instruct', 'llm', 'not-loaded', 131_072),
      capabilities: ['tool_use'],
    },
    { ...model('qwen2-vl-7b-instruct', 'vlm', 'loaded', 32_768), loaded_context_length: 4096 },
    model('text-embedding-nomic-embed-text-v1.5', 'embeddings', 'not-loaded', 2048),
  ]
  const unknown = () => Response.json({ error: 'Unexpected endpoint or method.' })
  return {
    '/v1/models': listOf(
      models.map(({ id }) => ({ id, object: 'model', owned_by: 'organization_owner' })),
    ),
    '/api/v0/models': listOf(
      models.map((one) => ({ object: 'model', publisher: 'x', arch: 'llama', ...one })),
    ),
    // It answers unknown paths with 200.
    '/.well-known/localai.json': unknown,
    '/api/version': unknown,
    '/api/tags': unknown,
  }
}

export function vllmServer(): Replies {
  const id = 'NousResearch/Meta-Llama-3-8B-Instruct'
  const model = { id, object: 'model', created: 1, owned_by: 'vllm', root: id, parent: null }
  return {
    '/v1/models': listOf([{ ...model, max_model_len: 8192, permission: [] }]),
    '/version': { version: '0.11.0' },
  }
}

/** LocalAI with a vision model, an image generator and a model for transcripts. */
export function localAiServer(): Replies {
  const models = [
    ['vlm', ['text', 'image'], ['text']],
    ['stablediffusion', ['text'], ['image']],
    ['whisper-1', ['audio'], ['text']],
  ] as const
  return {
    '/v1/models': listOf(models.map(([id]) => ({ id, object: 'model' }))),
    '/.well-known/localai.json': { version: 'v3.7.0', endpoints: { models: '/v1/models' } },
    '/v1/models/capabilities': listOf(
      models.map(([id, input_modalities, output_modalities]) => ({
        ...{ id, object: 'model', input_modalities, output_modalities },
      })),
    ),
  }
}

function answer(): Response {
  return Response.json({
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  })
}
