import { availableParallelism } from 'node:os'
import type { Log } from '../../platform/log.ts'
import { toolEnvironment } from '../cli/dialect.ts'
import type { Account, ProbeKind } from '../contract/account.ts'
import { EngineFailure } from '../contract/failure.ts'
import type { Engine, EngineEvent, ModelFacts, Turn } from '../contract/text.ts'
import type {
  EmbeddingRequest,
  Embeddings,
  Ranking,
  RankingRequest,
  VectorModel,
  VectorSource,
  VectorUse,
} from '../contract/vectors.ts'
import type { EngineSettings } from '../settings.ts'
import { type GgufFacts, ggufFacts } from './gguf-header.ts'
import { isModelName, ModelErrors, type ModelFile, readModelFolder } from './model-folder.ts'
import { ModelRouter } from './model-router.ts'

/** A model file for vectors. */
interface VectorFile extends ModelFile {
  use: VectorUse
  contextLength: number | undefined
}

interface GgufVectorsOptions {
  /** Makes the server of one use, which has other options than that of chats. */
  routerOf: (use: VectorUse) => ModelRouter
  errors: ModelErrors
  /** Tokens of a text, whatever the model could take. */
  contextTokens: number
}

/**
 * The files of a folder whose models make embeddings or rankings. Each of the two has a server of its own,
 * which is started by the first request, so that the model of the chats stays in memory meanwhile.
 */
class GgufVectors implements VectorSource {
  readonly #options: GgufVectorsOptions
  readonly #routers: Readonly<Record<VectorUse, ModelRouter>>
  #files: readonly VectorFile[] = []

  constructor(options: GgufVectorsOptions) {
    this.#options = options
    const { routerOf } = options
    this.#routers = { embedding: routerOf('embedding'), rerank: routerOf('rerank') }
  }

  get vectorModels(): readonly VectorModel[] {
    const { errors, contextTokens } = this.#options
    return this.#files.map((file) => ({
      name: file.name,
      use: file.use,
      contextLength: Math.min(file.contextLength ?? contextTokens, contextTokens),
      fault: errors.of(file),
    }))
  }

  /** Takes the files as they are now. A server whose last file is gone ends. */
  async use(files: readonly VectorFile[]): Promise<void> {
    const before = this.#files
    this.#files = files
    for (const use of ['embedding', 'rerank'] as const)
      if (before.some((one) => one.use === use) && !files.some((one) => one.use === use))
        await this.#routers[use].pause()
  }

  embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
    return this.#ask('embedding', request.model, signal, (source) => source.embed(request, signal))
  }

  rerank(request: RankingRequest, signal: AbortSignal): Promise<Ranking> {
    return this.#ask('rerank', request.model, signal, (source) => source.rerank(request, signal))
  }

  async end(): Promise<void> {
    await Promise.all([this.#routers.embedding.end(), this.#routers.rerank.end()])
  }

  async #ask<answer>(
    use: VectorUse,
    model: string,
    signal: AbortSignal,
    ask: (source: VectorSource) => Promise<answer>,
  ): Promise<answer> {
    const file = this.#files.find(({ name }) => name === model)
    const error = file && this.#options.errors.of(file)
    if (error !== undefined)
      throw new EngineFailure('model_broken', `${model} cannot be loaded: ${error}`)
    const router = this.#routers[use]
    const files = this.#files.filter((one) => one.use === use)
    const { vectors } = await router.update(files, signal)
    return await router.explained(file, model, () => ask(vectors))
  }
}

