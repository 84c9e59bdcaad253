import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { Gguf } from '../../src/engines/gguf/gguf.ts'
import { FOUND_GGUF } from '../../src/engines/gguf/gguf-source.ts'
import { isAlive } from '../support/cli-double.ts'
import { type InstalledLlamaServer, installLlamaServer } from '../support/llama-server.ts'
import { asOwner, type Process, startProcess } from '../support/process.ts'

const POLL_MS = 20

/** The service without settings, with the double on its PATH. */
function startOver(double: InstalledLlamaServer): Promise<Process> {
  const env = { PATH: `${double.bin}:${process.env['PATH'] ?? ''}`, TMPDIR: double.path }
  return startProcess(double.path, '', env)
}

/** The text of an answer, as soon as the service gives one. */
async function answer({ url }: Process): Promise<unknown> {
  for (;;) {
    const messages = [{ role: 'user', content: 'hi' }]
    const response = await asOwner(url, 'POST', '/v1/chat/completions', { model: 'gguf', messages })
    if (response.status === 200) return Object(await response.json()).choices?.[0]?.message?.content
    await response.body?.cancel()
    await Bun.sleep(POLL_MS)
  }
}

function processesOf(double: InstalledLlamaServer): number[] {
  return [...double.starts().map(({ start }) => start), ...double.loaded().map(({ pid }) => pid)]
}

async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await Bun.sleep(POLL_MS)
}

const runFolders = (double: InstalledLlamaServer) =>
  readdirSync(double.path).filter((name) => name.startsWith('hearth-run-'))

test('main answers again after its llama-server or the process of a model was killed, and leaves neither', async () => {
  using double = installLlamaServer()
  double.addModel('a')
  await using service = await startOver(double)
  expect(await answer(service)).toBe('a says GGUF hello')
  const [first] = double.loaded()
  process.kill(first?.pid ?? 0, 'SIGKILL')
  await untilEnded([first?.pid ?? 0])
  expect(await answer(service)).toBe('a says GGUF hello')
  const [router] = double.starts()
  process.kill(router?.start ?? 0, 'SIGKILL')
  await untilEnded([router?.start ?? 0])
  expect(await answer(service)).toBe('a says GGUF hello')
  expect(double.starts()).toHaveLength(2)
  expect(service.logLines().filter((line) => line.includes('llama-server ended'))).toEqual([
    expect.stringContaining('"waitMs":500,"msg":"llama-server ended unexpectedly with 137"'),
  ])
  expect(await service.kill('SIGTERM')).toBe(0)
  expect(processesOf(double).filter(isAlive)).toEqual([])
  expect(runFolders(double)).toEqual([])
})

test.skipIf(Bun.which('setpriv') === null)(
  'main that is killed leaves no llama-server, and its next start removes the folder',
  async () => {
    using double = installLlamaServer()
    double.addModel('a')
    let killed = 0
    {
      await using service = await startOver(double)
      killed = service.pid
      expect(await answer(service)).toBe('a says GGUF hello')
      expect(processesOf(double).map(isAlive)).toEqual([true, true])
      await service.kill('SIGKILL')
    }
    await untilEnded(processesOf(double))
    // Each start also lists the voices of espeak-ng in one, for a moment.
    const ofKilled = `hearth-run-${killed.toString(36)}-`
    const left = () => runFolders(double).filter((name) => name.startsWith(ofKilled))
    expect(left()).not.toEqual([])
    double.removeModel('a')
    await using again = await startOver(double)
    expect(left()).toEqual([])
    expect((await asOwner(again.url, 'GET', '/health')).status).toBe(200)
  },
)

test('Gguf starts a llama-server that does not stay less and less often, and says what is wrong', async () => {
  using double = installLlamaServer({ lacks: '--models-dir' })
  double.addModel('a')
  const engine = new Gguf({
    settings: FOUND_GGUF,
    folder: double.models,
    environment: { PATH: double.bin },
  })
  const failure = async () => {
    const error = await engine.refresh(AbortSignal.timeout(60_000)).catch((cause) => cause)
    if (!(error instanceof EngineFailure)) throw new Error(`No failure: ${error}`)
    return [error.verdict, error.kind, error.message]
  }
  const tooOld =
    'This llama-server is too old, as it does not know an option (error: invalid argument: --models-dir): install a newer one'
  // After waits of 0.5, 1 and 2 seconds.
  for (let tries = 0; tries < 4; tries += 1)
    expect(await failure()).toEqual(['transient', 'unreachable', tooOld])
  const [, , words] = await failure()
  expect(words).toMatch(/install a newer one; it is started again in [34] s$/)
  await engine.end()
})
