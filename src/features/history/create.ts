import type { Transactor } from '../../db/open.ts'
import type { Log } from '../../platform/log.ts'
import { History } from './history.ts'
import type { KeepInHistory } from './history-entry.ts'
import type { HistoryStore } from './history-store.ts'

interface HistoryParts {
  stores: { history: HistoryStore }
  db: Transactor
  deleteClip: (name: string) => Promise<void> | void
  log: Log
  now: () => number
}

/** Creates the history, and the verb by which others add to it. */
export function createHistory({ stores, ...parts }: HistoryParts) {
  const history = new History({ store: stores.history, ...parts })
  const keepInHistory: KeepInHistory = (entry) => history.keep(entry)
  return { history, keepInHistory }
}
