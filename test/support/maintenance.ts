import { join } from 'node:path'
import { outputOf } from './output-of.ts'

const ROOT = join(import.meta.dir, '../..')

/** Runs a command of src/maintenance to its end, as a process of its own. */
export async function runMaintenance(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = [process.execPath, join(ROOT, 'src/cli/main.ts')],
) {
  return outputOf([...command, ...args], {
    // Not in the clone, whose .env and hearth.toml are the owner's.
    cwd: env['INIT_CWD'] ?? env['HOME'] ?? ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
}