/** Id of the engine where none is configured. */
export const GGUF_ID = 'gguf'
export const GGUF_KIND = 'GGUF files'
/** Name of the program. */
export const LLAMA_SERVER = 'llama-server'

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
 * one model at a time, and lets go of it when it is idle. Files for embeddings and rankings have servers
 * of their own.
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
  readonly #router: ModelRouter
  readonly vectors: GgufVectors
  readonly #errors = new ModelErrors()
  /** What the files say of their models, by name and identity. */
  #headers: ReadonlyMap<string, GgufFacts> = new Map()
  #models: readonly string[] = []
  #files: ReadonlyMap<string, ModelFile> = new Map()

  constructor({ settings, folder, program, environment, log }: GgufOptions) {
    this.#settings = settings
    this.id = settings.id
    this.label = settings.label ?? GGUF_KIND
    this.maxCharacters = settings.max_characters
    this.timeoutMs = settings.timeout_seconds * 1000
    this.parallel = settings.parallel
    this.#contextTokens = settings.context_tokens ?? DEFAULT_CONTEXT_TOKENS
    this.#folder = folder
    const routerWith = (args: readonly string[]) =>
      new ModelRouter({
        settings,
        program: program ?? LLAMA_SERVER,
        args,
        env: toolEnvironment(environment, variablesOf(environment)),
        folder: folder ?? '',
        errors: this.#errors,
        log,
      })
    this.#router = routerWith(serverArguments(settings, this.#contextTokens, folder ?? ''))
    const vectorTokens = settings.context_tokens ?? DEFAULT_VECTOR_TOKENS
    this.vectors = new GgufVectors({
      routerOf: (use) => routerWith(vectorArguments(use, settings, vectorTokens, folder ?? '')),
      errors: this.#errors,
      contextTokens: vectorTokens,
    })
  }

  /** Those that can be loaded first; the first of all is in memory, if one is. */
  get models(): readonly string[] {
    return this.#models
  }

  get hasPromptSlots(): boolean {
    return this.#router.client?.hasPromptSlots === true
  }

  factsOf(model: string): ModelFacts | undefined {
    const error = this.errorOf(model)
    const facts = this.#router.client?.factsOf(model)
    if (facts === undefined) return error === undefined ? undefined : { fault: error }
    const { contextLength = this.#contextTokens } = facts
    return {
      ...facts,
      // A model that is not in memory is listed with the context that it was trained for.
      contextLength: Math.min(contextLength, this.#contextTokens),
      ...(error === undefined ? {} : { fault: error }),
    }
  }

  /** Why a model of the folder cannot be used, for the owner. */
  errorOf(model: string): string | undefined {
    const file = this.#files.get(model)
    return file && this.#errors.of(file)
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
    const client = await this.#router.start(signal)
    const explain = this.#router.explainer(this.#files.get(turn.model), turn.model)
    try {
      for await (const batch of client.run(turn, account, signal)) {
        this.#setModels(inMemory(turn.model, this.#models))
        yield batch
      }
    } catch (error) {
      throw await explain(error)
    }
  }

  probeKind(): ProbeKind {
    return 'status'
  }

  /** Broken files are tried again after it. */
  async checkStatus(signal: AbortSignal): Promise<void> {
    this.#errors.clear()
    await this.refresh(signal)
  }

  /**
   * Starts the server when there is a file, and reads what it makes of the folder.
   *
   * @throws {EngineFailure} `not_installed`, `transient`
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const { chats, vectors: before } = this.#divided(this.#readFolder())
    await this.vectors.use(before)
    if (chats.length === 0) {
      this.#models = []
      if (before.length > 0) this.#router.find()
      await this.#router.pause()
      return
    }
    const client = await this.#router.update(chats, signal)
    const { kind, models } = await client.readServer(signal)
    // It may list a file that has come meanwhile.
    const { vectors } = this.#divided(this.#readFolder())
    await this.vectors.use(vectors)
    const wanted = this.#settings.models
    const usable = models.filter(
      ({ name }) =>
        isModelName(name) &&
        (wanted === undefined || wanted.includes(name)) &&
        !vectors.some((file) => file.name === name),
    )
    client.use({ kind, models: usable })
    // A broken file must not stand for the engine; of one without metadata the server lists no length.
    const names = usable.map(({ name }) => name)
    const isBroken = (name: string) => this.errorOf(name) !== undefined
    const isDoubtful = (name: string) => client.factsOf(name)?.contextLength === undefined
    const rankOf = (name: string) => (isBroken(name) ? 2 : Number(isDoubtful(name)))
    this.#setModels(names.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }

  /** Ends the servers and their model processes. */
  async end(): Promise<void> {
    await Promise.all([this.#router.end(), this.vectors.end()])
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

  /** The files by what their models do. */
  #divided(files: readonly ModelFile[]): { chats: ModelFile[]; vectors: VectorFile[] } {
    const headers = new Map(
      files.map((file) => {
        const key = `${file.name}\t${file.identity}`
        return [key, this.#headers.get(key) ?? ggufFacts(file.path)]
      }),
    )
    this.#headers = headers
    const wanted = this.#settings.models
    const chats: ModelFile[] = []
    const vectors: VectorFile[] = []
    for (const file of files) {
      const { use, contextLength } = headers.get(`${file.name}\t${file.identity}`) ?? {}
      if (use === undefined) chats.push(file)
      else if (wanted === undefined || wanted.includes(file.name))
        vectors.push({ ...file, use, contextLength })
    }
    return { chats, vectors }
  }

  #refuseBroken(model: string): void {
    const error = this.errorOf(model)
    if (error === undefined) return
    throw new EngineFailure('model_broken', `${model} cannot be loaded: ${error}`)
  }
}

/** The model that answers is the one in memory, and stands for the engine from now on. */
function inMemory(model: string, models: readonly string[]): readonly string[] {
  return models[0] === model || !models.includes(model)
    ? models
    : [model, ...models.filter((name) => name !== model)]
}

/**
 * Tokens of a prompt and its answer together, unless the settings say otherwise.
 * @limit gguf-context tokens
 */
export const DEFAULT_CONTEXT_TOKENS = 8_192
/**
 * Tokens of a text for an embedding model or a reranker, unless the settings say otherwise.
 * @limit gguf-vector-context tokens
 */
export const DEFAULT_VECTOR_TOKENS = 2_048
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
  {
    threads,
    parallel = 1,
    idle_seconds: idle,
  }: Pick<EngineSettings, 'threads' | 'parallel' | 'idle_seconds'>,
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

/** The same of the server for one use of vectors. A text has to fit into one batch. */
function vectorArguments(
  use: VectorUse,
  { parallel: _, ...settings }: EngineSettings,
  tokens: number,
  folder: string,
): string[] {
  return [
    ...serverArguments(settings, tokens, folder),
    ...['--batch-size', String(tokens), '--ubatch-size', String(tokens)],
    use === 'rerank' ? '--reranking' : '--embeddings',
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
