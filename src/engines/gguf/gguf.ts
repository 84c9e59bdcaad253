import { availableParallelism } from 'node:os'
import type { Log } from '../../platform/log.ts'
import { toolEnvironment } from '../cli/dialect.ts'
import type { Account, ProbeKind } from '../contract/account.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Engine, EngineEvent, ModelFacts, Turn } from '../contract/text.ts'
import { OpenAiHttp } from '../openai-http/openai-http.ts'
import type { EngineSettings } from '../settings.ts'
import { LlamaServer } from './llama-server.ts'
import { ModelErrors } from './model-errors.ts'
import { isModelName, type ModelFile, readModelFolder } from './model-folder.ts'

/** Id of the engine where none is configured. */
export const GGUF_ID = 'gguf'
export const GGUF_KIND = 'GGUF files'
/** Name of the program. */
export const LLAMA_SERVER = 'llama-server'
const NOT_LOADED = /failed to load|exited unexpectedly/i

export interface GgufOptions {
  settings: EngineSettings
  /** Of the model files; undefined where the data is in memory. */
  folder: string | undefined
  /** Name or path of `llama-server`; by default found on PATH. */
  program?: string | undefined
  /** Hearth's own environment; the program sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  log?: Log | undefined
}

/**
 * The GGUF files of a folder, answered by a `llama-server` that this engine starts and ends. It loads
 * one model at a time, and lets go of it when it is idle.
 *
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 */
export class Gguf implements Engine {
  readonly type = 'text'
  readonly id: string
  readonly label: string
  readonly kind = GGUF_KIND
  readonly listsModels = true
  readonly maxCharacters: number
  readonly timeoutMs: number
  readonly parallel: number | undefined
  readonly capabilities = { images: true, structured: true, tools: true }
  readonly accounts: readonly Account[] = [{ id: 'local' }]
  readonly #settings: EngineSettings
  readonly #contextTokens: number
  readonly #folder: string | undefined
  readonly #server: LlamaServer
  /** Model processes listen on loopback, where other users of the machine could ask them. */
  readonly #key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  readonly #faults = new ModelErrors()
  readonly #log: Log | undefined
  #client: OpenAiHttp | undefined
  #models: readonly string[] = []
  #files: ReadonlyMap<string, ModelFile> = new Map()
  /** The files as the server has last listed them. */
  #listed: string | undefined

