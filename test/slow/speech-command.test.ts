import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SpeechCommand } from '../../src/engines/speech-command/speech-command.ts'
import { processesWith } from '../support/live-processes.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const plain = { text: 'Hello', voice: undefined, model: undefined, speed: 1 }
const never = new AbortController().signal

/** A shell script as a speech program whose processes are found by their environment. */
function commandOf(folder: string, script: string, seconds = 300) {
  return new SpeechCommand({
    settings: {
      id: 'double',
      adapter: 'command',
      command: ['sh', '-c', script],
      timeout_seconds: seconds,
    },
    environment: { PATH: process.env['PATH'], TMPDIR: folder, HOME: folder },
  })
}

test('SpeechCommand ends a hanging command with its children at an abort', async () => {
  using folder = tempFolder()
  const ready = join(folder.path, 'ready')
  const script = `trap '' INT; (trap '' INT TERM; sleep 60) & setsid sleep 60 & touch ${ready}; wait`
  const engine = commandOf(folder.path, script)
  const controller = new AbortController()
  const speech = thrown(engine.speak(plain, controller.signal))
  while (!(await Bun.file(ready).exists())) await Bun.sleep(10)
  expect(processesWith(`HOME=${folder.path}`).length).toBeGreaterThan(2)
  const reason = new Error('No longer wanted')
  controller.abort(reason)
  expect(await speech).toBe(reason)
  expect(processesWith(`HOME=${folder.path}`)).toEqual([])
  expect(readdirSync(folder.path)).toEqual(['ready'])
})

test('SpeechCommand ends a command that takes too long', async () => {
  using folder = tempFolder()
  const error = await thrown(commandOf(folder.path, 'exec sleep 60', 0.2).speak(plain, never))
  expect(error).toMatchObject({ verdict: 'timeout' })
  expect(String(error)).toContain('took longer than 0.2 s')
  expect(processesWith(`HOME=${folder.path}`)).toEqual([])
  expect(readdirSync(folder.path)).toEqual([])
})

test('SpeechCommand ends a command that prints without end, and keeps little of it', async () => {
  using folder = tempFolder()
  const before = process.memoryUsage().rss
  const error = await thrown(commandOf(folder.path, 'exec yes').speak(plain, never))
  expect(error).toMatchObject({ verdict: 'unknown' })
  expect(String(error)).toContain('without an end')
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(600)
  expect(processesWith(`HOME=${folder.path}`)).toEqual([])
})

test('SpeechCommand drops what a command prints beside its file, and on stderr', async () => {
  using folder = tempFolder()
  const before = process.memoryUsage().rss
  const script = 'head -c 300000000 /dev/zero; yes | head -c 10000000 >&2; : {output}'
  const error = await thrown(commandOf(folder.path, script).speak(plain, never))
  expect(error).toMatchObject({ verdict: 'empty' })
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300)
})
