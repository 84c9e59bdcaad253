import type { Engine } from '../../engines/contract/text.ts'
import type { VectorModel, VectorSource, VectorUse } from '../../engines/contract/vectors.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { Accounts } from './accounts.ts'
import type { EngineRegistry } from './engine-registry.ts'
import { modelName } from './media-models.ts'
import type { ModelAliases } from './model-aliases.ts'
import { engineDenied, modelNotFound, severalEngines, shortened } from './model-errors.ts'
import { AUTO, listedName, withoutTag } from './models.ts'
import { noEngineError, silentServer } from './no-engine-error.ts'

/** A name that a request for embeddings or a ranking may give as its model. */
export interface VectorModelRecord {
  /** `engine/model`. */
  id: string
  /** For people. */
  name: string
  engine: string
  use: VectorUse
  contextLength: number | undefined
  /** Whether it can be asked now, as far as is known. */
  isAvailable: boolean
}

/** A model with what asks it. */
export interface VectorChoice {
  engine: Engine
  vectors: VectorSource
  model: VectorModel
}

interface VectorModelsOptions {
  registry: EngineRegistry
  accounts: Accounts
  aliases: ModelAliases
  /** Where callers find the names; part of the message for an unknown name. */
  hint: string
  /** Whether a name is of a model that answers chats. */
  isChatModel: (caller: Caller, name: string) => boolean
  /** Scans the model servers again; returns undefined when there are none. */
  scan: () => Promise<void> | undefined
}

/** What one use is, and what an owner does to have it. */
const WORDS = {
  embedding: {
    verb: 'make embeddings',
    capability: 'embedding',
    advice:
      'ollama pull nomic-embed-text, a GGUF file of an embedding model in the folder models, llama-server --embeddings, LM Studio, vLLM or LocalAI',
  },
  rerank: {
    verb: 'rank documents',
    capability: 'rerank',
    advice:
      'a GGUF file of a reranker in the folder models, llama-server --reranking, vLLM or LocalAI with such a model; Ollama and LM Studio have none',
  },
} as const

/**
 * The models that make embeddings and rankings. Vectors of two models cannot be compared, so that no
 * other model answers for the one that was chosen.
 */
export class VectorModels {
  readonly #options: VectorModelsOptions

  constructor(options: VectorModelsOptions) {
    this.#options = options
  }

  /** Those that a caller may use, in order of preference. */
  list(caller: Caller): VectorModelRecord[] {
    if (caller.capabilities?.includes('embeddings') === false) return []
    return this.#choices(caller, undefined).map((choice) => this.#record(choice))
  }

  /** The first of any engine that can be asked now. */
  first(use: VectorUse): VectorModelRecord | undefined {
    const records = this.#choices({ engines: null }, use).map((choice) => this.#record(choice))
    return records.find(({ isAvailable }) => isAvailable)
  }

