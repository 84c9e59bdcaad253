import type { BackupSource } from '../../core/restorable.ts'
import type { Core } from '../../create-core.ts'
import { History } from './history.ts'
import type { KeepInHistory } from './history-entry.ts'
import { type OpenClip, personalHistory, RestorableHistory } from './restorable-history.ts'
import { historyRoutes } from './routes.ts'

interface HistoryParts {
  clips: {
    delete(name: string): Promise<void> | void
    find(name: string): ReturnType<OpenClip>
    restore(source: BackupSource, name: string): Promise<void>
  }
}

/** What callers made and keep: transcripts, translations and speech. */
export function createHistory(core: Core, { clips }: HistoryParts) {
  const { stores, db, commits, log, now } = core
  const history = new History({
    store: stores.history,
    db,
    deleteClip: (name) => clips.delete(name),
    log,
    now,
  })
  const openClip: OpenClip = (name) => clips.find(name)
  const keepInHistory: KeepInHistory = (entry) => history.keep(entry)
  return {
    name: 'history',
    sweeps: [history],
    ownedData: [history],
    personalData: [personalHistory(stores.history, history, openClip)],
    restorables: [
      new RestorableHistory({
        history,
        restoreClip: (source, name) => clips.restore(source, name),
        commits,
        now,
      }),
    ],
    routes: () => [historyRoutes({ ...core, history })],
    history,
    keepInHistory,
  }
}
