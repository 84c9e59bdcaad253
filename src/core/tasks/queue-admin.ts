import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import type { Queue } from './queue.ts'

/** What the owner of the service does with the runs of others. */
export class QueueAdmin {
  readonly #queue: Queue
  readonly #audit: Audit
  readonly #db: Transactor

  constructor({ queue, audit, db }: { queue: Queue; audit: Audit; db: Transactor }) {
    this.#queue = queue
    this.#audit = audit
    this.#db = db
  }

  /**
   * Takes a waiting run out of its lane, or stops a running one at its source.
   *
   * @throws {AppError} `not_found`
   */
  async cancel(id: string, auditActor: AuditActor): Promise<void> {
    const lanes = this.#queue.lanes()
    const running = lanes.flatMap((lane) => lane.running).find((one) => one.id === id)
    const run = running ?? lanes.flatMap((lane) => lane.waiting).find((one) => one.id === id)
    if (run === undefined) throw new AppError('not_found', 'Nothing waits or runs with this id')
    const { kind, caller } = run.task
    const status = running === undefined ? 'waiting' : 'running'
    const change = { action: 'run.cancel', subject: id }
    this.#db.transaction(() =>
      this.#audit.record(auditActor, { ...change, before: { kind, actor: caller.actor, status } }),
    )
    run.cancel('owner')
    // What waits ends at once; what runs may take its time.
    if (running === undefined) await run.ended
  }
}
