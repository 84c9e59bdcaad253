import { expect, test } from 'bun:test'
import { Demo } from '../../src/engines/demo/demo.ts'
import { Gguf } from '../../src/engines/gguf/gguf.ts'
import { FOUND_GGUF, GgufSource } from '../../src/engines/gguf/gguf-source.ts'
import { modelFiles } from '../../src/features/doctor/engines.ts'
import { isAlive } from '../support/cli-double.ts'
import { type InstalledLlamaServer, installLlamaServer } from '../support/llama-server.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, type TestApp } from '../support/service.ts'

const CUT = 'tensor data is not within the file bounds'

/** A service without settings over the folder of the double. */
function serviceOver(double: InstalledLlamaServer): TestApp {
  const engine = new Gguf({
    settings: FOUND_GGUF,
    folder: double.models,
    environment: { PATH: double.bin },
  })
  return createTestApp({
    speechEngines: [],
    engines: [],
    sources: [new GgufSource(engine)],
    fallback: new Demo(),
    limits: {
      ...{ engineSearchMs: 3_600_000, engineRefreshMs: 3_600_000, engineScanPauseMs: 0 },
      // The start of a process on a busy machine.
      ...{ engineScanMs: 60_000, engineScanWaitMs: 60_000 },
    },
  })
}

const chat = (service: TestApp, model: string) =>
  service.asOwner('POST', '/v1/chat/completions', {
    model,
    messages: [{ role: 'user', content: 'hi' }],
  })

test('a model file answers where nothing is configured, and a broken one is told as such', async () => {
  using double = installLlamaServer()
  double.addModel('good')
  double.addModel('cut', `broken: ${CUT}`)
  {
    await using service = serviceOver(double)
    const available = async () =>
      pickList(await (await service.asOwner('GET', '/v1/models')).json(), 'data').map((model) => [
        pick(model, 'id'),
        pick(model, 'available'),
      ])
    expect(await available()).toEqual([
      ['auto', true],
      ['gguf', true],
      ['gguf/cut', true],
      ['gguf/good', true],
    ])
    const refused = await chat(service, 'gguf/cut')
    expect([refused.status, await pickFrom(refused, 'detail')]).toEqual([
      503,
      `No engine could answer: gguf cannot load the model (gguf: cut cannot be loaded: ${CUT})`,
    ])
    await service.services.discoveries.text.scan()
    // It no longer stands for the engine.
    expect(await pickFrom(await chat(service, 'auto'), 'model')).toBe('gguf/good')
    expect(await available()).toEqual([
      ['auto', true],
      ['gguf', true],
      ['gguf/good', true],
      ['gguf/cut', false],
    ])
    const list: unknown = await (await service.asOwner('GET', '/admin/engines')).json()
    expect(pickList(list, 'items')[0]).toMatchObject({
      ...{ id: 'gguf', kind: 'GGUF files', base_url: null, configured: false, offered: true },
      model_facts: [
        { id: 'good', fault: null },
        { id: 'cut', fault: CUT },
      ],
      accounts: [{ state: 'ok', class: null }],
    })
    expect(double.starts().map(({ start }) => isAlive(start))).toEqual([true])
  }
  const left = [
    ...double.starts().map(({ start }) => start),
    ...double.loaded().map((one) => one.pid),
  ]
  expect(left.map(isAlive)).toEqual([false, false])
})

test('the doctor says what is missing for model files, and starts no server', async () => {
  using double = installLlamaServer()
  const examine = async (more: object) => {
    const settings = { data_dir: `${double.path}/data`, engines: [], programs: {}, ...more }
    const [check] = modelFiles({ settings, env: { PATH: double.bin }, engines: [] })
    return check?.run(AbortSignal.timeout(60_000))
  }
  const said = async (more: object = {}) => {
    const [finding] = (await examine(more)) ?? []
    return finding && [finding.id, finding.level, `${finding.says}. ${finding.fix ?? ''}`]
  }
  expect(await said()).toEqual([
    ...['model_files', 'info'],
    `${double.command} is there, but no GGUF file in ${double.models}. Put a GGUF file into ${double.models}`,
  ])
  await Bun.write(`${double.models}/page.gguf`, '<html>')
  await Bun.write(`${double.models}/.copied.gguf`, 'GGUF')
  double.addModel('a')
  expect(await said()).toEqual(['model_files', 'ok', `${double.command} answers with a. `])
  const [, second] = (await examine({})) ?? []
  expect(second).toMatchObject({
    level: 'warning',
    says: 'The model file page cannot be loaded: it is no GGUF file',
  })
  double.removeModel('page')
  const configured = { ...FOUND_GGUF, id: 'mine' }
  const absent = { engines: [configured], programs: { llama_server: '/nowhere/llama-server' } }
  const [id, level, words] = (await said(absent)) ?? []
  expect([id, level]).toEqual(['engine.mine', 'warning'])
  expect(words).toMatch(
    /^\/nowhere\/llama-server is not installed, so nothing answers with a of .*apt install llama\.cpp/,
  )
  double.removeModel('a')
  double.uninstall()
  expect((await said())?.slice(1)).toEqual([
    'info',
    expect.stringMatching(
      /^No GGUF file is in .*, and llama-server is not installed: .*brew install/,
    ),
  ])
  // The owner uses other engines.
  expect(await said({ engines: [{ ...FOUND_GGUF, adapter: 'demo' }] })).toBeUndefined()
  expect(double.starts()).toEqual([])
})
