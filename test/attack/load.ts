import { ACTIONS } from './actions.ts'
import { UnexpectedAnswer } from './client.ts'
import type { Ledger } from './ledger.ts'

export interface LoadOptions {
  readonly url: string
  /** One client for each. */
  readonly keys: readonly string[]
  readonly ledger: Ledger
  readonly random: () => number
  /** Begins the names of its requests. */
  readonly prefix: string
  /** Names of {@link ACTIONS}; by default all of them. */
  readonly actions?: readonly string[]
  /** Whether the service lives through it: a connection that breaks off is a fault then. */
  readonly isLasting?: boolean
}

/** Clients that send requests of every kind one after another, until they are stopped or cut off. */
export class Load {
  readonly faults: string[] = []
  readonly #clients: Promise<void>[]
  #isOver = false

  constructor(options: LoadOptions) {
    const names = options.actions ?? Object.keys(ACTIONS)
    this.#clients = options.keys.map((key, client) => this.#run(options, names, key, client))
  }

  /** @returns Once the requests that are under way have ended */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async #run(
    { url, ledger, random, prefix, isLasting = false }: LoadOptions,
    names: readonly string[],
    key: string,
    client: number,
  ): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const kind = names[Math.floor(random() * names.length)] ?? ''
      ledger.sent += 1
      try {
        await ACTIONS[kind]?.({ url, key, ledger, random, name: `${prefix}-${client}-${count}` })
      } catch (error) {
        if (error instanceof UnexpectedAnswer) this.faults.push(error.message)
        else if (!(error instanceof Error)) throw error
        else if (isLasting) this.faults.push(`${kind}: ${error.message}`)
        // A service that is gone has broken the connection off.
        else return
      }
    }
  }
}
