import {
  blockFaults,
  placeholderFaults,
  placeholdersIn,
  unsupportedFields,
} from './block-faults.ts'
import { addressFaults } from './engine-faults.ts'
import type { Fault, Part, SettingPath } from './fault.ts'
import type { TranscriptionEngineSettings } from './schema.ts'

type Engine = Part<TranscriptionEngineSettings>

/** What a command can be told. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'input',
  'output',
  'output_prefix',
  'output_dir',
  'model',
  'language',
  'task',
  'prompt',
  'threads',
])

/** Faults of the `[[transcription_engines]]` blocks that their schema does not find. */
export function transcriptionFaults(engines: readonly (Engine | undefined)[]): Fault[] {
  return blockFaults(
    { setting: 'transcription_engines', noun: 'recogniser' },
    engines,
    adapterFaults,
  )
}

function adapterFaults(engine: Engine, path: SettingPath): Fault[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'openai-http':
      return [
        ...addressFaults(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['command', 'preset', 'result', 'threads']),
      ]
    case 'whisper-cli':
      return [
        ...programFaults(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key', 'preset', 'result']),
      ]
    case 'command':
      return [
        ...(engine.preset === undefined ? ownCommandFaults(engine, path) : []),
        ...(engine.preset === undefined || engine.result === undefined
          ? []
          : [{ path: [...path, 'result'], says: 'the preset has a result of its own' }]),
        ...programFaults(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key']),
      ]
  }
}

function ownCommandFaults({ command, result }: Engine, path: SettingPath): Fault[] {
  const faults: Fault[] = []
  if (command === undefined)
    faults.push({
      path: [...path, 'command'],
      says: 'expected the program and its arguments, as in ["recognise", "{input}"], or a preset',
    })
  if (result === undefined)
    faults.push({
      path: [...path, 'result'],
      says: 'expected one of srt, vtt, whisper-json, stdout: what the command gives',
    })
  if (command === undefined || result === undefined) return faults
  const names = placeholdersIn(command)
  const says = (text: string) => faults.push({ path: [...path, 'command'], says: text })
  faults.push(...placeholderFaults(names, PLACEHOLDERS, [...path, 'command']))
  if (!names.includes('input')) says('expected {input} in an argument: the recording')
  if (result !== 'stdout' && !names.some((name) => name.startsWith('output')))
    says('expected {output}, {output_prefix} or {output_dir} in an argument: for the result')
  return faults
}

function programFaults({ command }: Engine, path: SettingPath): Fault[] {
  if (command?.[0] !== '') return []
  return [{ path: [...path, 'command', 0], says: 'expected a program' }]
}
