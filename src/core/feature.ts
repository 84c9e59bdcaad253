import type { OwnedData } from './identity/create.ts'
import type { TaskKinds } from './tasks/create.ts'

/** What a feature brings to the service: the core collects it before the queue starts. */
export interface Feature<routes = unknown> extends TaskKinds {
  name: string
  /** Objects with entries that expire: swept once a minute. */
  sweeps?: readonly { sweep(): void }[]
  /** Data of owners, in the order in which it is deleted with a user. */
  ownedData?: readonly OwnedData[]
  /** Called at the start, before the jobs of the last run are queued again. */
  recover?(): void
  /** Called when they are, with those that have crashed too often ended. */
  recovered?(): void | Promise<void>
  /** Ends its work in the background, as soon as the service stops. */
  stop?(): unknown
  /** Ends what it keeps running between tasks, when the last has ended. */
  end?(): unknown
  /** Its routes; called once, when all features are there. */
  routes?(): readonly routes[]
}

interface FeaturesOptions {
  define(kinds: TaskKinds): void
  /** Of users; features add theirs. */
  ownedData: OwnedData[]
}

/** The features of the service, in the order in which they were added. */
export class Features<routes> {
  readonly #options: FeaturesOptions
  readonly #list: Feature<routes>[] = []

  constructor(options: FeaturesOptions) {
    this.#options = options
  }

  /** Adds a feature, before the service starts. @returns The same */
  add<feature extends Feature<routes>>(feature: feature): feature {
    this.#options.define(feature)
    this.#options.ownedData.push(...(feature.ownedData ?? []))
    this.#list.push(feature)
    return feature
  }

  get sweeps(): readonly { sweep(): void }[] {
    return this.#list.flatMap(({ sweeps = [] }) => sweeps)
  }

  get routes(): readonly routes[] {
    return this.#list.flatMap((feature) => feature.routes?.() ?? [])
  }

  recover(): void {
    for (const feature of this.#list) feature.recover?.()
  }

  async recovered(): Promise<void> {
    for (const feature of this.#list) await feature.recovered?.()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#list.map(async (feature) => await feature.stop?.()))
  }

  async end(): Promise<void> {
    await Promise.all(this.#list.map(async (feature) => await feature.end?.()))
  }
}
