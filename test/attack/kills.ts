import { join } from 'node:path'
import { seededRandom } from '../support/seeded-random.ts'
import type { AttackedService } from './attacked-service.ts'
import { makeAbleKey } from './client.ts'
import type { AttackContext, Driver } from './driver.ts'
import { Ledger } from './ledger.ts'
import { Load } from './load.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { usableActions } from './sequence.ts'
import { settle } from './settle.ts'

const MAX_LIFE_MS = 600
const SEEDS_APART = 1_000_003
const CLIENTS = 6
/** Then a new data folder, so that the comparison with all that was ever acknowledged stays short. */
const KILLS_OF_FOLDER = 40
const SETTLE_MS = 120_000
/** They wait for the service half of their time. */
const FOLDERS_AT_ONCE = 2

/** Kills the service at random moments of a mixed load, and compares it with what its clients know. */
export const kills: Driver = {
  name: 'kills',
  async run(context) {
    await using models = startModels(context.random)
    const actions = await usableActions()
    const losses: string[] = []
    const sums = { kills: 0, requests: 0, acknowledged: 0 }
    let folders = 0
    const useFolders = async () => {
      while (!context.deadline.aborted && losses.length === 0) {
        folders += 1
        const ledger = new Ledger()
        const folder = join(context.folder, String(folders))
        // Of its own, as the other chain draws at any time.
        const random = seededRandom(context.seed + folders * SEEDS_APART)
        const chain = new Chain({ ...context, random }, folder, models.toml, ledger)
        losses.push(...(await chain.run(actions)))
        sums.kills += chain.kills
        sums.requests += ledger.sent
        sums.acknowledged += ledger.acknowledged
        context.log(`${sums.kills} kills, ${sums.acknowledged} acknowledged`)
      }
    }
    await Promise.all(Array.from({ length: FOLDERS_AT_ONCE }, useFolders))
    return { losses, values: { ...sums, kinds: actions.length } }
  },
}

/** One data folder through many kills. */
class Chain {
  readonly #context: AttackContext
  readonly #folder: string
  readonly #toml: string
  readonly #ledger: Ledger
  kills = 0

  constructor(context: AttackContext, folder: string, toml: string, ledger: Ledger) {
    this.#context = context
    this.#folder = folder
    this.#toml = toml
    this.#ledger = ledger
  }

  /** @returns What was lost, after the first kill that lost anything */
  async run(actions: readonly string[]): Promise<string[]> {
    const { deadline, random } = this.#context
    let service = await this.#start()
    try {
      const keys: string[] = []
      for (let client = 0; client < CLIENTS; client += 1)
        keys.push(await makeAbleKey(service.url, `client ${client}`))
      while (this.kills < KILLS_OF_FOLDER && !deadline.aborted) {
        const prefix = `k${this.kills}`
        const options = { url: service.url, keys, ledger: this.#ledger, random, prefix, actions }
        const load = new Load(options)
        const lifeMs = random() * MAX_LIFE_MS
        await Bun.sleep(lifeMs)
        await service.kill()
        await load.stop()
        await service[Symbol.asyncDispose]()
        this.kills += 1
        service = await this.#start()
        const faults = [...load.faults, ...(await this.#compare(service))]
        const told = `kill ${this.kills}, after ${lifeMs.toFixed(0)} ms`
        if (faults.length > 0) return faults.map((fault) => `${told}: ${fault}`)
      }
      return []
    } finally {
      await service[Symbol.asyncDispose]()
    }
  }

  #start(): Promise<AttackedService> {
    return this.#context.start({ folder: this.#folder, toml: this.#toml })
  }

  async #compare(service: AttackedService): Promise<string[]> {
    const late = Bun.sleep(SETTLE_MS).then(() => ['the work after it did not end'])
    const faults = await Promise.race([settle(service, this.#ledger), late])
    return [...faults, ...(await lastingFaults(service, this.#ledger))]
  }
}
