import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { fillPlaceholders } from '../../src/engines/setting-blocks.ts'
import type { SpeechEngineSettings } from '../../src/engines/speech/settings.ts'
import {
  espeakVoices,
  SpeechCommand,
  speedValues,
} from '../../src/engines/speech-command/speech-command.ts'
import { wavFile, wavHeader } from '../../src/media/audio/wav.ts'
import { tempFolder } from '../support/process.ts'
import { soundOf } from '../support/sound.ts'
import { thrown } from '../support/thrown.ts'

const ESPEAK = Bun.which('espeak-ng')
const testEspeak = test.skipIf(ESPEAK === null)
if (ESPEAK === null) console.info('Without espeak-ng its tests are skipped: apt install espeak-ng')

const signal = new AbortController().signal
const plain = { voice: undefined, model: undefined, speed: 1 }
const FORMAT = { sampleRate: 22_050, channels: 1 }
const SOUND = wavFile(FORMAT, new Uint8Array(4_410).fill(7))

test('SpeechCommand hands the text by file and reads the sound from a file', async () => {
  await using double = await commandDouble(
    'cp "$1" "$LOG/text"; shift; cp "$LOG/sound" "$1"; shift; echo "$@" > "$LOG/rest"',
    {
      args: [
        '{text_file}',
        '{output}',
        '-v',
        '{voice}',
        '--rate={words_per_minute}',
        '{speed}',
        '{length_scale}',
        '{model}',
      ],
      voices: ['amy', 'bob'],
      models: ['small', 'large'],
    },
  )
  const text = 'Grüße, “$(touch x)” \u0000{output}; -v'
  const sound = await double.engine.speak(
    { text, voice: 'bob', model: 'large', speed: 1.5 },
    signal,
  )
  expect(soundOf(sound)).toMatchObject({ sampleRate: 22_050, seconds: 0.1 })
  expect(await double.read('text')).toBe('Grüße, “$(touch x)”  {output}; -v')
  expect(await double.read('rest')).toBe('-v bob --rate=263 1.5 0.667 large\n')
  expect(double.engine.appliesSpeed).toBe(true)
  expect(double.leftOver()).toEqual([])
})

test('SpeechCommand uses the first voice and model where none is asked for', async () => {
  await using double = await commandDouble('echo "$@" > "$LOG/rest"; cat "$LOG/sound"', {
    args: ['{voice}', '{model}', '{voice}'],
    voices: ['amy', 'bob'],
    models: ['small'],
  })
  await double.engine.speak({ ...plain, text: 'Hello' }, signal)
  expect(await double.read('rest')).toBe('amy small amy\n')
})

test('SpeechCommand hands the text by stdin and reads the sound from stdout', async () => {
  await using double = await commandDouble('cat > "$LOG/text"; cat "$LOG/sound"', {
    sound: new Uint8Array([...wavHeader(FORMAT), ...new Uint8Array(44_100)]),
  })
  const sound = await double.engine.speak({ ...plain, text: 'One\nTwo' }, signal)
  expect(soundOf(sound).seconds).toBe(1)
  expect(await double.read('text')).toBe('One\nTwo\n')
  expect(double.engine.appliesSpeed).toBe(false)
  expect(double.engine.languages).toBeUndefined()
})

test('SpeechCommand starts nothing for a voice or a model that it does not have', async () => {
  await using double = await commandDouble('touch "$LOG/started"; cat "$LOG/sound"', {
    args: ['{voice}', '{model}'],
    voices: ['amy'],
    models: ['small'],
  })
  for (const request of [{ voice: '--output=/etc/passwd' }, { model: '../large' }]) {
    const error = await thrown(double.engine.speak({ ...plain, text: 'Hello', ...request }, signal))
    expect(error).toMatchObject({ verdict: 'request', retryableElsewhere: true })
  }
  expect(await Bun.file(join(double.log, 'started')).exists()).toBe(false)
})

