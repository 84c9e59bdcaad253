import { type Config, ConfigError, readSettings } from './config/load.ts'

/** The settings of this machine; ends the process with 2 where one is wrong, and says which. */
export function readConfigOrExit(): Config {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}
