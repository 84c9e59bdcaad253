import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { minimalTurn } from '../../src/engines/contract/text.ts'
import { Gguf } from '../../src/engines/gguf/gguf.ts'
import { FOUND_GGUF, GgufSource } from '../../src/engines/gguf/gguf-source.ts'
import type { EngineSettings } from '../../src/engines/settings.ts'
import { isAlive } from '../support/cli-double.ts'
import { type InstalledLlamaServer, installLlamaServer } from '../support/llama-server.ts'

const ACCOUNT = { id: 'local' }
const WAIT_MS = 60_000

function engineOf(double: InstalledLlamaServer, settings: Partial<EngineSettings> = {}) {
  const engine = new Gguf({
    settings: { ...FOUND_GGUF, ...settings },
    folder: double.models,
    environment: { PATH: double.bin, OPENAI_API_KEY: 'not for it' },
  })
  const signal = AbortSignal.timeout(WAIT_MS)
  return {
    engine,
    scan: () => engine.refresh(signal),
    answer: (model: string) => answerOf(engine, model),
    [Symbol.asyncDispose]: () => engine.end(),
  }
}

async function answerOf(engine: Gguf, model: string, stream = true): Promise<string> {
  const turn = { ...minimalTurn(model), stream }
  const batches = await Array.fromAsync(engine.run(turn, ACCOUNT, AbortSignal.timeout(WAIT_MS)))
  return batches
    .flat()
    .map((event) => (event.type === 'text' ? event.text : ''))
    .join('')
    .trim()
}

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EngineFailure)) throw new Error(`No failure: ${error}`)
  return error
}

test('Gguf answers with the files of its folder, as they come, change and go', async () => {
  using double = installLlamaServer()
  double.addModel('a', 'hello')
  await using gguf = engineOf(double, { context_tokens: 4_096, threads: 3, idle_seconds: 60 })
  await gguf.scan()
  expect(gguf.engine.models).toEqual(['a'])
  expect(gguf.engine.factsOf('a')).toEqual({ contextLength: 4_096 })
  expect(await gguf.answer('a')).toBe('a says GGUF hello')
  expect(await answerOf(gguf.engine, 'a', false)).toBe('a says GGUF hello')

  const [start] = double.starts()
  expect(start?.args.slice(0, -1)).toEqual([
    ...['--offline', '--no-webui', '--no-slots', '--models-dir', double.models],
    ...['--models-max', '1', '--sleep-idle-seconds', '60', '--ctx-size', '4096'],
    ...['--parallel', '1', '--threads', '3', '--host'],
  ])
  const socket = start?.args.at(-1) ?? ''
  expect(statSync(dirname(dirname(socket))).mode & 0o777).toBe(0o700)
  expect(start?.args.join(' ')).not.toContain(start?.env['LLAMA_API_KEY'] ?? 'no key')
  expect(start?.env['OPENAI_API_KEY']).toBeUndefined()

  double.addModel('b')
  for (const name of ['mmproj-b', '.copied', 'c-00002-of-00003']) double.addModel(name)
  await gguf.scan()
  expect(gguf.engine.models).toEqual(['a', 'b'])
  expect(gguf.engine.factsOf('a')).toEqual({ contextLength: 4_096, images: false, tools: true })
  double.addModel('a', 'a longer text')
  double.removeModel('b')
  await gguf.scan()
  expect(gguf.engine.models).toEqual(['a'])
  expect(await gguf.answer('a')).toBe('a says GGUF a longer text')
  // The model of the former content is no longer in memory.
  expect(double.loaded().map(({ pid }) => isAlive(pid))).toEqual([false, true])
  const before = double.asked().length
  await gguf.scan()
  expect(double.asked().slice(before)).toEqual([
    'GET /v1/models',
    'GET /props?autoload=false&model=a',
  ])
  expect(double.starts()).toHaveLength(1)

  double.removeModel('a')
  await gguf.scan()
  expect(gguf.engine.models).toEqual([])
  expect(isAlive(start?.start ?? 0)).toBe(false)
})

test('Gguf leaves a file that cannot be loaded alone until it changes', async () => {
  using double = installLlamaServer()
  double.addModel('a', 'broken: tensor data is not within the file bounds')
  double.addModel('b')
  double.addModel('c', 'killed')
  await Bun.write(`${double.models}/d.gguf`, 'PK')
  await using gguf = engineOf(double)
  await gguf.scan()
  expect(gguf.engine.models).toEqual(['a', 'b', 'c', 'd'])
  const first = await failureOf(gguf.answer('a'))
  expect([first.verdict, first.kind, first.message]).toEqual([
    'unknown',
    'model_broken',
    'a cannot be loaded: tensor data is not within the file bounds',
  ])
  const questions = double.asked().length
  expect((await failureOf(gguf.answer('a'))).message).toBe(first.message)
  expect((await failureOf(gguf.answer('d'))).message).toBe('d cannot be loaded: it is no GGUF file')
  expect(double.asked()).toHaveLength(questions)
  // A process that was killed says nothing of the file.
  expect((await failureOf(gguf.answer('c'))).verdict).toBe('transient')
  expect(await gguf.answer('b')).toBe('b says GGUF hello')
  await gguf.scan()
  expect(gguf.engine.models).toEqual(['b', 'c', 'a', 'd'])
  expect(gguf.engine.factsOf('a')?.fault).toBe('tensor data is not within the file bounds')
  double.addModel('a', 'whole')
  expect(await gguf.answer('a')).toBe('a says GGUF whole')
  expect(gguf.engine.factsOf('a')?.fault).toBeUndefined()
})

test('GgufSource offers nothing without a file, and says how to get the program', async () => {
  using double = installLlamaServer()
  double.uninstall()
  await using gguf = engineOf(double)
  const source = new GgufSource(gguf.engine)
  const scan = async () => {
    const [result] = await source.scan(AbortSignal.timeout(WAIT_MS))
    if (result === undefined) return undefined
    return [result.state, result.state === 'answers' ? '' : result.failure.message]
  }
  expect(await scan()).toBeUndefined()
  double.addModel('a')
  expect(await scan()).toEqual([
    'gone',
    expect.stringMatching(/^llama-server is not installed: brew install llama\.cpp, apt install /),
  ])
  double.install()
  expect(await scan()).toEqual(['answers', ''])
  double.removeModel('a')
  expect(await scan()).toEqual(['gone', 'No GGUF file is in the folder models'])
  expect(double.starts().map(({ start }) => isAlive(start))).toEqual([false])
})
