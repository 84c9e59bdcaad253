import type { Check } from './doctor/finding.ts'
import type { OwnedData } from './identity/create.ts'
import type { PersonalData } from './personal-data.ts'
import type { Restorable } from './restorable.ts'
import type { RetentionRows } from './retention.ts'
import type { TaskKinds } from './tasks/create.ts'
import type { Tool } from './tools/tool.ts'
import type { Prices } from './usage/prices.ts'

/** What a feature brings to the service: the core collects it before the queue starts. */
export interface Feature<routes = unknown> extends TaskKinds {
  name: string
  /** Credits by the action that its tasks charge. */
  prices?: Prices
  /** What models and clients of `/mcp` can call. */
  tools?: readonly Tool[]
  /** Objects with entries that expire: swept once a minute. */
  sweeps?: readonly { sweep(): void }[]
  /** Data of owners, in the order in which it is deleted with a user. */
  ownedData?: readonly OwnedData[]
  /** What of it belongs to people, for their archives. */
  personalData?: readonly PersonalData[]
  /** What of it can be put back from a backup. */
  restorables?: readonly Restorable[]
  /** Its rows that are deleted after some time, by their kind. */
  oldRows?: RetentionRows
  /** What the doctor checks of it within the service. */
  checks?: readonly Check[]
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
  usage: { addPrices(prices: Prices): void }
  tools: { add(tools: readonly Tool[]): void }
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
    const { define, usage, tools, ownedData } = this.#options
    define(feature)
    usage.addPrices(feature.prices ?? {})
    tools.add(feature.tools ?? [])
    ownedData.push(...(feature.ownedData ?? []))
    this.#list.push(feature)
    return feature
  }

  get sweeps(): readonly { sweep(): void }[] {
    return this.#list.flatMap(({ sweeps = [] }) => sweeps)
  }

  get oldRows(): RetentionRows {
    return Object.assign({}, ...this.#list.map(({ oldRows = {} }) => oldRows))
  }

  get personalData(): readonly PersonalData[] {
    return this.#list.flatMap(({ personalData = [] }) => personalData)
  }

  get restorables(): readonly Restorable[] {
    return this.#list.flatMap(({ restorables = [] }) => restorables)
  }

  get checks(): readonly Check[] {
    return this.#list.flatMap(({ checks = [] }) => checks)
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
