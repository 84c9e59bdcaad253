import { join, resolve } from 'node:path'
import type { Config } from './load.ts'
import { settingsFile } from './paths.ts'

/** Read at the start from the working folder, as they may have the Primary Key. */
const ENVIRONMENT_FILES = ['', '.development', '.production', '.test'].flatMap((mode) => [
  `.env${mode}`,
  `.env${mode}.local`,
])

/** Where model files are; undefined where the data is in memory. */
export function modelsFolder({ data_dir: folder }: Pick<Config, 'data_dir'>): string | undefined {
  return folder === ':memory:' ? undefined : join(folder, 'models')
}

/** What no caller may read: the data, the backups, the settings and the logins of the service. */
export function ownPaths(
  { data_dir: folder, backups, engines = [] }: Config,
  env: Readonly<Record<string, string | undefined>> = {},
): string[] {
  const logins = engines.flatMap(({ accounts = [] }) => accounts.map(({ dir }) => dir))
  const kept = backups.folder === undefined ? [] : [backups.folder]
  const environment = ENVIRONMENT_FILES.map((name) => resolve(name))
  return [folder, ...kept, settingsFile(env), ...environment, ...logins]
}
