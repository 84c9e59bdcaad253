import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { transcriptionSources } from '../../src/engines/transcription/transcription-sources.ts'
import { freePort } from '../support/free-port.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { installWhisperCli } from '../support/whisper-cli.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

test('recognisers are used as soon as they are there: a server, then a command, then its model', async () => {
  using folder = tempFolder()
  const [bin, models] = [join(folder.path, 'bin'), join(folder.path, 'data/models')]
  for (const path of [bin, models]) mkdirSync(path, { recursive: true })
  const port = freePort()
  await using service = startService({
    limits: { engineScanPauseMs: 0 },
    transcriptionSources: transcriptionSources({
      ports: [{ port, kinds: ['whisper-cpp'] }],
      environment: { PATH: bin, TMPDIR: folder.path },
      dataFolder: join(folder.path, 'data'),
    }),
  })
  const transcribe = async () => {
    const form = new FormData()
    form.set('file', new Blob([speechWav(3)]), 'a.wav')
    form.set('model', 'whisper-1')
    const response = await fetch(`${service.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      body: form,
    })
    const { text, detail, code } = Object(await response.json())
    return [response.status, text ?? `${code}: ${detail}`]
  }
  const { discoveries, engineLists } = service.services
  expect(await transcribe()).toEqual([
    503,
    expect.stringMatching(
      /^not_installed: No transcription engine was found: start a whisper server/,
    ),
  ])
  const server = startWhisperServer({ port })
  expect(await transcribe()).toEqual([200, 'word 1 word 2'])
  await server.stop()
  await using cli = installWhisperCli()
  symlinkSync(cli.command, join(bin, 'whisper-cli'))
  await discoveries.transcription.scan()
  expect(await transcribe()).toEqual([
    503,
    expect.stringContaining('put one, such as ggml-base.bin, into the folder "models" of DATA_DIR'),
  ])
  copyFileSync(cli.model, join(models, 'ggml-tiny.bin'))
  await discoveries.transcription.scan()
  expect(await transcribe()).toEqual([200, 'word 1 word 2'])
  expect(engineLists.transcription.offered.map(({ id }) => id)).toEqual(['whisper_cli'])
})
