import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { join } from 'node:path'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { transcriptionSources } from '../../../src/engines/transcription/transcription-sources.ts'
import { freePort } from '../../support/free-port.ts'
import { tempFolder } from '../../support/process.ts'
import { startWhisperServer } from '../../support/whisper-server.ts'
import { debianWhisper } from './debian-whisper.ts'
import { checkSaid, checkTranslated, requestFor, writeRecording } from './recording.ts'

const LONG_SECONDS = 120
const FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json']

/** The real `whisper-server`: found, asked, given junk, and left in the middle. */
export async function serverCase(): Promise<string> {
  using folder = tempFolder()
  await using server = await startServer(folder.path)
  const [source] = transcriptionSources({
    ports: [{ port: server.port, kinds: ['whisper-cpp'] }],
    environment: {},
    dataFolder: undefined,
  })
  const [found] = (await source?.scan(AbortSignal.timeout(2_000))) ?? []
  ok(found?.state === 'answers')
  const { engine } = found
  equal(engine.id, 'whisper_server')
  const signal = AbortSignal.timeout(120_000)
  const path = await writeRecording(folder.path)
  const start = performance.now()
  checkSaid(await engine.transcribe(requestFor(path), signal))
  const ms = Math.round(performance.now() - start)
  const translation = requestFor(path, { task: 'translate', language: 'de', prompt: 'Ada' })
  checkTranslated(await engine.transcribe(translation, signal))
  const junk = join(folder.path, 'junk.wav')
  await Bun.write(junk, 'no sound')
  await rejects(engine.transcribe(requestFor(junk), signal), (error) => {
    ok(error instanceof EngineFailure)
    deepEqual(
      [error.verdict, error.message],
      ['request', 'The engine answered 400: Invalid request'],
    )
    return true
  })
  const long = await writeRecording(folder.path, LONG_SECONDS)
  const leaving = new AbortController()
  const reason = new Error('The caller has left')
  const work = engine.transcribe(requestFor(long, { seconds: LONG_SECONDS }), leaving.signal)
  const left = rejects(work, reason)
  await server.says(`${LONG_SECONDS}.0 sec`)
  leaving.abort(reason)
  await left
  await server.says('client disconnected')
  checkSaid(await engine.transcribe(requestFor(path), signal))
  return `10 s in ${ms} ms, a caller that left ended a long one`
}

/** The double of the server answers as the real one does: the same bytes, or the same shape of JSON. */
export async function doubleCase(): Promise<string> {
  using folder = tempFolder()
  await using real = await startServer(folder.path)
  const path = await writeRecording(folder.path)
  await using double = startWhisperServer({
    hear: () => [
      { start: 0, end: 2, text: ' Weights made by hand' },
      { start: 2.04, end: 4, text: ' always say this text' },
      { start: 4.04, end: 6.04, text: ' Weights made by hand' },
      { start: 6.08, end: 8.04, text: ' always say this text' },
      { start: 8.08, end: 10.08, text: ' Weights made by hand' },
    ],
  })
  const roots = [`http://127.0.0.1:${real.port}`, double.root]
  for (const format of FORMATS) {
    const [expected, got] = await Promise.all(
      roots.map(async (root) => {
        const form = new FormData()
        form.set('file', Bun.file(path), 'a.wav')
        form.set('response_format', format)
        return await described(await fetch(`${root}/inference`, { method: 'POST', body: form }))
      }),
    )
    deepEqual(got, expected, format)
  }
  for (const [method, at] of [
    ['GET', '/health'],
    ['GET', '/v1/models'],
    ['POST', '/elsewhere'],
    ['POST', '/inference'],
  ] as const) {
    const [expected, got] = await Promise.all(
      roots.map(async (root) => {
        const form = new FormData()
        form.set('nothing', '1')
        const body = method === 'POST' ? { body: form } : {}
        return await described(await fetch(`${root}${at}`, { method, ...body }))
      }),
    )
    deepEqual(got, expected, at)
  }
  return `the same in ${FORMATS.join(', ')} and its refusals`
}

async function described(response: Response): Promise<unknown> {
  const { status, headers } = response
  const text = await response.text()
  const names = ['content-type', 'server', 'access-control-allow-origin']
  const isVerbose = text.startsWith('{"task"')
  return [
    status,
    names.map((name) => headers.get(name)),
    isVerbose ? shapeOf(JSON.parse(text)) : text,
  ]
}

/** The names and types of a JSON value; of a list those of its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  // By name of a language, and only with probabilities.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/language_probabilit|detected_language/.test(name))
      .map(([name, item]) => [name, shapeOf(item)]),
  )
}

async function startServer(folder: string) {
  const { server, model } = await debianWhisper()
  const port = freePort()
  const child = Bun.spawn([server, '-m', model, '--port', String(port), '-t', '1'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  let wake = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of child.stderr) {
      said += decoder.decode(bytes, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers()
    }
    // Nobody may be waiting.
    wake.promise.catch(() => undefined)
    wake.reject(new Error(`whisper-server has ended: ${said.slice(-500)}`))
  }
  const reading = read()
  reading.catch(() => undefined)
  const dispose = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  // It listens when its model is loaded, and does not say so at once.
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (response?.ok === true) break
    if (child.exitCode !== null) throw new Error(`whisper-server has ended: ${said.slice(-500)}`)
    await Bun.sleep(20)
  }
  return {
    port,
    /** Resolves when it has written a text to its log. */
    async says(text: string): Promise<void> {
      while (!said.includes(text)) await wake.promise
    },
    [Symbol.asyncDispose]: dispose,
  }
}
