import { expect, test } from 'bun:test'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../../src/config/load.ts'
import { buildSpeechEngines } from '../../src/engines/speech/build-speech-engines.ts'
import { tempFolder } from '../support/process.ts'

const VOICES = `#!/bin/sh
echo 'Pty Language Age/Gender VoiceName File Other'
echo ' 5  de  --/M  German  gmw/de'
`

test('without settings the embedded voice speaks, then espeak-ng while it is installed', async () => {
  using folder = tempFolder()
  const program = join(folder.path, 'espeak-ng')
  const engines = buildSpeechEngines([], { PATH: folder.path, TMPDIR: folder.path })
  const ids = () => engines.offered.map(({ id }) => id)
  await engines.refresh()
  expect(ids()).toEqual(['embedded'])
  await Bun.write(program, VOICES)
  chmodSync(program, 0o755)
  await engines.refresh()
  expect(ids()).toEqual(['embedded', 'espeak'])
  const [, espeak] = engines.offered
  expect(espeak?.languages).toEqual(['de'])
  expect(espeak?.appliesSpeed).toBe(true)
  rmSync(program)
  await engines.refresh()
  expect(ids()).toEqual(['embedded'])
  await engines.stop()
})

test('configured speech engines are offered in their order, also while they do not answer', async () => {
  const { speech_engines: settings } = loadConfig({}, () =>
    [
      '[[speech_engines]]',
      'id = "kokoro"',
      'adapter = "openai-http"',
      'base_url = "http://127.0.0.1:9/v1"',
      'voices = ["af_heart", "mine"]',
      '[[speech_engines]]',
      'id = "piper"',
      'adapter = "command"',
      'command = ["/nowhere/piper", "-m", "{model}", "-f", "{output}"]',
      'models = ["amy.onnx"]',
      'languages = ["en"]',
      'timeout_seconds = 30',
      '[[speech_engines]]',
      'id = "flite"',
      'adapter = "embedded"',
      'voices = ["rms", "slt"]',
    ].join('\n'),
  )
  const engines = buildSpeechEngines(settings, {})
  await engines.refresh()
  expect(
    engines.offered.map(({ id, label, adapter, timeoutMs }) => ({ id, label, adapter, timeoutMs })),
  ).toEqual([
    { id: 'kokoro', label: 'kokoro', adapter: 'openai-http', timeoutMs: 300_000 },
    { id: 'piper', label: 'piper', adapter: 'command', timeoutMs: 30_000 },
    { id: 'flite', label: 'flite', adapter: 'embedded', timeoutMs: 180_000 },
  ])
  const [kokoro, piper, flite] = engines.offered
  expect(kokoro?.voices).toEqual([
    { id: 'af_heart', languages: ['en'] },
    { id: 'mine', languages: [] },
  ])
  expect(kokoro?.languages).toBeUndefined()
  expect(piper?.languages).toEqual(['en'])
  expect(flite?.voices.map(({ id }) => id)).toEqual(['rms', 'slt'])
  await engines.stop()
})
