import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { TranscriptionCommand } from '../../../src/engines/transcription-command/transcription-command.ts'
import { processesWithEntry } from '../../../src/platform/process-table.ts'
import { tempFolder } from '../../support/process.ts'
import { debianWhisper } from './debian-whisper.ts'
import { checkSaid, checkTranslated, requestFor, writeRecording } from './recording.ts'

const LONG_SECONDS = 120

/** The real `whisper-cli`: transcripts, progress, translation, junk, and an end in the middle. */
export async function cliCase(): Promise<string> {
  const { cli, model } = await debianWhisper()
  using folder = tempFolder()
  const engine = new TranscriptionCommand({
    settings: { id: 'ears', adapter: 'whisper-cli', command: [cli], timeout_seconds: 120 },
    environment: { PATH: process.env['PATH'], TMPDIR: folder.path },
    modelsFolder: dirname(model),
  })
  deepEqual(engine.models, ['hand'])
  await engine.checkStatus()
  const signal = new AbortController().signal
  const path = await writeRecording(folder.path)
  const progress: number[] = []
  const start = performance.now()
  checkSaid(await engine.transcribe(requestFor(path), signal, (part) => progress.push(part)))
  const ms = Math.round(performance.now() - start)
  deepEqual(progress, [0.4, 0.8, 1])
  const translation = requestFor(path, { task: 'translate', language: 'nb', prompt: 'Ada -tr' })
  checkTranslated(await engine.transcribe(translation, signal))
  const junk = join(folder.path, 'junk.wav')
  await Bun.write(junk, 'no sound')
  await rejects(engine.transcribe(requestFor(junk), signal), (error) => {
    ok(error instanceof EngineFailure)
    equal(error.verdict, 'request')
    return true
  })
  const long = await writeRecording(folder.path, LONG_SECONDS)
  const leaving = new AbortController()
  const reason = new Error('The caller has left')
  const cut = engine.transcribe(requestFor(long, { seconds: LONG_SECONDS }), leaving.signal, () =>
    leaving.abort(reason),
  )
  await rejects(cut, reason)
  deepEqual(
    processesWithEntry((entry) => entry.startsWith(`TMPDIR=${folder.path}`)),
    [],
  )
  return `10 s in ${ms} ms, progress ${progress.join(' ')}, a long one ended within`
}
