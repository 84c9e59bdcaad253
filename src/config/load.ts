import { dirname } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { engineFaults } from '../engines/settings.ts'
import { speechFaults } from '../engines/speech/settings.ts'
import { transcriptionFaults } from '../engines/transcription/settings.ts'
import { type Fault, type SettingPath, valueAt } from '../platform/settings.ts'
import { alertFaults } from './alert-faults.ts'
import { aliasFaults } from './alias-faults.ts'
import { describeFault } from './describe-fault.ts'
import { fileFaults, withBucketVariables } from './file-settings.ts'
import { listFaults, portFaults, urlFaults } from './listener-faults.ts'
import { parseFile } from './parse-file.ts'
import { settingsFile, withAbsolutePaths } from './paths.ts'
import { queueFaults, withQueueVariables } from './queue-settings.ts'
import { FILE_SETTINGS, LIST_SETTINGS, NUMBER_SETTINGS, Settings } from './schema.ts'
import { schemaFaults, validPart, withDefaults } from './schema-faults.ts'
import { signInFaults } from './sign-in-faults.ts'
import { workerFaults } from './worker-faults.ts'

/** The checked and frozen settings. */
export type Config = Readonly<Settings>

/** Invalid settings. `message` lists every fault; `main.ts` prints it and exits with 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `Cannot start, ${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/**
 * Reads `hearth.toml` and the environment, which takes precedence. Paths in the file are relative to
 * its folder.
 *
 * @param env The process's environment; empty values count as absent
 * @param readFile Returns the text of the settings file, undefined when there is none
 * @param folder Where the file and all other relative paths start; by default the working folder
 * @throws {ConfigError} with every fault found
 */
export function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined,
  folder: string = process.cwd(),
): Config {
  const path = env['HEARTH_CONFIG'] || './hearth.toml'
  const whole = settingsFile(env, folder)
  const text = readFile(whole)
  if (text === undefined && env['HEARTH_CONFIG']) {
    throw new ConfigError([`HEARTH_CONFIG is ${JSON.stringify(path)}: there is no such file`])
  }
  const file = path.replace(/^\.\//, '')
  const parsed = parseFile(file, text ?? '')
  const given = fromEnvironment(env)
  const { files, variables } = withBucketVariables(parsed.value['files'], env)
  const { queue, names } = withQueueVariables(parsed.value['queue'], env)
  const raw = {
    ...parsed.value,
    ...given,
    ...(files === undefined ? {} : { files }),
    ...(queue === undefined ? {} : { queue }),
  }
  const sources = {
    ...{ file, fromEnvironment: new Set(Object.keys(given)), value: raw },
    variables: new Map([...variables, ...names]),
  }
  const isInFile = (path: SettingPath) =>
    valueAt(path, parsed.value) !== undefined &&
    !sources.fromEnvironment.has(String(path[0])) &&
    !sources.variables.has(path.join('.'))
  const value = withAbsolutePaths(Settings, withDefaults(Settings, raw), (path) =>
    isInFile(path) ? dirname(whole) : folder,
  )
  const faults = [
    ...parsed.faults,
    ...settingFaults(value)
      // What is missing may stand in a line that cannot be read.
      .filter((fault) => parsed.faults.length === 0 || valueAt(fault.path, raw) !== undefined)
      .map((fault) => describeFault(fault, sources)),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(Value.Decode(Settings, value))
}

function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(Settings.properties)) {
    const text = env[name.toUpperCase()]
    if (text === undefined || text === '' || FILE_SETTINGS.has(name)) continue
    if (LIST_SETTINGS.has(name))
      found[name] = text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    else if (NUMBER_SETTINGS.has(name)) found[name] = /^\d{1,16}$/.test(text) ? Number(text) : text
    else found[name] = text
  }
  return found
}

/** Every fault, one for each setting, in the order of the settings. */
function settingFaults(value: unknown): Fault[] {
  const part = validPart(value)
  const all = [
    ...schemaFaults(value),
    ...urlFaults(part),
    ...listFaults(part),
    ...engineFaults(part.engines ?? []),
    ...aliasFaults(part.aliases ?? {}),
    ...transcriptionFaults(part.transcription_engines ?? []),
    ...speechFaults(part.speech_engines ?? []),
    ...portFaults(part),
    ...signInFaults(part),
    ...alertFaults(part.alerts ?? {}),
    ...workerFaults(part.workers ?? {}),
    ...fileFaults(part.files ?? {}),
    ...queueFaults(part.queue ?? {}),
  ]
  const byPath = new Map<string, Fault>()
  for (const fault of all) {
    const key = JSON.stringify(fault.path)
    // A value that does not match its schema is absent from the part: that is no second fault.
    if (!byPath.has(key)) byPath.set(key, fault)
  }
  const order = Object.keys(Settings.properties)
  const rank = ({ path: [name, index] }: Fault) =>
    order.indexOf(String(name)) + (typeof index === 'number' ? index / 1e6 : 0)
  return [...byPath.values()].toSorted((a, b) => rank(a) - rank(b))
}
