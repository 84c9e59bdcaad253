import { addressFaults } from './engine-faults.ts'
import type { Fault, Part, SettingPath } from './fault.ts'
import type { TranscriptionEngineSettings } from './schema.ts'

type Engine = Part<TranscriptionEngineSettings>
type Field = keyof TranscriptionEngineSettings

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
  const seen = new Set<string>()
  return engines.flatMap((engine, index) => {
    if (engine === undefined) return []
    const path = ['transcription_engines', index]
    const { id } = engine
    const faults: Fault[] = []
    if (id !== undefined && seen.has(id))
      faults.push({ path: [...path, 'id'], says: 'another recogniser has the same id' })
    if (id !== undefined) seen.add(id)
    if (id === 'auto')
      faults.push({
        path: [...path, 'id'],
        says: 'auto means any recogniser, so choose another id',
      })
    return [...faults, ...adapterFaults(engine, path)]
  })
}

function adapterFaults(engine: Engine, path: SettingPath): Fault[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'openai-http':
      return [
        ...addressFaults(engine.base_url, [...path, 'base_url']),
        ...unsupported(engine, path, ['command', 'preset', 'result', 'threads']),
      ]
    case 'whisper-cli':
      return [
        ...programFaults(engine, path),
        ...unsupported(engine, path, ['base_url', 'api_key', 'preset', 'result']),
      ]
    case 'command':
      return [
        ...(engine.preset === undefined ? ownCommandFaults(engine, path) : []),
        ...(engine.preset === undefined || engine.result === undefined
          ? []
          : [{ path: [...path, 'result'], says: 'the preset has a result of its own' }]),
        ...programFaults(engine, path),
        ...unsupported(engine, path, ['base_url', 'api_key']),
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
  const names = command.flatMap((argument) =>
    [...(argument ?? '').matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name),
  )
  const says = (text: string) => faults.push({ path: [...path, 'command'], says: text })
  const unknown = names.find((name) => !PLACEHOLDERS.has(name))
  if (unknown !== undefined)
    says(`there is no {${unknown}}, only ${[...PLACEHOLDERS].map((name) => `{${name}}`).join(' ')}`)
  if (!names.includes('input')) says('expected {input} in an argument: the recording')
  if (result !== 'stdout' && !names.some((name) => name.startsWith('output')))
    says('expected {output}, {output_prefix} or {output_dir} in an argument: for the result')
  return faults
}

function programFaults({ command }: Engine, path: SettingPath): Fault[] {
  if (command?.[0] !== '') return []
  return [{ path: [...path, 'command', 0], says: 'expected a program' }]
}

function unsupported(engine: Engine, path: SettingPath, fields: readonly Field[]): Fault[] {
  return fields
    .filter((field) => engine[field] !== undefined)
    .map((field) => ({
      path: [...path, field],
      says: `the adapter ${engine.adapter} has no such setting`,
    }))
}