  #record({ engine, model }: VectorChoice): VectorModelRecord {
    const id = `${engine.id}/${model.name}`
    return {
      id,
      name: modelName(engine, id),
      engine: engine.id,
      use: model.use,
      contextLength: model.contextLength,
      isAvailable:
        model.fault === undefined &&
        this.#options.accounts.canAnswer({ engine, model: model.name }),
    }
  }

  /** One that a caller may use, by `engine/model` or a model; undefined for any other name. */
  named(caller: Caller, name: string): VectorModelRecord | undefined {
    const [first] = named(this.#choices(caller, undefined), name)
    return first && this.#record(first)
  }

  /** What a name of any engine stands for; undefined for a name of something else. */
  useOf(name: string): VectorUse | undefined {
    const choices = this.#present().flatMap((engine) => choicesOf(engine))
    const [first] = named(choices, name)
    if (first !== undefined) return first.model.use
    // An engine without other models is named for what it has.
    const only = choices.find(({ engine }) => engine.id === name && engine.models.length === 0)
    return only?.model.use
  }

  /** Scans the servers when a name is not known: its server may have started since. */
  async refresh(caller: Caller, use: VectorUse, name: string): Promise<void> {
    if (this.peek(caller, use, name) === undefined) await this.#options.scan()
  }

  /** As {@link select}; undefined where it would throw. */
  peek(caller: Caller, use: VectorUse, asked: string): VectorChoice | undefined {
    const found = this.#find(this.#choices(caller, use), asked)
    return found.length > 1 ? undefined : found[0]
  }

  /**
   * The model that a request asks for.
   *
   * @param asked `auto`, an engine's id, `engine/model`, a model that one engine alone has, or an alias
   * @throws {AppError} `capability_denied`, `model_not_found`, `invalid` where no engine can, or several
   * have the model; `no_engine` while the server of the only ones does not answer
   */
  select(caller: Caller, use: VectorUse, asked: string): VectorChoice {
    const choices = this.#choices(caller, use)
    const found = this.#find(choices, asked)
    const [first] = found
    if (first === undefined) throw this.#missing(caller, use, asked, choices.length > 0)
    if (found.length > 1)
      throw severalEngines(
        asked,
        found.map(({ engine, model }) => `${engine.id}/${model.name}`),
      )
    return first
  }

  #find(choices: readonly VectorChoice[], asked: string): readonly VectorChoice[] {
    const name = this.#target(choices, asked)
    if (name === AUTO) return choices.slice(0, 1)
    const ofEngine = choices.filter(({ engine }) => engine.id === name)
    return ofEngine.length > 0 ? ofEngine.slice(0, 1) : named(choices, name)
  }

  /** The name that an alias means; any other name itself. */
  #target(choices: readonly VectorChoice[], name: string): string {
    if (named(choices, name).length > 0) return name
    const plain = withoutTag(name)
    const { aliases } = this.#options
    return aliases.targetOf(name) ?? aliases.targetOf(plain) ?? plain
  }

  #missing(caller: Caller, use: VectorUse, name: string, hasOthers: boolean): AppError {
    const { registry, isChatModel, hint: list } = this.#options
    const { verb, capability, advice } = WORDS[use]
    const [id = ''] = name.split('/', 1)
    if (caller.engines?.includes(id) === false && registry.find(id) !== undefined)
      return engineDenied(`This key may not use the engine ${id}`)
    const hint = `${list} with the capability ${capability}`
    if (this.useOf(name) !== undefined || isChatModel(caller, name)) {
      const words = `The model ${shortened(name)} does not ${verb}: ${hint}`
      if (hasOthers || name !== AUTO)
        return new AppError('model_not_found', words, { param: 'model' })
    }
    if (hasOthers) return modelNotFound(name, hint)
    if (caller.engines?.length === 0) return engineDenied('This key may not use any engine')
    const silent = registry.entries.filter(
      ({ engine, failure }) =>
        failure !== undefined && engine.vectors?.vectorModels.some((one) => one.use === use),
    )
    if (silent.length > 0)
      return noEngineError(
        silent.map(({ engine, failure }) => silentServer(engine, failure)),
        { isOwner: caller.isOwner === true },
      )
    return new AppError(
      'invalid',
      `No engine here can ${verb}. Subscriptions and their tools cannot; these can: ${advice}`,
      { param: 'model' },
    )
  }

  #choices({ engines }: Pick<Caller, 'engines'>, use: VectorUse | undefined): VectorChoice[] {
    return this.#present()
      .filter(({ id }) => engines === null || engines.includes(id))
      .flatMap(choicesOf)
      .filter(({ model }) => use === undefined || model.use === use)
  }

  #present(): Engine[] {
    return this.#options.registry.entries
      .filter(({ isPresent }) => isPresent)
      .map(({ engine }) => engine)
  }
}

function choicesOf(engine: Engine): VectorChoice[] {
  const { vectors } = engine
  return vectors?.vectorModels.map((model) => ({ engine, vectors, model })) ?? []
}

/** Those that a name means: `engine/model` one, a model each engine that has it. */
function named(choices: readonly VectorChoice[], name: string): readonly VectorChoice[] {
  return choices.filter(({ engine, model }) => {
    const own = name.startsWith(`${engine.id}/`) ? name.slice(engine.id.length + 1) : name
    return listedName([model.name], own) !== undefined
  })
}
