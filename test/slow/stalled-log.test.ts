import { expect, test } from 'bun:test'
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_HELD_LOG_BYTES } from '../../src/platform/log.ts'
import { tempFolder } from '../support/process.ts'

const WRITER = `
import { createLog } from '${import.meta.resolve('../../src/platform/log.ts')}'
const log = createLog('info')
const words = 'x'.repeat(1_000)
const write = (lines: number) => {
  for (let line = 0; line < lines; line += 1) log.info({ line, words }, 'line')
}
for await (const given of console) {
  const [what, lines] = given.split(' ')
  if (what === 'write') write(Number(lines))
  if (what === 'throw') {
    write(3)
    throw new Error('the process has crashed')
  }
  if (what === 'end') process.exit(0)
  console.log(String(log.droppedLines?.()))
}
`
const FULL = join('/dev', 'full')
/** More than is held. */
const MANY = 2 * Math.ceil(MAX_HELD_LOG_BYTES / 1_000)

/** A process that writes lines of the log as it is told; its log is a named pipe, or a path that is given. */
async function startWriter(path?: string) {
  const folder = tempFolder()
  const file = join(folder.path, 'writer.ts')
  const pipe = path ?? join(folder.path, 'pipe')
  await Bun.write(file, WRITER)
  if (path === undefined) expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
  // Open without being read, so that the writer can open it too.
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const script = `exec "${process.execPath}" "${file}" 2>"${pipe}"`
  const child = Bun.spawn(['sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = child.stdout.getReader()
  const say = (words: string) => {
    child.stdin.write(`${words}\n`)
    return child.stdin.flush()
  }
  return {
    exited: child.exited,
    say,
    /** What the log has given so far; to be called until it has what is awaited. */
    read: () => {
      const bytes = Buffer.alloc(64 * 1024)
      try {
        return bytes.toString('latin1', 0, readSync(reader, bytes))
      } catch (error) {
        if (Reflect.get(Object(error), 'code') === 'EAGAIN') return ''
        throw error
      }
    },
    close: () => closeSync(reader),
    /** @returns The number of dropped lines so far */
    write: async (lines: number) => {
      await say(`write ${lines}`)
      const { value } = await answers.read()
      return Number(new TextDecoder().decode(value))
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      folder[Symbol.dispose]()
    },
  }
}

test('a log whose reader has stalled holds nothing up, and what was dropped is told later', async () => {
  await using writer = await startWriter()
  const dropped = await writer.write(MANY)
  expect(dropped).toBeGreaterThan(MANY / 4)
  let text = ''
  while (!text.includes('"msg":"Lines of the log were dropped')) {
    const more = writer.read()
    text += more
    // The writer tries again in intervals.
    if (more === '') await Bun.sleep(5)
  }
  const lines = text.trim().split('\n')
  const parsed = lines.slice(0, -1).map((line): { line: number } => JSON.parse(line))
  expect(parsed.map(({ line }) => line)).toEqual(parsed.map((_, at) => at))
  const told: { dropped: number } = JSON.parse(lines.at(-1) ?? '')
  // Some lines were still gathered when the writer was asked.
  expect(told.dropped).toBeGreaterThanOrEqual(dropped)
  expect(parsed.length + told.dropped).toBe(MANY)
})

test('a process ends although nobody reads its log', async () => {
  await using writer = await startWriter()
  await writer.write(MANY)
  await writer.say('end')
  expect(await writer.exited).toBe(0)
})

test('a full disk ends no process', async () => {
  expect(existsSync(FULL)).toBe(true)
  await using writer = await startWriter(FULL)
  expect(await writer.write(10)).toBe(0)
  expect(await writer.write(MANY)).toBeGreaterThan(0)
  await writer.say('end')
  expect(await writer.exited).toBe(0)
})

test('a log whose reader is gone is dropped', async () => {
  await using writer = await startWriter()
  await writer.write(1)
  writer.close()
  await writer.write(MANY)
  expect(await writer.write(10)).toBeGreaterThanOrEqual(10)
  await writer.say('end')
  expect(await writer.exited).toBe(0)
})

test('the last lines before a crash are whole', async () => {
  await using writer = await startWriter()
  await writer.say('throw')
  expect(await writer.exited).not.toBe(0)
  const lines = writer
    .read()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
  expect(lines.map((line) => Reflect.get(Object(JSON.parse(line)), 'line'))).toEqual([0, 1, 2])
})
