import { readFileSync } from 'node:fs'
import { codeOf } from '../platform/error-code.ts'
import { type Config, ConfigError, loadConfig } from './load.ts'

/**
 * The settings of this machine: the environment, and the settings file if there is one.
 *
 * @param folder The working folder of the service, where it is another than that of this process
 * @throws {ConfigError} with every issue found
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  folder?: string,
): Config {
  return loadConfig(env, readIfPresent, folder)
}

/** Returns undefined only for a missing file, so that an unreadable one is not ignored silently. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new ConfigError([`${path}: cannot be read (${String(code)})`])
  }
}
