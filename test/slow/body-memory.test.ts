import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { head, openRaw, piece, type RawClient, sendRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY } from '../support/service.ts'

const MIB = 1024 * 1024
const KEY = `Authorization: Bearer ${PRIMARY_KEY}`
const CHUNKED = 'Transfer-Encoding: chunked'
const CHAT = 'POST /v1/chat/completions HTTP/1.1'
const GENERATE = 'POST /api/ai/generate HTTP/1.1'
const PIECE = piece('a'.repeat(64 * 1024))

/** Sends pieces of a chunked body until an answer begins. @returns The bytes that went out */
async function flood(client: RawClient): Promise<number> {
  let sent = 0
  while (client.open && client.text === '') {
    await client.send(PIECE)
    sent += PIECE.length
  }
  return sent
}

function memoryMib(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

test('twenty endless bodies do not grow the memory of the service', async () => {
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml('http://127.0.0.1:9/v1'))
  const port = Number(new URL(service.url).port)
  const before = memoryMib(service.pid, 'VmRSS')
  for (let attack = 0; attack < 20; attack += 1) {
    using client = openRaw(port, head(CHAT, KEY, CHUNKED))
    await flood(client)
    expect((await client.answer()).status).toBe(413)
  }
  // 1200 MiB were sent and none was kept; what the collector has not yet come to is a few bodies.
  expect(memoryMib(service.pid, 'VmHWM') - before).toBeLessThan(12 * 60)
  while (memoryMib(service.pid, 'VmRSS') - before > 2 * 60) await Bun.sleep(250)
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
})

test('bodies without a valid credential are never buffered', async () => {
  using folder = tempFolder()
  await using service = await startProcess(folder.path, localToml('http://127.0.0.1:9/v1'))
  const port = Number(new URL(service.url).port)
  const before = memoryMib(service.pid, 'VmRSS')
  for (const start of [CHAT, GENERATE, 'POST /nowhere HTTP/1.1', 'GET /health HTTP/1.1']) {
    using client = openRaw(port, head(start, CHUNKED))
    for (let sent = 0; sent < 256 * MIB; sent += PIECE.length) await client.send(PIECE)
    expect((await client.answer()).status).toBeOneOf([200, 401, 404])
  }
  expect(memoryMib(service.pid, 'VmHWM') - before).toBeLessThan(64)
})
