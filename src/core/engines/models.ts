import type { Capabilities, Engine, ModelFacts } from '../../engines/contract/text.ts'
import type { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { Candidate } from './account-state.ts'
import type { Requirements } from './conversation.ts'
import type { EngineRegistry } from './engine-registry.ts'
import { modelName, type OtherUse } from './media-models.ts'
import { ModelAliases } from './model-aliases.ts'
import {
  engineDenied,
  modelNotFound,
  noChatModel,
  otherModel,
  severalEngines,
  tooLong,
  unsupported,
} from './model-errors.ts'
import { noEngineError, silentServer } from './no-engine-error.ts'

const NO_ENGINE = 'This key may not use any engine'
/** The name that leaves the choice of the engine to the service. */
export const AUTO = 'auto'
/**
 * Bound of a conversation for `auto`, in code points, also when its engines accept more. See
 * Limits. @limit auto-characters characters
 */
export const AUTO_MAX_CHARACTERS = 100_000
/** The tag that Ollama adds to a name without one. */
const DEFAULT_TAG = ':latest'

/** A name that a caller may ask for. */
export interface ModelRecord {
  id: string
  /** For people: the model with its engine's label in parentheses, or that label. */
  name: string
  /** Undefined for `auto`. */
  engine: string | undefined
  /** Tokens; undefined where they are unknown. */
  contextLength: number | undefined
  /** Whether it is known to read images. */
  images: boolean
  /** Whether it is known to call functions. */
  tools: boolean
  /** Whether it can answer now, as far as is known. */
  isAvailable: boolean
}

interface ModelsOptions {
  registry: EngineRegistry
  /** Where callers find the names; part of the message for an unknown name. */
  hint: string
  /** Scans the model servers again; returns undefined when there are none. */
  scan?: () => Promise<void> | undefined
  /** What else than text a name of the list stands for. */
  otherUseOf?: (name: string) => OtherUse | undefined
  aliases?: ModelAliases
  /** Whether an account of the engine may be asked for the model now. */
  canAnswer?: (candidate: Candidate) => boolean
}

/** Which engines a caller may use, and under which names. */
export class Models {
  readonly #registry: EngineRegistry
  readonly #hint: string
  readonly #scan: () => Promise<void> | undefined
  readonly #otherUseOf: NonNullable<ModelsOptions['otherUseOf']>
  readonly #canAnswer: (candidate: Candidate) => boolean
  readonly #aliases: ModelAliases

  constructor({
    registry,
    hint,
    scan = () => undefined,
    otherUseOf = () => undefined,
    canAnswer = () => true,
    aliases = new ModelAliases(),
  }: ModelsOptions) {
    this.#registry = registry
    this.#hint = hint
    this.#scan = scan
    this.#otherUseOf = otherUseOf
    this.#canAnswer = canAnswer
    this.#aliases = aliases
  }

  /** Every engine that a profile may contain, also one that does not answer now. */
  get engineIds(): string[] {
    return this.#registry.entries.map(({ engine }) => engine.id)
  }

  /**
   * Refuses callers that may use no engine at all.
   *
   * @throws {AppError} `capability_denied`
   */
  requireEngine(caller: Caller): void {
    if (caller.engines?.length === 0) throw engineDenied(NO_ENGINE)
  }

  /**
   * Scans the model servers when a name is not known, or no engine but the demonstration is: a
   * server may have started since.
   *
   * @param name As in {@link select}; without one, the list of all models is wanted
   * @returns undefined when there is nothing to wait for
   */
  refresh(caller: Caller, name?: string): Promise<void> | undefined {
    const target = name === undefined ? undefined : this.#target(caller, name)
    return target !== undefined && this.#isKnown(caller, target) ? undefined : this.#scan()
  }

  /** `auto`, each engine, `engine/model` for each of its models, and aliases without `*`. */
  list(caller: Caller): ModelRecord[] {
    const engines = this.#allowed(caller).filter((engine) => !isForVectors(engine))
    if (engines.length === 0) return []
    const records = engines.flatMap((engine) => [
      this.#record(engine.id, engine, engine.models[0]),
      ...engine.models.map((model) => this.#record(`${engine.id}/${model}`, engine, model)),
    ])
    const named = [autoRecord(records), ...records]
    return [...named, ...this.#aliasRecords(caller, named)]
  }

  /**
   * One of the names that {@link select} takes.
   *
   * @throws {AppError} `capability_denied`, `model_not_found`, `invalid` when several engines have it
   */
  get(caller: Caller, name: string, hint = this.#hint): ModelRecord {
    const target = this.#target(caller, name)
    if (target === AUTO) {
      const [auto] = this.list(caller)
      if (auto === undefined) throw engineDenied(NO_ENGINE)
      return { ...auto, id: name, name }
    }
    const { engine, model } = this.#resolve(caller, target, hint)
    return this.#record(name, engine, model ?? engine.models[0])
  }

  /** Whether a name is of a model or an engine that answers chats. */
  has(caller: Caller, name: string): boolean {
    return this.#isKnown(caller, this.#target(caller, name))
  }

  /** The name that an alias means; any other name itself. What has exactly that name goes first. */
  #target(caller: Caller, name: string): string {
    if (this.#isExact(caller, name)) return name
    const plain = withoutTag(name)
    if (plain === AUTO || this.#registry.find(plain) !== undefined) return plain
    return this.#aliases.targetOf(name) ?? this.#aliases.targetOf(plain) ?? name
  }

  #isExact(caller: Caller, name: string): boolean {
    const slash = name.indexOf('/')
    return (
      name === AUTO ||
      this.#registry.find(slash === -1 ? name : name.slice(0, slash)) !== undefined ||
      this.#allowed(caller).some((one) => nameIn(one, name) !== undefined)
    )
  }

  #aliasRecords(caller: Caller, named: readonly ModelRecord[]): ModelRecord[] {
    return this.#aliases.names.flatMap((id) => {
      const target = this.#target(caller, id)
      const record = named.find((one) => one.id === target || one.id.endsWith(`/${target}`))
      return record === undefined || target === id ? [] : [{ ...record, id, name: id }]
    })
  }

  #record(id: string, engine: Engine, model: string | undefined): ModelRecord {
    const isAvailable =
      model !== undefined &&
      this.#registry.failureOf(engine.id) === undefined &&
      engine.factsOf?.(model)?.fault === undefined &&
      this.#canAnswer({ engine, model })
    return { ...recordOf(id, engine, model), isAvailable }
  }

  /**
   * The candidates that can answer a conversation, in order of preference; at least one.
   *
   * @param asked `auto`, an engine's id, `engine/model`, a model that one engine alone has, or an
   * alias
   * @param hint Where this caller finds the names; by default the hint of the instance
   * @throws {AppError} `capability_denied`, `model_not_found`, `no_engine` when the engine's models
   * are not known because its server does not answer, `invalid` when no model meets the needs or
   * several engines have the model, `too_long` with the count and the bound, because nothing is
   * truncated silently
   */
  select(
    caller: Caller,
    asked: string,
    { needs, characters }: Requirements,
    hint = this.#hint,
  ): readonly Candidate[] {
    const name = this.#target(caller, asked)
    const limit = name === AUTO ? AUTO_MAX_CHARACTERS : Number.POSITIVE_INFINITY
    const chosen = name === AUTO ? this.#auto(caller) : [this.#resolve(caller, name, hint)]
    const fitting: Candidate[] = []
    let maxAllowed = -1
    for (const { engine, model } of chosen) {
      const able = model ?? engine.models.find((one) => supports(engine, one, needs))
      if (able === undefined || !supports(engine, able, needs)) continue
      const allowed = Math.min(engine.maxCharacters, limit)
      maxAllowed = Math.max(maxAllowed, allowed)
      if (characters <= allowed) fitting.push({ engine, model: able })
    }
    if (maxAllowed === -1) throw this.#refusal(caller, chosen, name, needs)
    if (fitting.length === 0) throw tooLong(characters, maxAllowed)
    return fitting
  }

  /** Without a server that answers, the others are asked, so that the error tells the truth. */
  #auto(caller: Caller): Choice[] {
    const offered = this.#allowed(caller)
    const engines =
      offered.length > 0
        ? offered
        : this.#registry.entries
            .filter(
              (one) => one.isConfigured || one.seenAt !== undefined || one.failure !== undefined,
            )
            .map(({ engine }) => engine)
            .filter(({ id }) => caller.engines?.includes(id) !== false)
    if (engines.length === 0) throw engineDenied(NO_ENGINE)
    return engines.map((engine) => ({ engine, model: undefined }))
  }

  /** @throws {AppError} `capability_denied`, `model_not_found`, `invalid` */
  #resolve(caller: Caller, name: string, hint: string): Choice {
    const slash = name.indexOf('/')
    const id = slash === -1 ? name : name.slice(0, slash)
    const engine = this.#registry.find(id)
    if (engine !== undefined && !isForVectors(engine)) {
      const model = slash === -1 ? undefined : name.slice(slash + 1)
      const known = model === undefined ? undefined : nameIn(engine, model)
      if (model === undefined || known !== undefined || this.#mayHave(engine)) {
        if (caller.engines?.includes(id) === false)
          throw engineDenied(`This key may not use the engine ${id}`)
        return { engine, model: known ?? model }
      }
    }
    const owners = this.#allowed(caller).flatMap((one) => {
      const model = nameIn(one, name)
      return model === undefined ? [] : [{ engine: one, model }]
    })
    const [owner] = owners
    if (owner === undefined) {
      const use = this.#otherUseOf(name)
      throw use === undefined ? modelNotFound(name, hint) : otherModel(name, use)
    }
    if (owners.length > 1)
      throw severalEngines(
        name,
        owners.map((one) => `${one.engine.id}/${one.model}`),
      )
    return owner
  }

  /** Whether a server that does not answer now may have models that are not known. */
  #mayHave({ id, listsModels }: Engine): boolean {
    return listsModels === true && !this.#registry.isAnswering(id)
  }

  #isKnown(caller: Caller, name: string): boolean {
    const { offered } = this.#registry
    // The demonstration answers only when nothing else does at this moment.
    if (name === AUTO) return this.#registry.hasRealEngine
    const slash = name.indexOf('/')
    const engine = this.#registry.find(slash === -1 ? name : name.slice(0, slash))
    const isOffered = engine !== undefined && offered.includes(engine)
    if (isOffered && slash === -1) return engine.models.length > 0
    if (isOffered && nameIn(engine, name.slice(slash + 1)) !== undefined) return true
    return this.#allowed(caller).some((one) => nameIn(one, name) !== undefined)
  }

  #refusal(
    { isOwner = false }: Caller,
    chosen: readonly Choice[],
    name: string,
    needs: Capabilities,
  ): AppError {
    const isUnread = ({ engine, model }: Choice) =>
      model === undefined && engine.models.length === 0
    if (chosen.length === 0 || !chosen.every(isUnread))
      return unsupported(name, needs, name === AUTO)
    const others = chosen.filter(({ engine }) => isForVectors(engine))
    if (others.length === chosen.length) return noChatModel(others.map(({ engine }) => engine.id))
    const problems = chosen.map(({ engine }) =>
      silentServer(engine, this.#registry.failureOf(engine.id)),
    )
    return noEngineError(problems, { isOwner })
  }

  #allowed({ engines }: Caller): readonly Engine[] {
    const { offered } = this.#registry
    return engines === null ? offered : offered.filter(({ id }) => engines.includes(id))
  }
}

