import { expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config/load.ts'
import { settingsInForce } from '../../src/config/settings-in-force.ts'
import { EmbeddedVoice } from '../../src/engines/embedded-voice/embedded-voice.ts'
import { SPEECH_PLACEHOLDERS } from '../../src/engines/speech/settings.ts'

function issuesOf(...lines: readonly string[]): readonly string[] {
  try {
    loadConfig({}, () => lines.join('\n'))
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.issues
    throw error
  }
}

test('loadConfig() reports every issue of the speech engines at once', () => {
  expect(
    issuesOf(
      '[[speech_engines]]',
      'id = "auto"',
      'adapter = "openai-http"',
      'base_url = "https://api.openai.com/v1"',
      '[[speech_engines]]',
      'id = "cloud"',
      'adapter = "openai-http"',
      'command = ["x"]',
      '[[speech_engines]]',
      'id = "cloud"',
      'adapter = "embedded"',
      'voices = ["slt", "af_heart"]',
      'base_url = "http://127.0.0.1:8880/v1"',
      '[[speech_engines]]',
      'id = "piper"',
      'adapter = "command"',
      'command = ["piper", "{text}", "{voice}", "{model}"]',
      'api_key = "secret-value"',
      '[[speech_engines]]',
      'id = "none"',
      'adapter = "command"',
      'languages = ["German"]',
    ),
  ).toEqual([
    'hearth.toml: [[speech_engines]] "auto": id is "auto": auto means any speech engine, so choose another id',
    'hearth.toml: [[speech_engines]] "auto": base_url is "https://api.openai.com/v1": expected a loopback or private address, because Hearth never calls a pay-per-use API',
    'hearth.toml: [[speech_engines]] "cloud": base_url is missing: expected the address of the local server: http://127.0.0.1:8080/v1',
    'hearth.toml: [[speech_engines]] "cloud": command is a list: the adapter openai-http has no such setting',
    'hearth.toml: [[speech_engines]] "cloud": id is "cloud": another speech engine has the same id',
    'hearth.toml: [[speech_engines]] "cloud": voices, item 2, is "af_heart": expected one of slt, awb, rms, kal, kal16',
    'hearth.toml: [[speech_engines]] "cloud": base_url is "http://127.0.0.1:8880/v1": the adapter embedded has no such setting',
    'hearth.toml: [[speech_engines]] "piper": command is a list: there is no {text}, only {text_file} {output} {voice} {model} {speed} {words_per_minute} {length_scale}',
    'hearth.toml: [[speech_engines]] "piper": voices is missing: expected what {voice} may be, as in ["amy"]',
    'hearth.toml: [[speech_engines]] "piper": models is missing: expected what {model} may be, as in ["small"]',
    'hearth.toml: [[speech_engines]] "piper": api_key (its value is not shown): the adapter command has no such setting',
    'hearth.toml: [[speech_engines]] "none": languages, item 1, is "German": expected a language such as "en" or "de"',
    'hearth.toml: [[speech_engines]] "none": command is missing: expected the program and its arguments, as in ["espeak-ng"]',
  ])
})

test('loadConfig() takes espeak-ng without its voices, by name or path', () => {
  for (const program of ['espeak-ng', '/usr/bin/espeak'])
    expect(
      issuesOf(
        '[[speech_engines]]',
        'id = "e"',
        'adapter = "command"',
        `command = ["${program}", "-v", "{voice}", "-w", "{output}"]`,
      ),
    ).toEqual([])
})

test('the settings know the placeholders and the voices of the engines', () => {
  const all = ['text_file', 'output', 'voice', 'model', 'speed', 'words_per_minute', 'length_scale']
  expect<readonly string[]>(SPEECH_PLACEHOLDERS).toEqual(all)
  const voices = new EmbeddedVoice().voices.map(({ id }) => `"${id}"`)
  expect(
    issuesOf(
      '[[speech_engines]]',
      'id = "e"',
      'adapter = "embedded"',
      `voices = [${voices.join(', ')}]`,
    ),
  ).toEqual([])
})

test('the settings in force show no argument of a command, which may be a secret', () => {
  const config = loadConfig(
    {},
    () => '[[speech_engines]]\nid = "e"\nadapter = "command"\ncommand = ["say", "--token=abc"]',
  )
  const shown = settingsInForce(config).filter(({ name }) => name.startsWith('speech_engines'))
  expect(shown.find(({ name }) => name === 'speech_engines.e.command')).toMatchObject({
    isSecret: true,
    value: undefined,
  })
  expect(JSON.stringify(shown)).not.toContain('abc')
})
