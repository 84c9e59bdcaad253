import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../src/platform/check.ts'
import { readWav } from './doubles/whisper-output.ts'
import { tempFolder } from './process.ts'
import { countWords, type Hear, Recogniser } from './recogniser.ts'
import { serveLocal } from './serve-local.ts'

const DOUBLE = import.meta.resolve('./doubles/whisper-cli.ts')

/** One run of the command, as it reports it. */
const CliRun = Type.Object({
  pid: Type.Integer(),
  args: Type.Array(Type.String()),
  cwd: Type.String(),
  env: Type.Record(Type.String(), Type.String()),
  task: Type.Union([Type.Literal('transcribe'), Type.Literal('translate')]),
  language: Type.String(),
  prompt: Type.Optional(Type.String()),
})
type CliRun = Static<typeof CliRun>

/**
 * Installs a double of `whisper-cli` in a folder of its own, beside a model. Its runs are held,
 * released and made to fail by the recogniser.
 *
 * @param options.name The command's name, which decides nothing else
 */
export function installWhisperCli({
  name = 'whisper-cli',
  hear = countWords,
}: {
  name?: string
  hear?: Hear
} = {}) {
  const recogniser = new Recogniser(hear)
  const runs: CliRun[] = []
  const folder = tempFolder()
  const control = serveLocal(async (request) => {
    const form = await request.formData()
    const run: unknown = JSON.parse(String(form.get('run')))
    const file = form.get('recording')
    if (!matches(CliRun, run) || !(file instanceof Blob))
      throw new Error('The double reported a run of another shape')
    const recording = readWav(new Uint8Array(await file.arrayBuffer()))
    if (recording === undefined) throw new Error('The double reported no recording')
    const { task, language, prompt } = run
    runs.push(run)
    const call = { ...recording, task, language, prompt }
    return Response.json(await recogniser.take(call, request.signal))
  })
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  const command = join(bin, name)
  const call = `whisperCli('${control.origin}/')`
  const script = `#!${process.execPath}\nimport { whisperCli } from '${DOUBLE}'\nawait ${call}\n`
  writeFileSync(command, script, { mode: 0o755 })
  const model = join(folder.path, 'ggml-tiny.bin')
  writeFileSync(model, 'lmgg')
  return {
    /** The command, and the folder that it is in, for a PATH. */
    command,
    bin,
    /** A file that stands for a model. */
    model,
    recogniser,
    /** Every run that read its recording. */
    runs,
    [Symbol.asyncDispose]: async () => {
      recogniser.release()
      await control.stop()
      folder[Symbol.dispose]()
    },
  }
}
