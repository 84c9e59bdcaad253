import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { TranscriptionRequest } from '../../src/engines/contract/transcription.ts'
import type { TranscriptionEngineSettings } from '../../src/engines/transcription/settings.ts'
import { TranscriptionCommand } from '../../src/engines/transcription-command/transcription-command.ts'
import { failure, isAlive } from '../support/cli-double.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { installWhisperCli } from '../support/whisper-cli.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const recording = join(folder.path, 'recording.wav')
await Bun.write(recording, speechWav(5))
const temporary = join(folder.path, 'tmp')
const models = join(folder.path, 'models')
for (const path of [temporary, models]) mkdirSync(path)
for (const name of ['ggml-base.bin', 'ggml-small.en.bin', 'ggml-silero-v5.1.2.bin', 'notes.txt'])
  writeFileSync(join(models, name), 'lmgg')
const signal = new AbortController().signal

function engineWith(
  settings: Partial<TranscriptionEngineSettings>,
  environment: Record<string, string> = {},
) {
  return new TranscriptionCommand({
    settings: { id: 'ears', adapter: 'whisper-cli', timeout_seconds: 60, ...settings },
    environment: { PATH: process.env['PATH'], TMPDIR: temporary, ...environment },
    modelsFolder: models,
  })
}

/** A script that stands for any command. */
function script(name: string, text: string): string {
  const path = join(folder.path, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

function request(more: Partial<TranscriptionRequest> = {}): TranscriptionRequest {
  return {
    path: recording,
    seconds: 5,
    model: undefined,
    language: undefined,
    prompt: undefined,
    task: 'transcribe',
    ...more,
  }
}

test('whisper-cli: the transcript of its file, with words, progress and the language that it found', async () => {
  await using cli = installWhisperCli()
  cli.recogniser.detects = 'de'
  const engine = engineWith({ command: [cli.command] }, { OPENAI_API_KEY: 'k', HOME: '/home/me' })
  const progress: number[] = []
  const heard = await engine.transcribe(request(), signal, (part) => progress.push(part))
  expect(heard.language).toBe('de')
  expect(heard.segments.map(({ start, end, text }) => [start, end, text])).toEqual([
    [0, 2, 'word 1'],
    [2, 4, 'word 2'],
    [4, 5, 'word 3'],
  ])
  expect(heard.segments[0]?.words).toEqual([
    { word: 'word', start: 0, end: 1 },
    { word: '1', start: 1, end: 2 },
  ])
  expect(progress).toEqual([0.5, 1])
  const [run] = cli.runs
  const threads = String(Math.min(8, Math.max(1, availableParallelism() - 1)))
  expect(run?.args).toEqual([
    ...['-m', join(models, 'ggml-base.bin'), '-f', recording],
    ...['-of', expect.stringContaining('/output/transcript')],
    ...['-l', 'auto', '-ojf', '-np', '-pp', '-t', threads],
  ])
  expect(run?.env).toMatchObject({ HOME: '/home/me' })
  expect(Object.keys(run?.env ?? {})).not.toContain('OPENAI_API_KEY')
  expect(readdirSync(temporary)).toEqual([])
})

test('whisper-cli translates, with the model, language, prompt and arguments that it is given', async () => {
  await using cli = installWhisperCli()
  const engine = engineWith({ command: [cli.command, '-ng'], threads: 3 })
  expect([engine.label, engine.models, engine.canTranslate]).toEqual([
    'whisper.cpp',
    ['base', 'small.en'],
    true,
  ])
  const heard = await engine.transcribe(
    request({
      model: 'small.en',
      language: 'nb',
      prompt: '-tr $(id)',
      task: 'translate',
      temperature: 0.4,
    }),
    signal,
  )
  expect(heard.segments[0]?.text).toBe('translated 1')
  expect(cli.runs[0]?.args).toEqual([
    ...['-ng', '-m', join(models, 'ggml-small.en.bin'), '-f', recording],
    ...['-of', expect.any(String), '-l', 'no', '-ojf', '-np', '-pp', '-t', '3'],
    ...['-tr', '--prompt', '-tr $(id)', '-tp', '0.4'],
  ])
})

test('whisper-cli without a model says where to put one, and whichever is given is used', async () => {
  const none = new TranscriptionCommand({
    settings: { id: 'ears', adapter: 'whisper-cli', timeout_seconds: 60, command: ['sh'] },
    environment: { PATH: process.env['PATH'] },
    modelsFolder: join(folder.path, 'nothing'),
  })
  const missing = await failure(none.checkStatus())
  expect([missing.verdict, missing.kind, missing.isPublic, missing.message]).toEqual([
    'not_installed',
    'no_model_file',
    true,
    'whisper-cli has no model: put one, such as ggml-base.bin, into the folder "models" of DATA_DIR',
  ])
  const given = engineWith({
    command: ['sh'],
    models: [join(models, 'ggml-base.bin'), 'small.en', 'ggml-large.bin'],
  })
  expect(given.models).toEqual(['base', 'small.en', 'large'])
  await given.checkStatus()
  expect((await failure(given.transcribe(request({ model: 'large' }), signal))).message).toBe(
    'whisper-cli has no model "large": put ggml-large.bin into the folder "models" of DATA_DIR, or correct models in [[transcription_engines]]',
  )
  const absent = await failure(engineWith({ command: ['no-such-command'] }).checkStatus())
  expect(absent).toMatchObject({
    verdict: 'not_installed',
    message: 'Cannot start no-such-command: ENOENT',
  })
})

test('whisper-cli ends with 0 when it cannot read a recording: no file is no transcript', async () => {
  await using cli = installWhisperCli()
  const junk = join(folder.path, 'junk.wav')
  await Bun.write(junk, 'no sound')
  const engine = engineWith({ command: [cli.command] })
  const refused = await failure(engine.transcribe(request({ path: junk }), signal))
  expect([refused.verdict, refused.message]).toEqual([
    'request',
    `The engine wrote no transcript: error: failed to read audio file '${junk}'`,
  ])
  cli.recogniser.fail(
    { status: 3, text: 'error: failed to initialize whisper context' },
    { status: 10, text: 'failed to process audio' },
  )
  expect(await failure(engine.transcribe(request(), signal))).toMatchObject({
    verdict: 'unknown',
    kind: 'model_missing',
    message: 'The engine ended with 3: error: failed to initialize whisper context',
  })
  expect(await failure(engine.transcribe(request(), signal))).toMatchObject({
    verdict: 'unknown',
    message: 'The engine ended with 10: failed to process audio',
  })
})

test('a caller that leaves ends the command with its children, and its folder', async () => {
  await using cli = installWhisperCli()
  cli.recogniser.hold()
  const child = join(folder.path, 'child')
  const wrapper = script('wrapper', `sleep 600 & echo $! > '${child}'\nexec '${cli.command}' "$@"`)
  const leaving = new AbortController()
  const work = engineWith({ command: [wrapper] }).transcribe(request(), leaving.signal)
  const ended = work.catch((error: unknown) => error)
  await cli.recogniser.reached(1)
  const pids = [cli.runs[0]?.pid ?? 0, Number(readFileSync(child, 'utf8'))]
  expect(pids.map(isAlive)).toEqual([true, true])
  leaving.abort(new Error('The caller has left'))
  expect(await ended).toBe(leaving.signal.reason)
  expect(pids.map(isAlive)).toEqual([false, false])
  expect(readdirSync(temporary)).toEqual([])
})

test('after its time the command ends, with the time in the words', async () => {
  const engine = engineWith({ command: [script('slow', 'sleep 600')], timeout_seconds: 0.05 })
  expect(await failure(engine.transcribe(request(), signal))).toMatchObject({
    verdict: 'timeout',
    message: 'The engine did not finish within 0.05 seconds',
  })
  expect(readdirSync(temporary)).toEqual([])
})

test('a command of one’s own: placeholders in its arguments, and each kind of result', async () => {
  const cue = '1\\n00:00:01,000 --> 00:00:02,500\\nHello\\nthere\\n'
  const own = async (text: string, settings: Partial<TranscriptionEngineSettings>) => {
    const engine = engineWith({
      ...{ adapter: 'command', command: [script('own', text), '{output}', 'a{language}b{model}'] },
      ...{ models: ['tiny'], ...settings },
    })
    return await engine.transcribe(request({ language: 'de' }), signal)
  }
  const timed = {
    language: 'de',
    hasTimes: true,
    segments: [{ start: 1, end: 2.5, text: 'Hello there' }],
  }
  expect(await own(`printf '${cue}' > "$1"`, { result: 'srt' })).toEqual(timed)
  expect(await own(`printf 'WEBVTT\\n\\n${cue}' > "$1"`, { result: 'vtt' })).toEqual(timed)
  const json = '{"text":" Hello","language":"de","segments":[{"start":1,"end":9,"text":" Hello"}]}'
  expect(await own(`printf '${json}' > "$1"`, { result: 'whisper-json' })).toEqual({
    ...timed,
    segments: [{ start: 1, end: 5, text: 'Hello' }],
  })
  expect(await own('echo; echo "$2"; echo end', { result: 'stdout' })).toEqual({
    language: 'de',
    hasTimes: false,
    segments: [{ start: 0, end: 5, text: 'adebtiny end' }],
  })
})

test('a command of one’s own translates where it is told the task', async () => {
  const command = [script('task', 'echo "$1"'), '{task}']
  const engine = engineWith({ adapter: 'command', command, result: 'stdout' })
  const heard = await engine.transcribe(request({ task: 'translate' }), signal)
  expect(heard.segments[0]?.text).toBe('translate')
  const deaf = engineWith({ adapter: 'command', command: ['true'], result: 'stdout' })
  expect(deaf.canTranslate).toBe(false)
  expect(await failure(deaf.transcribe(request({ task: 'translate' }), signal))).toMatchObject({
    verdict: 'request',
    message: 'The engine cannot translate',
  })
})

test('a transcript without an end is refused, on stdout and in a file', async () => {
  const endless = engineWith({
    ...{
      adapter: 'command',
      result: 'stdout',
      command: [script('endless', 'exec yes "$(printf %05000d 0)"')],
    },
  })
  const message = 'The engine wrote a transcript without an end'
  expect((await failure(endless.transcribe(request(), signal))).message).toBe(message)
  const large = engineWith({
    ...{ adapter: 'command', result: 'srt' },
    command: [script('large', 'truncate -s 40M "$1"'), '{output}'],
  })
  expect((await failure(large.transcribe(request(), signal))).message).toBe(message)
})

test('openai-whisper and whisper-ctranslate2 have their own options', async () => {
  const python = script(
    'whisper',
    `printf '%s\\n' "$@" > '${folder.path}/args'
for one; do case $one in --output_dir=*) out=\${one#*=};; esac; done
printf '{"text":" Hi","language":"en","segments":[{"id":0,"start":0,"end":1,"text":" Hi","words":[{"word":" Hi","start":0,"end":1,"probability":1}]}]}' > "$out/recording.json"`,
  )
  for (const preset of ['openai-whisper', 'whisper-ctranslate2'] as const) {
    const engine = engineWith({ adapter: 'command', preset, command: [python], models: ['turbo'] })
    const heard = await engine.transcribe(
      request({ model: 'turbo', language: 'en', prompt: '--model=x' }),
      signal,
    )
    expect(heard.segments).toEqual([
      { start: 0, end: 1, text: 'Hi', words: [{ word: 'Hi', start: 0, end: 1 }] },
    ])
    expect([engine.label, engine.canTranslate]).toEqual([preset, true])
    expect(readFileSync(join(folder.path, 'args'), 'utf8').trim().split('\n')).toEqual([
      ...[recording, '--model=turbo', '--language=en', '--task=transcribe', '--output_format=json'],
      ...[expect.stringMatching(/^--output_dir=.*\/output$/), '--word_timestamps=True'],
      ...['--verbose=False', expect.stringMatching(/^--threads=\d$/)],
      '--initial_prompt=--model=x',
    ])
  }
})
