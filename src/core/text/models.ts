import type { Capabilities, Engine } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Caller } from '../caller.ts'
import type { Requirements } from './conversation.ts'

const NO_ENGINE = 'This key may not use any engine'
/** The choice that leaves the engine to the service. */
export const AUTO = 'auto'
/** Bound for `auto`, whatever its engines could take. See Limits. */
export const AUTO_MAX_CHARACTERS = 100_000

/** Which engines a caller may use, and under which names. */
export class Models {
  readonly #engines: readonly Engine[]
  readonly #hint: string

  /**
   * @param engines In order of preference
   * @param hint Where callers find the names, for those who ask for a name that does not exist
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
    if (caller.engines?.length === 0) throw denied(NO_ENGINE)
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
   * Who can answer a conversation, in order of preference; never nobody.
   *
   * @param name `auto`, an engine's id, or `engine/model`
   * @param hint Where this caller finds the names, where it is not the usual place
   * @throws {AppError} `capability_denied`, `model_not_found`, `invalid` when no engine meets the needs,
   * `too_long` with the count and the bound: nothing is ever cut silently
   */
  select(
    caller: Caller,
    name: string,
    { needs, characters }: Requirements,
    hint = this.#hint,
  ): readonly Candidate[] {
    const chosen = name === AUTO ? this.#auto(caller) : this.#pinned(caller, name, hint)
    const limit = name === AUTO ? AUTO_MAX_CHARACTERS : Number.POSITIVE_INFINITY
    const fit: Candidate[] = []
    let bound = -1
    for (const candidate of chosen) {
      const { capabilities, maxCharacters } = candidate.engine
      if (!meets(capabilities, needs)) continue
      bound = Math.max(bound, Math.min(maxCharacters, limit))
      if (characters <= Math.min(maxCharacters, limit)) fit.push(candidate)
    }
    if (bound === -1) throw unable(name, needs)
    if (fit.length === 0) throw tooLong(characters, bound)
    return fit
  }

  #auto(caller: Caller): Candidate[] {
    const engines = this.#allowed(caller)
    if (engines.length === 0) throw denied(NO_ENGINE)
    return engines.flatMap((engine) => candidates(engine, engine.models[0]))
  }

  #pinned(caller: Caller, name: string, hint: string): Candidate[] {
    const slash = name.indexOf('/')
    const id = slash === -1 ? name : name.slice(0, slash)
    const engine = this.#engines.find((one) => one.id === id)
    if (engine === undefined) throw unknown(name, hint)
    if (caller.engines?.includes(id) === false)
      throw denied(`This key may not use the engine ${id}`)
    const model = slash === -1 ? engine.models[0] : name.slice(slash + 1)
    if (model === undefined || !engine.models.includes(model)) throw unknown(name, hint)
    return candidates(engine, model)
  }

  #allowed({ engines }: Caller): readonly Engine[] {
    return engines === null ? this.#engines : this.#engines.filter(({ id }) => engines.includes(id))
  }
}

function candidates(engine: Engine, model: string | undefined): Candidate[] {
  return model === undefined ? [] : [{ engine, model }]
}

function meets(able: Capabilities, needs: Capabilities): boolean {
  return (
    (!needs.images || able.images) &&
    (!needs.imageAddresses || able.imageAddresses) &&
    (!needs.structured || able.structured) &&
    (!needs.tools || able.tools)
  )
}

function unable(name: string, needs: Capabilities): AppError {
  const missing = [
    ...(needs.images ? [needs.imageAddresses ? 'images by their address' : 'images'] : []),
    ...(needs.structured ? ['a response schema'] : []),
    ...(needs.tools ? ['forced tool calls'] : []),
  ]
  return new AppError('invalid', `The model ${shown(name)} cannot take ${missing.join(' and ')}`, {
    param: 'model',
  })
}

function tooLong(characters: number, bound: number): AppError {
  return new AppError(
    'too_long',
    `The conversation is too long: it has ${characters} characters, the bound is ${bound}`,
    { param: 'messages' },
  )
}

function denied(message: string): AppError {
  return new AppError('capability_denied', message, { param: 'model' })
}

function unknown(name: string, hint: string): AppError {
  return new AppError('model_not_found', `There is no model ${shown(name)}: ${hint}`, {
    param: 'model',
  })
}

function shown(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}
