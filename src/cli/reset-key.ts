import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../config/load.ts'
import { Audit } from '../core/audit/audit.ts'
import { AuditStore } from '../core/audit/audit-store.ts'
import { replacePrimaryKey } from '../core/identity/primary-key.ts'
import type { Db } from '../db/open.ts'
import { SettingStore } from '../db/setting-store.ts'
import { openData } from '../features/backups/open-data.ts'
import { codeOf } from '../platform/errors.ts'
import { randomId } from '../platform/ids.ts'
import { VERSION } from '../platform/version.ts'
import { BackupProcess } from '../storage/backup/backup-process.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
} from './command.ts'

/** Replaces a lost Primary Key. Every user with write access to the data folder may do that. */
export const resetKey: MaintenanceCommand = {
  summary: 'Makes a new Primary Key in place of a lost one',
  usage: `Usage: npm run reset-key

Prints the new key once, on stdout. The old key is invalid from then on, and so are the browsers
and devices that were signed in with it. Keys of others, users and their devices stay as they are.
Stop Hearth first.
`,
  run,
}

function run(context: CommandContext): number {
  parseArguments(context.args, {})
  const { primary_key: configured, data_dir: folder } = readSettings(context.env)
  if (configured !== undefined) {
    throw new CommandFailure(
      'PRIMARY_KEY is set, and it is the key as long as it is set: change it there (in the environment, .env or hearth.toml), or remove it and run this again',
    )
  }
  using db = openExisting(folder, context.now)
  const audit = new Audit({ store: new AuditStore(db), now: context.now })
  const settings = new SettingStore(db)
  const key = db.transaction(() => {
    const created = replacePrimaryKey(settings)
    const actor = { actor: 'reset-key', address: 'this machine', requestId: randomId('reset_') }
    audit.record(actor, { action: 'primary_key.reset', subject: 'primary' })
    return created
  })
  context.err.write('Primary Key, shown only this once; the old one is invalid:\n')
  context.out.write(`${key}\n`)
  return EXIT.done
}

/** @throws {Error} with a `code` when that cannot be known */
function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

/** @throws {CommandFailure} when there is no database, or Hearth has it open */
function openExisting(folder: string, now: () => number): Db {
  const path = join(folder, 'hearth.sqlite')
  if (!exists(path)) {
    throw new CommandFailure(
      `There is no database in ${folder}: set DATA_DIR to Hearth's data folder. On a new machine there is nothing to reset, as the first start makes a key`,
    )
  }
  try {
    return openData({ folder, maker: new BackupProcess(), version: VERSION, now })
  } catch (cause) {
    const code = codeOf(cause)
    if (!(cause instanceof Error) || typeof code !== 'string') throw cause
    throw new CommandFailure(
      code === 'EBUSY'
        ? 'Hearth is running and keeps its database locked: stop it, run this again, then start it'
        : `Cannot use the data folder ${folder}: ${cause.message}`,
      { cause },
    )
  }
}