/** An engine, and one of its models where the caller has chosen it. */
interface Choice {
  engine: Engine
  model: string | undefined
}

/** Whether an engine has models for embeddings or rankings and none to chat with. */
function isForVectors({ models, vectors }: Engine): boolean {
  return models.length === 0 && vectors !== undefined && vectors.vectorModels.length > 0
}

/** The model's own name in the list of an engine. */
function nameIn({ models }: Engine, model: string): string | undefined {
  return listedName(models, model)
}

/** A name as a list has it, with or without Ollama's tag. */
export function listedName(names: readonly string[], name: string): string | undefined {
  if (names.includes(name)) return name
  return [name + DEFAULT_TAG, withoutTag(name)].find((one) => names.includes(one))
}

export function withoutTag(name: string): string {
  return name.endsWith(DEFAULT_TAG) ? name.slice(0, -DEFAULT_TAG.length) : name
}

function recordOf(
  id: string,
  engine: Engine,
  model: string | undefined,
): Omit<ModelRecord, 'isAvailable'> {
  const facts: ModelFacts = (model === undefined ? undefined : engine.factsOf?.(model)) ?? {}
  // An engine that lists its models passes everything on: only the facts say what a model can do.
  const { capabilities, factsOf } = engine
  return {
    id,
    name: modelName(engine, id),
    engine: engine.id,
    contextLength: facts.contextLength,
    images: facts.images ?? (factsOf === undefined && capabilities.images),
    tools: facts.tools ?? (factsOf === undefined && capabilities.tools),
  }
}

/** What `auto` can do is what one of the models can. */
function autoRecord(records: readonly ModelRecord[]): ModelRecord {
  return {
    id: AUTO,
    name: 'Auto',
    engine: undefined,
    contextLength: undefined,
    images: records.some(({ images }) => images),
    tools: records.some(({ tools }) => tools),
    isAvailable: records.some(({ isAvailable }) => isAvailable),
  }
}

function supports(engine: Engine, model: string, needs: Capabilities): boolean {
  const { images, structured, tools } = engine.capabilities
  const facts = engine.factsOf?.(model)
  return (
    (!needs.images || (images && facts?.images !== false)) &&
    (!needs.structured || structured) &&
    (!needs.tools || (tools && facts?.tools !== false))
  )
}

/** The name of a model as {@link Models.select} takes it, of a request that may name both parts. */
export function requestedModel({
  engine,
  model,
}: {
  engine?: string | undefined
  model?: string | undefined
}): string {
  if (engine === undefined || engine === AUTO) {
    // `model` alone may be a full name, as in a chat request.
    return model ?? AUTO
  }
  return model === undefined ? engine : `${engine}/${model}`
}
