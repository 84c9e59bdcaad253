import { Alerts } from '../../src/core/alerts/alerts.ts'
import { createStores } from '../../src/create-stores.ts'
import { DurableCommits } from '../../src/db/durable-commits.ts'
import { openDatabase } from '../../src/db/open.ts'
import { WriteBatch } from '../../src/db/write-batch.ts'
import { createFileStorage } from '../../src/features/files/feature.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Storage } from '../../src/storage/contract.ts'
import { LocalStorage } from '../../src/storage/local.ts'
import { LocalPartialFiles } from '../../src/storage/service-storage.ts'
import { testAudit } from './audit-actor.ts'

interface FilesOptions {
  /** Where the objects are. */
  folder: string
  /** By default in memory. */
  database?: string
  storage?: Storage
  limitOf?: (owner: string) => number | null
  now?: () => number
}

/** The stored files over a database and a folder. */
export function openFiles({ folder, now = Date.now, ...options }: FilesOptions) {
  const db = openDatabase(options.database ?? ':memory:')
  const stores = createStores(db)
  const log = createLog('silent')
  const storage = options.storage ?? new LocalStorage({ folder })
  const alerts = new Alerts({
    ...{ store: stores.alerts, db, audit: testAudit(), log, now },
    channels: [],
    attemptMs: 1_000,
  })
  const batch = new WriteBatch(db)
  const parts = createFileStorage({
    ...{ stores, storage, alerts, log, now },
    partialFiles: new LocalPartialFiles({ folder: `${folder}/uploads`, minFreeBytes: 0 }),
    batch,
    commits: new DurableCommits(db),
    storedElsewhere: () => 0,
    limitOf: options.limitOf ?? (() => null),
  })
  return {
    ...parts,
    ...{ db, storage, stores, alerts, batch },
    /** Runs all that is done periodically. */
    async sweep() {
      parts.fileChecks.sweep()
      await parts.fileChecks.idle()
      return parts.fileChecks.findings
    },
    [Symbol.dispose]: () => db[Symbol.dispose](),
  }
}

/** A source of these texts. */
export async function* texts(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield new TextEncoder().encode(part)
}
