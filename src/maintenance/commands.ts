import { backup } from './backup.ts'
import type { MaintenanceCommand } from './command.ts'
import { doctor } from './doctor.ts'
import { files } from './files.ts'
import { resetKey } from './reset-key.ts'
import { restore } from './restore.ts'
import { setup } from './setup.ts'

/**
 * Every command by its name. A new one also needs its npm script, and its name in
 * `.setup/hearth.mjs`.
 */
export const COMMANDS: Readonly<Record<string, MaintenanceCommand>> = {
  doctor,
  backup,
  restore,
  files,
  'reset-key': resetKey,
  setup,
}