test('SpeechCommand reports why a command failed, without secrets', async () => {
  await using double = await commandDouble(
    'echo "no such model: Bearer abcdefghijklmnop" >&2; exit 3',
  )
  const error = await thrown(double.engine.speak({ ...plain, text: 'Hello' }, signal))
  expect(error).toBeInstanceOf(EngineFailure)
  expect(error).toMatchObject({ verdict: 'unknown' })
  expect(String(error)).toContain('ended with 3: no such model: Bearer [redacted]')
  expect(double.leftOver()).toEqual([])
})

test('SpeechCommand tells no sound from sound that cannot be used', async () => {
  const cases = [
    ['true', ['{output}'], 'empty', 'wrote no sound'],
    [': > "$1"', ['{output}'], 'empty', 'wrote no sound'],
    ['echo "<html>"', [], 'unknown', 'it is not a WAV file'],
    ['head -c 44 "$LOG/sound"', [], 'empty', 'gave no sound'],
    ['head -c 30 "$LOG/sound"', [], 'unknown', 'its format is cut off'],
  ] as const
  for (const [script, args, verdict, says] of cases) {
    await using double = await commandDouble(script, { args })
    const error = await thrown(double.engine.speak({ ...plain, text: 'Hello' }, signal))
    expect([script, error]).toMatchObject([script, { verdict }])
    expect(String(error)).toContain(says)
  }
})

test('SpeechCommand speaks as much as was written of a sound that is cut off', async () => {
  await using double = await commandDouble('head -c 2249 "$LOG/sound"')
  const sound = await double.engine.speak({ ...plain, text: 'Hello' }, signal)
  expect(soundOf(sound).seconds).toBeCloseTo(0.05)
})

test('SpeechCommand keeps keys and secrets from its command', async () => {
  await using double = await commandDouble('env > "$LOG/env"; cat "$LOG/sound"', {
    environment: {
      ...{
        OPENAI_API_KEY: 'sk-1',
        ANTHROPIC_AUTH_TOKEN: 't',
        PRIMARY_KEY: 'p',
        OIDC_CLIENT_SECRET: 's',
      },
      ...{ HTTP_PROXY: 'http://proxy', LD_LIBRARY_PATH: '/opt/piper', LANG: 'C.UTF-8' },
    },
  })
  await double.engine.speak({ ...plain, text: 'Hello' }, signal)
  const names = (await double.read('env')).split('\n').map((line) => line.split('=', 1)[0])
  expect(names).toContain('LD_LIBRARY_PATH')
  expect(names).toContain('LANG')
  for (const name of [
    'OPENAI_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'PRIMARY_KEY',
    'OIDC_CLIENT_SECRET',
    'HTTP_PROXY',
  ])
    expect(names).not.toContain(name)
})

test('SpeechCommand reports a program that is not installed', async () => {
  const settings = { id: 'piper', adapter: 'command', command: ['piper-of-nobody'] } as const
  const environment = { PATH: process.env['PATH'] }
  const engine = new SpeechCommand({
    settings: { ...settings, command: [...settings.command] },
    environment,
  })
  expect(await thrown(engine.checkStatus())).toMatchObject({ verdict: 'not_installed' })
  const error = await thrown(engine.speak({ ...plain, text: 'Hello' }, signal))
  expect(error).toMatchObject({ verdict: 'not_installed' })
})

test('fillPlaceholders() reads no value again and leaves other braces alone', () => {
  const values = { text_file: '{output}', output: 'o', voice: '{model}', model: '$&' }
  expect(
    fillPlaceholders(['{text_file}', 'x{voice}y{voice}', '{model}', '{other}', '{{output}}'], {
      ...speedValues(2),
      ...values,
    }),
  ).toEqual(['{output}', 'x{model}y{model}', '$&', '{other}', '{o}'])
})

