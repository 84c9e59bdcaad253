import { type Static, Type } from '@sinclair/typebox'
import { closedObject, oneOf } from '../../platform/schemas.ts'
import {
  type Issue,
  issue,
  type Part,
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

/** One speech engine of `hearth.toml`. The order of the blocks is the order of preference. */
export const SpeechEngineSettings = closedObject({
  id: patternString('^[a-z0-9_]{1,32}$', '1 to 32 small letters, digits or _'),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  adapter: oneOf(['embedded', 'openai-http', 'command']),
  models: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      'x-expected': 'a list of models, as in ["kokoro"]',
    }),
  ),
  /** The first is the default; without them all that the engine lists. */
  voices: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      'x-expected': 'a list of voices, as in ["af_heart"]',
    }),
  ),
  /** What the voices speak, where the engine does not say it. */
  languages: Type.Optional(
    Type.Array(patternString('^[a-z]{2,3}$', 'a language such as "en" or "de"'), {
      minItems: 1,
      'x-expected': 'a list of languages, as in ["en", "de"]',
    }),
  ),
  /** Without it 180 for the embedded voice, and 300 for the others. */
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  base_url: Type.Optional(Type.String({ minLength: 1 })),
  api_key: Type.Optional(Type.String({ minLength: 1 })),
  command: Type.Optional(programWithArguments('["espeak-ng"]')),
})
export type SpeechEngineSettings = Static<typeof SpeechEngineSettings>

type Engine = Part<SpeechEngineSettings>

/** What a command can be told. */
export const SPEECH_PLACEHOLDERS = [
  'text_file',
  'output',
  'voice',
  'model',
  'speed',
  'words_per_minute',
  'length_scale',
] as const
/** Of flite; the first is the default. */
export const EMBEDDED_VOICES: readonly string[] = ['slt', 'awb', 'rms', 'kal', 'kal16']
/** It lists its voices itself. */
const ESPEAK = /(?:^|\/)espeak(?:-ng)?$/

/** Issues of the `[[speech_engines]]` blocks that their schema does not find. */
export function speechIssues(engines: readonly (Engine | undefined)[]): Issue[] {
  return blockIssues({ setting: 'speech_engines', noun: 'speech engine' }, engines, adapterIssues)
}

function adapterIssues(engine: Engine, path: SettingPath): Issue[] {
  switch (engine.adapter) {
    case undefined:
      return []
    case 'embedded':
      return [
        ...embeddedVoiceIssues(engine, path),
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
        ...addressIssues(engine.base_url, [...path, 'base_url']),
        ...unsupportedFields(engine, path, ['command']),
      ]
    case 'command':
      return [
        ...commandIssues(engine, path),
        ...unsupportedFields(engine, path, ['base_url', 'api_key']),
      ]
  }
}

function embeddedVoiceIssues({ voices = [] }: Engine, path: SettingPath): Issue[] {
  return voices.flatMap((voice, index) =>
    voice === undefined || EMBEDDED_VOICES.includes(voice)
      ? []
      : [issue([...path, 'voices', index], `expected one of ${EMBEDDED_VOICES.join(', ')}`)],
  )
}

function commandIssues(engine: Engine, path: SettingPath): Issue[] {
  const { command } = engine
  if (command === undefined) {
    const message = 'expected the program and its arguments, as in ["espeak-ng"]'
    return [issue([...path, 'command'], message)]
  }
  const [program = ''] = command
  if (program === '') return [issue([...path, 'command', 0], 'expected a program')]
  const names = placeholdersIn(command)
  const issues = placeholderIssues(names, SPEECH_PLACEHOLDERS, [...path, 'command'])
  // Only names that the owner has given become part of a command.
  if (names.includes('voice') && engine.voices === undefined && !ESPEAK.test(program))
    issues.push(issue([...path, 'voices'], 'expected what {voice} may be, as in ["amy"]'))
  if (names.includes('model') && engine.models === undefined)
    issues.push(issue([...path, 'models'], 'expected what {model} may be, as in ["small"]'))
  return issues
}
