import type { Capabilities, Engine } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Candidate } from '../accounts/candidate.ts'
import type { Caller } from '../caller.ts'
import type { Requirements } from './conversation.ts'

/** The choice that leaves the engine to the service. */
export const AUTO = 'auto'
/** Bound for `auto`, whatever its engines could take. See Limits. */
const AUTO_MAX_CHARACTERS = 100_000
/** Where callers of the public API find the names. */
const LISTED_AT = '/v1/models'

/** Which engines a caller may use, and under which names. */
export class Models {
  readonly #engines: readonly Engine[]

  /** @param engines In order of preference */
  constructor(engines: readonly Engine[]) {
    this.#engines = engines
  }

  get engineIds(): string[] {
    return this.#engines.map(({ id }) => id)
  }

  /** `auto`, each engine, and `engine/model` for each of its models. */
  list(caller: Caller): { id: string; owned_by: string }[] {
    const engines = this.#allowed(caller)
    if (engines.length === 0) return []
    return [
      { id: AUTO, owned_by: 'hearth' },
      ...engines.flatMap(({ id, models }) => [
        { id, owned_by: id },
        ...models.map((model) => ({ id: `${id}/${model}`, owned_by: id })),
      ]),
    ]
  }

  /**
   * Who can answer a conversation, in order of preference; never nobody.
   *
   * @param name `auto`, an engine's id, or `engine/model`
   * @param listedAt Path at which this caller finds the names
   * @throws {AppError} `capability_denied`, `model_not_found`, `invalid` when no engine meets the needs,
   * `too_long` with the count and the bound: nothing is ever cut silently
   */
  select(
    caller: Caller,
    name: string,
    { needs, characters }: Requirements,
    listedAt = LISTED_AT,
  ): readonly Candidate[] {
    const chosen = name === AUTO ? this.#auto(caller) : this.#pinned(caller, name, listedAt)
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
    if (engines.length === 0) throw denied('This key may not use any engine')
    return engines.flatMap((engine) => candidates(engine, engine.models[0]))
  }

  #pinned(caller: Caller, name: string, listedAt: string): Candidate[] {
    const slash = name.indexOf('/')
    const id = slash === -1 ? name : name.slice(0, slash)
    const engine = this.#engines.find((one) => one.id === id)
    if (engine === undefined) throw unknown(name, listedAt)
    if (caller.engines?.includes(id) === false)
      throw denied(`This key may not use the engine ${id}`)
    const model = slash === -1 ? engine.models[0] : name.slice(slash + 1)
    if (model === undefined || !engine.models.includes(model)) throw unknown(name, listedAt)
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

function unknown(name: string, listedAt: string): AppError {
  return new AppError(
    'model_not_found',
    `There is no model ${shown(name)}: GET ${listedAt} lists them`,
    { param: 'model' },
  )
}

function shown(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}
