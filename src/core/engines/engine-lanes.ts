import type { Caller } from '../caller.ts'
import type { EngineRegistry } from './engine-registry.ts'
import { AUTO } from './models.ts'

/** The lane of all heavy work whose engine has none of its own. */
export const SHARED_LANE = 'heavy'

/**
 * The lanes of engines. An engine that the owner lets answer beside the others has a lane of its
 * own; all other engines share one.
 */
export class EngineLanes {
  readonly #registry: EngineRegistry
  readonly #lanes: ReadonlyMap<string, string>
  /** The widths of the engines' own lanes, by lane. */
  readonly widths: Readonly<Record<string, number>>

  /** Only a configured engine has a lane of its own. */
  constructor(registry: EngineRegistry) {
    this.#registry = registry
    const engines = registry.entries.map(({ engine }) => engine)
    const parallel = engines.flatMap(({ id, parallel: width }) =>
      width === undefined ? [] : [{ id, lane: `engine:${id}`, width }],
    )
    this.#lanes = new Map(parallel.map(({ id, lane }) => [id, lane]))
    this.widths = Object.fromEntries(parallel.map(({ lane, width }) => [lane, width]))
  }

  of(engineId: string): string {
    return this.#lanes.get(engineId) ?? SHARED_LANE
  }

  /**
   * The lane in which a request starts: that of the engine that is asked first. Where another one
   * answers, the run changes its lane.
   *
   * @param model As in a request: `auto`, an engine's id, `engine/model`, or a model
   */
  first({ engines: allowed }: Caller, model: string): string {
    if (this.#lanes.size === 0) return SHARED_LANE
    const usable = this.#registry.offered.filter(
      ({ id }) => allowed === null || allowed.includes(id),
    )
    const [engineId = ''] = model.split('/', 1)
    const first =
      model === AUTO
        ? usable[0]
        : (usable.find(({ id }) => id === engineId) ??
          usable.find(({ models }) => models.includes(model)))
    return first === undefined ? SHARED_LANE : this.of(first.id)
  }
}
