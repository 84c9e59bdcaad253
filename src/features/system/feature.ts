import { arch, release, type } from 'node:os'
import type { Core } from '../../create-core.ts'
import { databaseFacts } from '../../db/database-facts.ts'
import { VERSION } from '../../platform/version.ts'
import type { BackupState } from '../backups/nightly.ts'
import type { SystemState } from './admin-routes.ts'
import { dataFolderState } from './admin-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { type SystemServices, systemRoutes } from './routes.ts'

interface SystemParts extends Pick<SystemServices, 'recentNames'> {
  backups: { nightly: { state(): Promise<BackupState> } } | undefined
  settings: SystemState['settings']
}

/** The state of the service, and the client that it hands out. */
export function createSystem(core: Core, { backups, settings, recentNames }: SystemParts) {
  const { admissions, writeCheck, db, folder, startedAt } = core
  const health = () => {
    if (admissions.isClosed) return 'stopping' as const
    return writeCheck.isWritable() ? ('ok' as const) : ('storage_unavailable' as const)
  }
  return {
    name: 'system',
    routes: () => [systemRoutes({ ...core, recentNames, health }), clientRoutes(core)],
    health,
    system: async (): Promise<SystemState> => ({
      versions: {
        ...databaseFacts(db),
        hearth: VERSION,
        bun: Bun.version,
        system: `${type()} ${release()} ${arch()}`,
      },
      startedAt,
      data: folder === undefined ? undefined : await dataFolderState(folder),
      backups: await backups?.nightly.state(),
      settings,
    }),
  }
}
