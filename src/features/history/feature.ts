import type { Core } from '../../create-core.ts'
import { History } from './history.ts'
import type { KeepInHistory } from './history-entry.ts'
import { historyRoutes } from './routes.ts'

interface HistoryParts {
  clips: { delete(name: string): Promise<void> | void }
}

/** What callers made and keep: transcripts, translations and speech. */
export function createHistory(core: Core, { clips }: HistoryParts) {
  const { stores, db, log, now } = core
  const history = new History({
    store: stores.history,
    db,
    deleteClip: (name) => clips.delete(name),
    log,
    now,
  })
  const keepInHistory: KeepInHistory = (entry) => history.keep(entry)
  return {
    name: 'history',
    sweeps: [history],
    ownedData: [history],
    routes: () => [historyRoutes({ ...core, history })],
    history,
    keepInHistory,
  }
}
