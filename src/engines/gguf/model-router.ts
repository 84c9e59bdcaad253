import { EngineFailure } from '../contract/failure.ts'
import { OpenAiHttp } from '../openai-http/openai-http.ts'
import type { EngineSettings } from '../settings.ts'
import { LlamaServer } from './llama-server.ts'
import type { ModelErrors, ModelFile } from './model-folder.ts'

const NOT_LOADED = /failed to load|exited unexpectedly/i

interface ModelRouterOptions extends Omit<ConstructorParameters<typeof LlamaServer>[0], 'env'> {
  settings: EngineSettings
  /** The whole environment, without TMPDIR and the key. */
  env: Readonly<Record<string, string>>
  folder: string
  errors: ModelErrors
}

/** One `llama-server` over a folder of model files, which it loads one at a time, kept to what they are. */
export class ModelRouter {
  readonly #options: ModelRouterOptions
  readonly #server: LlamaServer
  /** Model processes listen on loopback, where other users of the machine could ask them. */
  readonly #key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  #client: OpenAiHttp | undefined
  /** The files as the server has last listed them. */
  #listed: string | undefined

  constructor(options: ModelRouterOptions) {
    this.#options = options
    this.#server = new LlamaServer({
      ...options,
      // In its arguments other users of the machine could read the key.
      env: { ...options.env, LLAMA_API_KEY: this.#key },
    })
  }

  /** Undefined before its first start. */
  get client(): OpenAiHttp | undefined {
    return this.#client
  }

  /** @throws {EngineFailure} `not_installed` where the program is not there */
  find(): void {
    this.#server.find()
  }

  /** Starts it unless it runs. @throws {EngineFailure} `not_installed`, `transient` */
  async start(signal: AbortSignal): Promise<OpenAiHttp> {
    await this.#server.ready(signal)
    return this.#openClient()
  }

  /**
   * Starts it, and has it know the files as they are.
   *
   * @throws {EngineFailure} `not_installed`, `transient`
   */
  async update(files: readonly ModelFile[], signal: AbortSignal): Promise<OpenAiHttp> {
    const wasReady = this.#server.isReady
    try {
      await this.#server.ready(signal)
    } catch (error) {
      if (error instanceof EngineFailure || !signal.aborted) throw error
      throw new EngineFailure('loading', 'llama-server is still starting')
    }
    const client = this.#openClient()
    if (wasReady) await this.#reload(files, signal)
    else this.#listed = listOf(files)
    return client
  }

  /**
   * Has a model answer. One that cannot be loaded is not loaded again until its file changes.
   *
   * @throws {EngineFailure} `model_broken` with the reason; what the answer has failed with
   */
  async explained<answer>(
    file: ModelFile | undefined,
    model: string,
    answer: () => Promise<answer>,
  ): Promise<answer> {
    const explain = this.explainer(file, model)
    try {
      return await answer()
    } catch (error) {
      throw await explain(error)
    }
  }

  /** To be called before a model is asked: gives what to throw for what its answer has thrown. */
  explainer(file: ModelFile | undefined, model: string): (error: unknown) => Promise<unknown> {
    const loadError = this.#server.loadErrorFrom(model)
    return (error) => this.#reasonOf(error, file, model, loadError)
  }

  /** Ends it until it is wanted again. */
  async pause(): Promise<void> {
    this.#listed = undefined
    await this.#server.pause()
  }

  /** Ends it and its model process, for good. */
  end(): Promise<void> {
    return this.#server.end()
  }

  async #reasonOf(
    error: unknown,
    file: ModelFile | undefined,
    model: string,
    loadError: () => Promise<string | undefined>,
  ): Promise<unknown> {
    if (!(error instanceof EngineFailure) || !NOT_LOADED.test(error.message)) return error
    const reason = await loadError()
    // Without a reason its process was killed, as for want of memory.
    if (reason === undefined || file === undefined) return error
    const { folder, errors, settings, log } = this.#options
    const words = reason.replaceAll(`${folder}/`, '')
    errors.add(file, words)
    log?.warn({ engine: settings.id, model, reason: words }, 'A model file cannot be loaded')
    const text = `${model} cannot be loaded: ${words}`
    return new EngineFailure('model_broken', text, { cause: error })
  }

  /** The server reads its folder at its start, and else only when it is asked to. */
  async #reload(files: readonly ModelFile[], signal: AbortSignal): Promise<void> {
    const list = listOf(files)
    if (list === this.#listed) return
    const before = new Map((this.#listed ?? '').split('\n').map(splitEntry))
    // A model in memory would go on with the content that its file had.
    const replaced = files.filter(
      ({ name, identity }) => before.has(name) && before.get(name) !== identity,
    )
    for (const { name } of replaced) await this.#ask('/models/unload', signal, { model: name })
    await this.#ask('/v1/models?reload=1', signal)
    this.#listed = list
  }

  async #ask(path: string, signal: AbortSignal, body?: object): Promise<void> {
    try {
      const response = await fetch(`http://llama${path}`, {
        unix: this.#server.socket,
        headers: { authorization: `Bearer ${this.#key}` },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        signal,
      })
      await response.body?.cancel()
    } catch (cause) {
      const text = 'llama-server does not answer'
      throw new EngineFailure('unreachable', text, { cause })
    }
  }

  #openClient(): OpenAiHttp {
    const { id, max_characters, timeout_seconds, parallel } = this.#options.settings
    this.#client ??= new OpenAiHttp(
      {
        id,
        adapter: 'openai-http',
        max_characters,
        timeout_seconds,
        ...(parallel === undefined ? {} : { parallel }),
        base_url: 'http://llama/v1',
        api_key: this.#key,
      },
      this.#server.socket,
    )
    return this.#client
  }
}

function listOf(files: readonly ModelFile[]): string {
  return files.map(({ name, identity }) => `${name}\t${identity}`).join('\n')
}

function splitEntry(line: string): [string, string] {
  const [name = '', identity = ''] = line.split('\t')
  return [name, identity]
}
