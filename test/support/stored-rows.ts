import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** What a crash leaves of a job that was running. */
export const CRASHED = "UPDATE jobs SET status = 'running', started_at = 1"

/** Changes a database while no service has it open. @param folder The service's DATA_DIR */
export function changeRows(folder: string, ...statements: string[]): void {
  using db = new Database(join(folder, 'hearth.sqlite'))
  for (const statement of statements) db.run(statement)
}
