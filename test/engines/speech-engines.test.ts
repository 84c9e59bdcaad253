import { expect, test } from 'bun:test'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, loadConfig } from '../../src/config/load.ts'
import { DISCOVERY_LIMITS, EngineDiscovery } from '../../src/core/engines/engine-discovery.ts'
import { EngineRegistry } from '../../src/core/engines/engine-registry.ts'
import { buildSpeechEngines } from '../../src/engines/speech/build-speech-engines.ts'
import { createLog } from '../../src/platform/log.ts'
import { tempFolder } from '../support/process.ts'

const VOICES = `#!/bin/sh
echo 'Pty Language Age/Gender VoiceName File Other'
echo ' 5  de  --/M  German  gmw/de'
`

function discoveryOf(settings: Config['speech_engines'], environment: Record<string, string>) {
  const { sources, ...engines } = buildSpeechEngines(settings, { environment })
  const registry = new EngineRegistry({ ...engines, now: Date.now })
  const discovery = new EngineDiscovery({
    ...{ registry, sources, onReturn: () => {}, log: createLog('silent') },
    limits: { ...DISCOVERY_LIMITS, engineScanPauseMs: 0, engineScanMs: 60_000 },
  })
  return Object.assign(discovery, { registry })
}

test('without settings the embedded voice speaks, then espeak-ng while it is installed', async () => {
  using folder = tempFolder()
  const program = join(folder.path, 'espeak-ng')
  const engines = discoveryOf([], { PATH: folder.path, TMPDIR: folder.path })
  const ids = () => engines.registry.offered.map(({ id }) => id)
  await engines.scan()
  expect(ids()).toEqual(['embedded'])
  await Bun.write(program, VOICES)
  chmodSync(program, 0o755)
  await engines.scan()
  expect(ids()).toEqual(['embedded', 'espeak'])
  const [, espeak] = engines.registry.offered
  expect(espeak?.languages).toEqual(['de'])
  expect(espeak?.appliesSpeed).toBe(true)
  rmSync(program)
  await engines.scan()
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
  const engines = discoveryOf(settings, {})
  await engines.scan()
  expect(
    engines.registry.offered.map(({ id, label, kind, timeoutMs }) => ({
      id,
      label,
      kind,
      timeoutMs,
    })),
  ).toEqual([
    { id: 'kokoro', label: 'kokoro', kind: 'openai-http', timeoutMs: 300_000 },
    { id: 'piper', label: 'piper', kind: 'command', timeoutMs: 30_000 },
    { id: 'flite', label: 'flite', kind: 'embedded', timeoutMs: 180_000 },
  ])
  const [kokoro, piper, flite] = engines.registry.offered
  expect(kokoro?.voices).toEqual([
    { id: 'af_heart', languages: ['en'] },
    { id: 'mine', languages: [] },
  ])
  expect(kokoro?.languages).toBeUndefined()
  expect(piper?.languages).toEqual(['en'])
  expect(flite?.voices.map(({ id }) => id)).toEqual(['rms', 'slt'])
  await engines.stop()
})