test('espeakVoices() reads the languages of the list and puts American English first', () => {
  const list = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  af              --/M      Afrikaans          gmw/af
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 5  fr-fr           --/M      French_(France)    roa/fr               (fr 5)
 5  fr-fr           --/M      Twice              roa/fr
`
  expect(espeakVoices(list)).toEqual([
    { id: 'en-us', languages: ['en'] },
    { id: 'af', languages: ['af'] },
    { id: 'en-gb', languages: ['en'] },
    { id: 'cmn', languages: ['cmn'] },
    { id: 'fr-fr', languages: ['fr'] },
  ])
  expect(espeakVoices('command not found')).toEqual([])
})

testEspeak('espeak-ng speaks over a hundred languages, at the asked speed', async () => {
  const command = [
    'espeak-ng',
    '-v',
    '{voice}',
    '-s',
    '{words_per_minute}',
    '-f',
    '{text_file}',
    '-w',
    '{output}',
  ]
  const settings = { id: 'espeak', adapter: 'command' as const, command }
  const engine = new SpeechCommand({ settings, environment: { PATH: process.env['PATH'] } })
  await engine.checkStatus()
  await engine.refresh?.(signal)
  expect(engine.voices.length).toBeGreaterThan(100)
  expect(engine.voices[0]).toEqual({ id: 'en-us', languages: ['en'] })
  for (const language of ['de', 'fr', 'ar', 'ru', 'ja'])
    expect(engine.languages).toContain(language)
  const speak = async (voice: string | undefined, speed: number) =>
    soundOf(
      await engine.speak(
        { text: 'Eins, zwei, drei, vier, fünf, sechs.', voice, model: undefined, speed },
        signal,
      ),
    )
  const [usual, fast, english] = [
    await speak('de', 1),
    await speak('de', 2),
    await speak(undefined, 1),
  ]
  expect(usual.seconds / fast.seconds).toBeGreaterThan(1.5)
  expect(usual.loudness).toBeGreaterThan(0.02)
  expect(usual.peak).toBeLessThan(1)
  expect(english.seconds).not.toBe(usual.seconds)
})

testEspeak(
  'espeak-ng prints its sound of unknown length, and knows the languages of chosen voices',
  async () => {
    const settings: SpeechEngineSettings & { command: string[] } = {
      id: 'espeak',
      adapter: 'command',
      command: ['espeak-ng', '-v', '{voice}', '--stdin', '--stdout'],
      voices: ['de', 'mine'],
      languages: ['en'],
    }
    const engine = new SpeechCommand({ settings, environment: { PATH: process.env['PATH'] } })
    expect(engine.languages).toEqual(['en'])
    await engine.refresh?.(signal)
    expect(engine.voices).toEqual([
      { id: 'de', languages: ['de'] },
      { id: 'mine', languages: ['en'] },
    ])
    const { seconds } = soundOf(await engine.speak({ ...plain, text: 'Guten Morgen' }, signal))
    expect(seconds).toBeGreaterThan(0.5)
    expect(seconds).toBeLessThan(3)
  },
)

interface DoubleOptions {
  args?: readonly string[]
  voices?: string[]
  models?: string[]
  sound?: Uint8Array
  environment?: Record<string, string>
}

/** A shell script as a speech program; `$LOG` is its folder, with the sound that it may give. */
async function commandDouble(script: string, options: DoubleOptions = {}) {
  const folder = tempFolder()
  const runs = join(folder.path, 'runs')
  const log = join(folder.path, 'log')
  const program = join(folder.path, 'speak.sh')
  await Bun.write(join(runs, 'kept'), '')
  await Bun.write(join(log, 'sound'), options.sound ?? SOUND)
  await Bun.write(program, `LOG=${log}\n${script}\n`)
  const { args = [], voices, models, environment = {} } = options
  const engine = new SpeechCommand({
    settings: {
      id: 'double',
      adapter: 'command',
      command: ['sh', program, ...args],
      ...(voices === undefined ? {} : { voices }),
      ...(models === undefined ? {} : { models }),
    },
    environment: { PATH: process.env['PATH'], TMPDIR: runs, ...environment },
  })
  return {
    engine,
    log,
    read: (name: string) => Bun.file(join(log, name)).text(),
    leftOver: () => readdirSync(runs).filter((name) => name !== 'kept'),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}
