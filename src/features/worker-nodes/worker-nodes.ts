import type { Cluster, WorkerNode, WorkerNodeState } from '../../cluster/contract.ts'
import { alertText } from '../../core/alert-texts.ts'
import type { Alerts } from '../../core/alerts/alerts.ts'
import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/**
 * A clock that differs by more is reported: times in the log and of quotas would be wrong.
 * @limit node-clock seconds
 */
export const MAX_CLOCK_DIFFERENCE_MS = 5_000

interface WorkerNodesOptions {
  /** Absent where there is one machine only. */
  cluster: Cluster | undefined
  alerts: Pick<Alerts, 'raise'>
  audit: Audit
  db: Transactor
  log: Log
}

/** The worker nodes for the owner: what they are, and alerts when one is lost or back. */
export class WorkerNodes {
  readonly #options: WorkerNodesOptions
  #states = new Map<string, WorkerNodeState>()

  constructor(options: WorkerNodesOptions) {
    this.#options = options
    options.cluster?.onChange(() => this.#changed())
  }

  /** Whether the settings name a queue that worker nodes share. */
  get isShared(): boolean {
    return this.#options.cluster !== undefined
  }

  /** By name; lost ones too, until they are forgotten. */
  list(): readonly WorkerNode[] {
    return this.#options.cluster?.nodes ?? []
  }

  /**
   * Forgets a worker node that is away.
   *
   * @throws {AppError} `not_found`; `conflict` for one that is online
   */
  async forget(name: string, actor: AuditActor): Promise<void> {
    const { cluster, audit, db } = this.#options
    const node = this.list().find(({ announcement }) => announcement.name === name)
    if (cluster === undefined || node === undefined)
      throw new AppError('not_found', 'There is no such worker node')
    if (node.state === 'online' || node.state === 'refused')
      throw new AppError('conflict', 'Cannot forget a worker node that is running: stop it first')
    await cluster.forget(name)
    db.transaction(() => audit.record(actor, { action: 'worker_node.forget', subject: name }))
  }

  #changed(): void {
    const nodes = this.list()
    const before = this.#states
    this.#states = new Map(nodes.map(({ announcement, state }) => [announcement.name, state]))
    for (const node of nodes) this.#compare(before.get(node.announcement.name), node)
  }

  #compare(before: WorkerNodeState | undefined, { announcement, state }: WorkerNode): void {
    if (before === state) return
    const { log, alerts } = this.#options
    const { name, version, engines, width } = announcement
    const facts = { node: name, version, width, engines: engines.map(({ id }) => id) }
    if (state === 'online') log.info(facts, 'A worker node is online')
    if (state === 'stopped') log.info(facts, 'A worker node has stopped')
    if (state === 'refused') log.warn(facts, 'A worker node of another version gets no work')
    if (state === 'lost') {
      log.warn(facts, 'A worker node is lost')
      alerts.raise(alertText('worker_node_lost', { name }))
    }
    if (state === 'online' && before === 'lost')
      alerts.raise(alertText('worker_node_back', { name }))
  }
}