  constructor({ settings, folder, program, environment, log }: GgufOptions) {
    this.#settings = settings
    this.id = settings.id
    this.label = settings.label ?? GGUF_KIND
    this.maxCharacters = settings.max_characters
    this.timeoutMs = settings.timeout_seconds * 1000
    this.parallel = settings.parallel
    this.#contextTokens = settings.context_tokens ?? DEFAULT_CONTEXT_TOKENS
    this.#folder = folder
    this.#log = log
    this.#server = new LlamaServer({
      program: program ?? LLAMA_SERVER,
      args: serverArguments(settings, this.#contextTokens, this.#folder ?? ''),
      // In its arguments other users of the machine could read the key.
      env: toolEnvironment(environment, { ...variablesOf(environment), LLAMA_API_KEY: this.#key }),
      log,
    })
  }

  /** Those that can be loaded first; the first of all is in memory, if one is. */
  get models(): readonly string[] {
    return this.#models
  }

  get hasPromptSlots(): boolean {
    return this.#client?.hasPromptSlots === true
  }

  factsOf(model: string): ModelFacts | undefined {
    const fault = this.faultOf(model)
    const facts = this.#client?.factsOf(model)
    if (facts === undefined) return fault === undefined ? undefined : { fault }
    const { contextLength = this.#contextTokens } = facts
    return {
      ...facts,
      // A model that is not in memory is listed with the context that it was trained for.
      contextLength: Math.min(contextLength, this.#contextTokens),
      ...(fault === undefined ? {} : { fault }),
    }
  }

  /** Why a model of the folder cannot be used, for the owner. */
  faultOf(model: string): string | undefined {
    const file = this.#files.get(model)
    return file && this.#faults.of(file)
  }

  /** Whether a model file is in the folder. */
  hasFiles(): boolean {
    return this.#folder !== undefined && readModelFolder(this.#folder).length > 0
  }

  async *run(
    turn: Turn,
    account: Account,
    signal: AbortSignal,
  ): AsyncGenerator<readonly EngineEvent[]> {
    this.#readFolder()
    this.#refuseBroken(turn.model)
    await this.#server.ready(signal)
    const loadError = this.#server.loadErrorFrom(turn.model)
    try {
      for await (const batch of this.#openClient().run(turn, account, signal)) {
        this.#setModels(inMemory(turn.model, this.#models))
        yield batch
      }
    } catch (error) {
      throw await this.#explained(error, turn.model, loadError)
    }
  }

  probeKind(): ProbeKind {
    return 'status'
  }

  /** Broken files are tried again after it. */
  async checkStatus(signal: AbortSignal): Promise<void> {
    this.#faults.clear()
    await this.refresh(signal)
  }

  /**
   * Starts the server when there is a file, and reads what it makes of the folder.
   *
   * @throws {EngineFailure} `not_installed`, `transient`
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const files = this.#readFolder()
    if (files.length === 0) {
      this.#models = []
      this.#listed = undefined
      await this.#server.pause()
      return
    }
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
    const { kind, models } = await client.readServer(signal)
    const wanted = this.#settings.models
    const usable = models.filter(
      ({ name }) => isModelName(name) && (wanted === undefined || wanted.includes(name)),
    )
    client.use({ kind, models: usable })
    // A broken file must not stand for the engine; of one without metadata the server lists no length.
    const names = usable.map(({ name }) => name)
    const isBroken = (name: string) => this.faultOf(name) !== undefined
    const isDoubtful = (name: string) => client.factsOf(name)?.contextLength === undefined
    const rankOf = (name: string) => (isBroken(name) ? 2 : Number(isDoubtful(name)))
    this.#setModels(names.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }

  /** Ends the server and its model process. */
  end(): Promise<void> {
    return this.#server.end()
  }

  #setModels(names: readonly string[]): void {
    const isSame =
      names.length === this.#models.length &&
      names.every((name, index) => name === this.#models[index])
    if (!isSame) this.#models = names
  }

  #readFolder(): readonly ModelFile[] {
    const files = this.#folder === undefined ? [] : readModelFolder(this.#folder)
    this.#files = new Map(files.map((file) => [file.name, file]))
    return files
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
    const { id, max_characters, timeout_seconds, parallel } = this.#settings
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

  #refuseBroken(model: string): void {
    const fault = this.faultOf(model)
    if (fault === undefined) return
    throw new EngineFailure('model_broken', `${model} cannot be loaded: ${fault}`)
  }

  /** A model that cannot be loaded is not loaded again until its file changes. */
  async #explained(
    error: unknown,
    model: string,
    loadError: () => Promise<string | undefined>,
  ): Promise<unknown> {
    if (!(error instanceof EngineFailure) || !NOT_LOADED.test(error.message)) return error
    const reason = await loadError()
    const file = this.#files.get(model)
    // Without a reason its process was killed, as for want of memory.
    if (reason === undefined || file === undefined) return error
    const words = reason.replaceAll(`${this.#folder}/`, '')
    this.#faults.add(file, words)
    this.#log?.warn({ engine: this.id, model, reason: words }, 'A model file cannot be loaded')
    return new EngineFailure('model_broken', `${model} cannot be loaded: ${words}`, {
      cause: error,
    })
  }
}

/** The model that answers is the one in memory, and stands for the engine from now on. */
function inMemory(model: string, models: readonly string[]): readonly string[] {
  return models[0] === model || !models.includes(model)
    ? models
    : [model, ...models.filter((name) => name !== model)]
}

function listOf(files: readonly ModelFile[]): string {
  return files.map(({ name, identity }) => `${name}\t${identity}`).join('\n')
}

function splitEntry(line: string): [string, string] {
  const [name = '', identity = ''] = line.split('\t')
  return [name, identity]
}

/**
 * Tokens of a prompt and its answer together, unless the settings say otherwise.
 * @limit gguf-context tokens
 */
export const DEFAULT_CONTEXT_TOKENS = 8_192
/** Seconds without a request after which a model leaves the memory. @limit gguf-idle seconds */
export const DEFAULT_IDLE_SECONDS = 600
/** More threads than that make few machines faster. @limit gguf-threads count */
export const MAX_DEFAULT_THREADS = 8
/** Where its libraries and graphics cards are. */
const VARIABLES = [
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GGML_BACKEND_PATH',
  'GGML_VK_VISIBLE_DEVICES',
] as const

/** The command line of `llama-server`, without where it listens. */
function serverArguments(
  { threads, parallel = 1, idle_seconds: idle }: EngineSettings,
  contextTokens: number,
  folder: string,
): string[] {
  const used = threads ?? Math.min(MAX_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1))
  const options = {
    '--models-dir': folder,
    '--models-max': 1,
    '--sleep-idle-seconds': idle ?? DEFAULT_IDLE_SECONDS,
    // Shared among the requests at a time.
    '--ctx-size': contextTokens * parallel,
    '--parallel': parallel,
    '--threads': used,
  }
  return [
    ...['--offline', '--no-webui', '--no-slots'],
    ...Object.entries(options).flatMap(([name, value]) => [name, String(value)]),
  ]
}

/** What the program sees of Hearth's own environment, besides what every tool does. */
function variablesOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
