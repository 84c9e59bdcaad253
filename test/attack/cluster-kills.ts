import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { HAS_REDIS } from '../support/redis-server.ts'
import type { AttackedService } from './attacked-service.ts'
import { makeAbleKey } from './client.ts'
import { clusterLeftovers } from './cluster-leftovers.ts'
import { type ClusterParts, startParts, type Victim } from './cluster-parts.ts'
import { type AttackContext, type Driver, skipped } from './driver.ts'
import { Ledger } from './ledger.ts'
import { Load } from './load.ts'
import { startModels } from './models.ts'
import { lastingFaults } from './records.ts'
import { settle } from './settle.ts'

const KILLS = 100
/** Between which the clients go on, and what they know is compared at the end. */
const KILLS_OF_ROUND = 5
const CLIENTS = 6
const MAX_LIFE_MS = 1_500
const MAX_AWAY_MS = 1_000
const SETTLE_MS = 120_000
const ACTIONS = [
  ...['chat', 'stream', 'stream', 'generate', 'task', 'taskNow', 'file'],
  ...['conversation', 'speech', 'spokenJob', 'transcription', 'response'],
]

type Target = 'worker-nodes' | 'api-node' | 'redis' | 's3'

/** Kills one kind of process of a cluster at random moments of a mixed load. */
function clusterDriver(target: Target): Driver {
  return {
    name: `cluster-${target}`,
    async run(context) {
      if (!HAS_REDIS) return skipped('redis-server is not installed')
      await using models = startModels(context.random)
      await using parts = await startParts(context.folder, models.toml, target === 's3')
      const drill = new Drill(context, target, parts, models.settings)
      return await drill.run()
    },
  }
}

/** One cluster through many kills. */
class Drill {
  readonly #context: AttackContext
  readonly #target: Target
  readonly #parts: ClusterParts
  readonly #toml: string
  readonly #ledger = new Ledger()
  #kills = 0

  constructor(context: AttackContext, target: Target, parts: ClusterParts, toml: string) {
    this.#context = context
    this.#target = target
    this.#parts = parts
    this.#toml = toml
  }

  async run() {
    const { deadline, log } = this.#context
    let service = await this.#startApi()
    const losses: string[] = []
    try {
      const keys: string[] = []
      for (let client = 0; client < CLIENTS; client += 1)
        keys.push(await makeAbleKey(service.url, `client ${client}`))
      while (this.#kills < KILLS && !deadline.aborted && losses.length === 0) {
        const from = this.#kills
        const faults: string[] = []
        do service = await this.#killOnce(service, keys, faults)
        while (this.#kills < from + KILLS_OF_ROUND && !deadline.aborted)
        const late = Bun.sleep(SETTLE_MS).then(() => [this.#unended()])
        const settled = settle(service, this.#ledger, { mayFail: this.#target !== 'api-node' })
        faults.push(...(await Promise.race([settled, late])))
        const { s3 } = this.#parts
        // Outputs of workers are stored after the end of their jobs.
        faults.push(...(await lastingFaults(service, this.#ledger, undefined, s3?.names)))
        losses.push(...faults.map((fault) => `kills ${from + 1} to ${this.#kills}: ${fault}`))
        log(`${this.#kills} kills, ${this.#ledger.acknowledged} acknowledged`)
      }
      if (losses.length === 0) losses.push(...(await clusterLeftovers(this.#parts)))
    } finally {
      await service[Symbol.asyncDispose]()
    }
    const { sent, acknowledged } = this.#ledger
    return { losses, values: { kills: this.#kills, requests: sent, acknowledged } }
  }

  #unended(): string {
    const open = [...this.#ledger.submissions.values()].filter(({ isEnded }) => !isEnded)
    const names = open.slice(0, 5).map(({ name, kind, id }) => `${kind} ${name} (${id})`)
    return `the work after it did not end: ${open.length} open, ${names.join(', ')}`
  }

  /** @returns The service, which is another one where it was the victim */
  async #killOnce(
    service: AttackedService,
    keys: readonly string[],
    faults: string[],
  ): Promise<AttackedService> {
    const { random } = this.#context
    const prefix = `k${this.#kills}`
    const options = { url: service.url, keys, ledger: this.#ledger, random, prefix }
    const load = new Load({ ...options, actions: ACTIONS })
    await Bun.sleep(random() * MAX_LIFE_MS)
    this.#kills += 1
    if (this.#target === 'api-node') {
      await service.kill()
      await load.stop()
      faults.push(...load.faults)
      await service[Symbol.asyncDispose]()
      return await this.#startApi()
    }
    const victim = this.#victim()
    await victim.kill()
    await Bun.sleep(random() * MAX_AWAY_MS)
    await victim.start()
    await load.stop()
    faults.push(...load.faults)
    return service
  }

  #victim(): Victim {
    const { nodes, redis, s3 } = this.#parts
    const node = nodes[Math.floor(this.#context.random() * nodes.length)]
    const victim = { redis, s3, 'worker-nodes': node, 'api-node': undefined }[this.#target]
    if (victim === undefined) throw new Error(`There is no ${this.#target}`)
    return victim
  }

  async #startApi(): Promise<AttackedService> {
    const folder = join(this.#context.folder, 'api')
    mkdirSync(folder, { recursive: true })
    const service = await this.#context.start({ folder, toml: this.#toml, env: this.#parts.env })
    return service
  }
}

export const CLUSTER_DRIVERS: readonly Driver[] = (
  ['worker-nodes', 'api-node', 'redis', 's3'] as const
).map(clusterDriver)
