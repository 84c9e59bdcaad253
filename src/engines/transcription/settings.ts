import { type Static, Type } from '@sinclair/typebox'
import { closedObject, oneOf } from '../../platform/schemas.ts'
import {
  type Issue,
  issue,
  PATH_OR_NAME,
  type Part,
  pathsOfAdapter,
  patternString,
  programWithArguments,
  type SettingPath,
} from '../../platform/settings.ts'
import {
  addressIssues,
  blockIssues,
  placeholderIssues,
  placeholdersIn,
  unsupportedFields,
} from '../setting-blocks.ts'

/** One recogniser of `hearth.toml`. The order of the blocks is the order of preference. */
export const TranscriptionEngineSettings = closedObject({
  id: patternString('^[a-z0-9_]{1,32}$', '1 to 32 small letters, digits or _'),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  adapter: oneOf(['openai-http', 'whisper-cli', 'command']),
  /** Names of models; of whisper-cli, names or paths of files. */
  models: Type.Optional(
    Type.Array(Type.String({ ...PATH_OR_NAME, minLength: 1, maxLength: 200 }), {
      ...pathsOfAdapter('whisper-cli'),
      minItems: 1,
      'x-expected': 'a list of models, as in ["base"]',
    }),
  ),
  timeout_seconds: Type.Integer({ minimum: 1, maximum: 86_400, default: 3_600 }),
  base_url: Type.Optional(Type.String({ minLength: 1 })),
  api_key: Type.Optional(Type.String({ minLength: 1 })),
  command: Type.Optional(programWithArguments('["whisper-cli", "-ng"]')),
  preset: Type.Optional(oneOf(['whisper-ctranslate2', 'openai-whisper'])),
  result: Type.Optional(oneOf(['srt', 'vtt', 'whisper-json', 'stdout'])),
  /** Without it all processors but one, 8 at most. */
  threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
})
export type TranscriptionEngineSettings = Static<typeof TranscriptionEngineSettings>

type Engine = Part<TranscriptionEngineSettings>

/**
 * What a command can be told of one recording. `output` is a file that it may write to, `output_prefix`
 * the same without an extension, and `output_dir` its folder; `language` is a subtag, or `auto`.
 */
export const TRANSCRIPTION_PLACEHOLDERS = [
  'input',
  'output',
  'output_prefix',
  'output_dir',
  'model',
  'language',
  'task',
  'prompt',
  'threads',
] as const

/** Issues of the `[[transcription_engines]]` blocks that their schema does not find. */
export function transcriptionIssues(engines: readonly (Engine | undefined)[]): Issue[] {
  return blockIssues(
    { setting: 'transcription_engines', noun: 'transcription engine' },
    engines,
    adapterIssues,
  )
}

function adapterIssues(engine: Engine, path: SettingPath): Issue[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'openai-http':
      return [
        ...addressIssues(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['command', 'preset', 'result', 'threads']),
      ]
    case 'whisper-cli':
      return [
        ...programIssues(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key', 'preset', 'result']),
      ]
    case 'command':
      return [
        ...(engine.preset === undefined ? ownCommandIssues(engine, path) : []),
        ...(engine.preset === undefined || engine.result === undefined
          ? []
          : [issue([...path, 'result'], 'the preset has a result of its own')]),
        ...programIssues(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key']),
      ]
  }
}

function ownCommandIssues({ command, result }: Engine, path: SettingPath): Issue[] {
  const issues: Issue[] = []
  if (command === undefined)
    issues.push(
      issue(
        [...path, 'command'],
        'expected the program and its arguments, as in ["recognise", "{input}"], or a preset',
      ),
    )
  if (result === undefined)
    issues.push(
      issue(
        [...path, 'result'],
        'expected one of srt, vtt, whisper-json, stdout: what the command gives',
      ),
    )
  if (command === undefined || result === undefined) return issues
  const names = placeholdersIn(command)
  const message = (text: string) => issues.push(issue([...path, 'command'], text))
  issues.push(...placeholderIssues(names, TRANSCRIPTION_PLACEHOLDERS, [...path, 'command']))
  if (!names.includes('input')) message('expected {input} in an argument: the recording')
  if (result !== 'stdout' && !names.some((name) => name.startsWith('output')))
    message('expected {output}, {output_prefix} or {output_dir} in an argument: for the result')
  return issues
}

function programIssues({ command }: Engine, path: SettingPath): Issue[] {
  if (command?.[0] !== '') return []
  return [issue([...path, 'command', 0], 'expected a program')]
}
