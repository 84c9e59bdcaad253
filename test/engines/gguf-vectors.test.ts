import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minimalTurn } from '../../src/engines/contract/text.ts'
import { Gguf } from '../../src/engines/gguf/gguf.ts'
import { ggufFacts } from '../../src/engines/gguf/gguf-header.ts'
import { FOUND_GGUF } from '../../src/engines/gguf/gguf-source.ts'
import { isAlive } from '../support/cli-double.ts'
import { ggufHead, type InstalledLlamaServer, installLlamaServer } from '../support/llama-server.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const SIGNAL = AbortSignal.timeout(60_000)
const BERT = { 'general.architecture': 'nomic-bert', 'nomic-bert.context_length': 8_192 }
const RANKER = {
  'general.architecture': 'bert',
  'bert.pooling_type': 4,
  'bert.context_length': 512,
}

function engineOf(double: InstalledLlamaServer) {
  const engine = new Gguf({
    settings: FOUND_GGUF,
    folder: double.models,
    environment: { PATH: double.bin },
  })
  return { engine, [Symbol.asyncDispose]: () => engine.end() }
}

test('ggufFacts() says what a model is for by its architecture and how it pools', () => {
  using folder = tempFolder()
  const path = join(folder.path, 'model.gguf')
  const told = (bytes: Buffer | string) => {
    writeFileSync(path, bytes)
    return ggufFacts(path)
  }
  const nothing = { use: undefined, contextLength: undefined }
  const qwen = { 'general.architecture': 'qwen3', 'qwen3.context_length': 32_768 }
  expect(told(ggufHead(BERT))).toEqual({ use: 'embedding', contextLength: 8_192 })
  expect(told(ggufHead(RANKER))).toEqual({ use: 'rerank', contextLength: 512 })
  expect(told(ggufHead(qwen))).toEqual({ use: undefined, contextLength: 32_768 })
  for (const [pooling, use] of [
    [0, undefined],
    [1, 'embedding'],
    [3, 'embedding'],
    [4, 'rerank'],
  ] as const)
    expect(told(ggufHead({ ...qwen, 'qwen3.pooling_type': pooling })).use).toBe(use)
  // What is said before the end counts.
  const cut = ggufHead({ ...qwen, 'qwen3.pooling_type': 1, 'tokenizer.ggml.model': 'x'.repeat(99) })
  expect(told(cut.subarray(0, -50)).use).toBe('embedding')
  for (const broken of ['', 'GGUF', 'GGUF hello, this is none', 'PK\u0003\u0004', ggufHead({})])
    expect(told(broken)).toEqual(nothing)
  const endless = Buffer.concat([ggufHead({}), Buffer.alloc(64, 255)])
  endless.writeBigUInt64LE(2n ** 63n, 16)
  expect(told(endless)).toEqual(nothing)
  expect(ggufFacts(join(folder.path, 'none'))).toEqual(nothing)
})

test('Gguf: files for embeddings and rankings have servers of their own, started when asked', async () => {
  using double = installLlamaServer()
  double.addModel('chat')
  double.addHeader('nomic', BERT)
  double.addHeader('ranker', RANKER)
  await using gguf = engineOf(double)
  const { engine } = gguf
  await engine.refresh(SIGNAL)
  expect(engine.models).toEqual(['chat'])
  expect(engine.vectors.vectorModels).toEqual([
    { name: 'nomic', use: 'embedding', contextLength: 2_048, fault: undefined },
    { name: 'ranker', use: 'rerank', contextLength: 512, fault: undefined },
  ])
  expect(double.starts()).toHaveLength(1)
  const embed = { model: 'nomic', inputs: ['one', 'three'] }
  expect((await engine.vectors.embed(embed, SIGNAL)).vectors.map(([first]) => first)).toEqual([
    3, 5,
  ])
  const rank = { model: 'ranker', query: 'x', documents: ['a', 'bcd'] }
  expect((await engine.vectors.rerank(rank, SIGNAL)).scores).toEqual([1, 3])
  const args = double.starts().map((start) => start.args.slice(5, -2).join(' '))
  expect(args[1]).toContain('--ctx-size 2048 --parallel 1')
  expect(args[1]).toEndWith('--batch-size 2048 --ubatch-size 2048 --embeddings')
  expect(args[2]).toEndWith('--batch-size 2048 --ubatch-size 2048 --reranking')
  // The model of the chats is not unloaded for them.
  const turn = minimalTurn('chat')
  await Array.fromAsync(engine.run(turn, { id: 'local' }, SIGNAL))
  await engine.vectors.embed(embed, SIGNAL)
  await Array.fromAsync(engine.run(turn, { id: 'local' }, SIGNAL))
  expect(double.loaded().map(({ model }) => model)).toEqual(['nomic', 'ranker', 'chat'])
  double.removeModel('ranker')
  await engine.refresh(SIGNAL)
  expect(double.starts().map(({ start }) => isAlive(start))).toEqual([true, true, false])
  expect(engine.vectors.vectorModels.map(({ name }) => name)).toEqual(['nomic'])
})

test('Gguf: an embedding model alone starts no server for chats, and says why it cannot be loaded', async () => {
  using double = installLlamaServer()
  double.addHeader('nomic', BERT, 'broken: no tensors')
  await using gguf = engineOf(double)
  const { engine } = gguf
  await engine.refresh(SIGNAL)
  expect([engine.models, double.starts()]).toEqual([[], []])
  const ask = () => engine.vectors.embed({ model: 'nomic', inputs: ['x'] }, SIGNAL)
  const kindOf = async () => Reflect.get(Object(await thrown(ask())), 'kind')
  expect(await kindOf()).toBe('model_broken')
  const questions = double.asked().length
  expect(await kindOf()).toBe('model_broken')
  expect(double.asked()).toHaveLength(questions)
  expect(engine.vectors.vectorModels[0]?.fault).toBe('no tensors')
  double.addHeader('nomic', BERT, 'whole, and longer')
  await engine.refresh(SIGNAL)
  expect((await ask()).vectors).toHaveLength(1)
  double.uninstall()
  await engine.end()
  await using other = engineOf(double)
  expect(await thrown(other.engine.refresh(SIGNAL))).toMatchObject({ kind: 'not_installed' })
})
