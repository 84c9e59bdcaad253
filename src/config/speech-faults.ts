import {
  blockFaults,
  placeholderFaults,
  placeholdersIn,
  unsupportedFields,
} from './block-faults.ts'
import { addressFaults } from './engine-faults.ts'
import type { Fault, Part, SettingPath } from './fault.ts'
import type { SpeechEngineSettings } from './schema.ts'

type Engine = Part<SpeechEngineSettings>

/** What a command can be told. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'text_file',
  'output',
  'voice',
  'model',
  'speed',
  'words_per_minute',
  'length_scale',
])
const EMBEDDED_VOICES = ['slt', 'awb', 'rms', 'kal', 'kal16']
/** It lists its voices itself. */
const ESPEAK = /(?:^|\/)espeak(?:-ng)?$/

/** Faults of the `[[speech_engines]]` blocks that their schema does not find. */
export function speechFaults(engines: readonly (Engine | undefined)[]): Fault[] {
  return blockFaults({ setting: 'speech_engines', noun: 'speech engine' }, engines, adapterFaults)
}

function adapterFaults(engine: Engine, path: SettingPath): Fault[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'embedded':
      return [
        ...embeddedVoiceFaults(engine, path),
        ...unsupportedFields(engine, path, [
          'base_url',
          'api_key',
          'command',
          'models',
          'languages',
        ]),
      ]
    case 'openai-http':
      return [
        ...addressFaults(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['command']),
      ]
    case 'command':
      return [
        ...commandFaults(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key']),
      ]
  }
}

function embeddedVoiceFaults({ voices = [] }: Engine, path: SettingPath): Fault[] {
  return voices.flatMap((voice, index) =>
    voice === undefined || EMBEDDED_VOICES.includes(voice)
      ? []
      : [
          {
            path: [...path, 'voices', index],
            says: `expected one of ${EMBEDDED_VOICES.join(', ')}`,
          },
        ],
  )
}

function commandFaults(engine: Engine, path: SettingPath): Fault[] {
  const { command } = engine
  if (command === undefined) {
    const says = 'expected the program and its arguments, as in ["espeak-ng"]'
    return [{ path: [...path, 'command'], says }]
  }
  const [program = ''] = command
  if (program === '') return [{ path: [...path, 'command', 0], says: 'expected a program' }]
  const names = placeholdersIn(command)
  const faults = placeholderFaults(names, PLACEHOLDERS, [...path, 'command'])
  // Only names that the owner has given become part of a command.
  if (names.includes('voice') && engine.voices === undefined && !ESPEAK.test(program))
    faults.push({ path: [...path, 'voices'], says: 'expected what {voice} may be, as in ["amy"]' })
  if (names.includes('model') && engine.models === undefined)
    faults.push({
      path: [...path, 'models'],
      says: 'expected what {model} may be, as in ["small"]',
    })
  return faults
}
