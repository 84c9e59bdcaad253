import type { Capabilities, Engine } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Caller } from '../caller.ts'
import type { Requirements } from './conversation.ts'

const NO_ENGINE = 'This key may not use any engine'
/** The name that leaves the choice of the engine to the service. */
export const AUTO = 'auto'
/**
 * Bound of a conversation for `auto`, in code points, also when its engines accept more. See
 * Limits.
 */
export const AUTO_MAX_CHARACTERS = 100_000

/** Which engines a caller may use, and under which names. */
export class Models {
  readonly #engines: readonly Engine[]
  readonly #hint: string

  /**
   * @param engines In order of preference
   * @param hint Where callers find the names; part of the message for an unknown name
   */
  constructor(engines: readonly Engine[], hint: string) {
    this.#engines = engines
    this.#hint = hint
  }

  get engineIds(): string[] {
    return this.#engines.map(({ id }) => id)
  }

  /**
   * Refuses callers that may use no engine at all.
   *
   * @throws {AppError} `capability_denied`
   */
  requireEngine(caller: Caller): void {
    if (caller.engines?.length === 0) throw engineDenied(NO_ENGINE)
  }

  /** `auto`, each engine, and `engine/model` for each of its models. */
  list(caller: Caller): { id: string; engine?: string }[] {
    const engines = this.#allowed(caller)
    if (engines.length === 0) return []
    return [
      { id: AUTO },
      ...engines.flatMap(({ id, models }) => [
        { id, engine: id },
        ...models.map((model) => ({ id: `${id}/${model}`, engine: id })),
      ]),
    ]
  }

  /**
   * The candidates that can answer a conversation, in order of preference; at least one.
   *
   * @param name `auto`, an engine's id, or `engine/model`
   * @param hint Where this caller finds the names; by default the hint of the instance
   * @throws {AppError} `capability_denied`, `model_not_found`, `invalid` when no engine meets the
   * needs, `too_long` with the count and the bound, because nothing is truncated silently
   */
  select(
    caller: Caller,
    name: string,
    { needs, characters }: Requirements,
    hint = this.#hint,
  ): readonly Candidate[] {
    const chosen = name === AUTO ? this.#auto(caller) : this.#pinned(caller, name, hint)
    const limit = name === AUTO ? AUTO_MAX_CHARACTERS : Number.POSITIVE_INFINITY
    const fitting: Candidate[] = []
    let maxAllowed = -1
    for (const candidate of chosen) {
      const { capabilities, maxCharacters } = candidate.engine
      if (!supports(capabilities, needs)) continue
      maxAllowed = Math.max(maxAllowed, Math.min(maxCharacters, limit))
      if (characters <= Math.min(maxCharacters, limit)) fitting.push(candidate)
    }
    if (maxAllowed === -1) throw unsupported(name, needs)
    if (fitting.length === 0) throw tooLong(characters, maxAllowed)
    return fitting
  }

  #auto(caller: Caller): Candidate[] {
    const engines = this.#allowed(caller)
    if (engines.length === 0) throw engineDenied(NO_ENGINE)
    return engines.flatMap((engine) => candidates(engine, engine.models[0]))
  }

  #pinned(caller: Caller, name: string, hint: string): Candidate[] {
    const slash = name.indexOf('/')
    const id = slash === -1 ? name : name.slice(0, slash)
    const engine = this.#engines.find((candidate) => candidate.id === id)
    if (engine === undefined) throw modelNotFound(name, hint)
    if (caller.engines?.includes(id) === false)
      throw engineDenied(`This key may not use the engine ${id}`)
    const model = slash === -1 ? engine.models[0] : name.slice(slash + 1)
    if (model === undefined || !engine.models.includes(model)) throw modelNotFound(name, hint)
    return candidates(engine, model)
  }

  #allowed({ engines }: Caller): readonly Engine[] {
    return engines === null ? this.#engines : this.#engines.filter(({ id }) => engines.includes(id))
  }
}

function candidates(engine: Engine, model: string | undefined): Candidate[] {
  return model === undefined ? [] : [{ engine, model }]
}

function supports(capabilities: Capabilities, needs: Capabilities): boolean {
  return (
    (!needs.images || capabilities.images) &&
    (!needs.imageAddresses || capabilities.imageAddresses) &&
    (!needs.structured || capabilities.structured) &&
    (!needs.tools || capabilities.tools)
  )
}

function unsupported(name: string, needs: Capabilities): AppError {
  const missing = [
    ...(needs.images ? [needs.imageAddresses ? 'images by their address' : 'images'] : []),
    ...(needs.structured ? ['a response schema'] : []),
    ...(needs.tools ? ['forced tool calls'] : []),
  ]
  return new AppError(
    'invalid',
    `The model ${shortened(name)} cannot take ${missing.join(' and ')}`,
    {
      param: 'model',
    },
  )
}

function tooLong(characters: number, maxAllowed: number): AppError {
  return new AppError(
    'too_long',
    `The conversation is too long: it has ${characters} characters, the bound is ${maxAllowed}`,
    { param: 'messages' },
  )
}

function engineDenied(message: string): AppError {
  return new AppError('capability_denied', message, { param: 'model' })
}

function modelNotFound(name: string, hint: string): AppError {
  return new AppError('model_not_found', `There is no model ${shortened(name)}: ${hint}`, {
    param: 'model',
  })
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}
