import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startProcess, tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { PRIMARY_KEY } from '../support/service.ts'

const KILLS = 15
/** Below what is taken from outside of the own network. */
const BYTES = 90 * 1024 * 1024
const PIECE_BYTES = 6 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
/** Longest time from the start of a piece to the kill. */
const MAX_RUN_MS = 120

const HEADERS = { authorization: `Bearer ${PRIMARY_KEY}`, 'tus-resumable': '1.0.0' }

test('an upload survives kills at any moment: the offset is true and the bytes are right', async () => {
  const random = seededRandom(20)
  using folder = tempFolder()
  const bytes = new Uint8Array(BYTES)
  for (let at = 0; at < BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  let path = ''
  let offset = 0
  let kills = 0
  for (;;) {
    await using service = await startProcess(folder.path, '')
    if (path === '') path = await begin(service.url)
    const found = await offsetOf(service.url, path)
    // What was acknowledged is there; of what was not, some may be.
    expect(found).toBeGreaterThanOrEqual(offset)
    offset = found
    const killAt = kills < KILLS ? random() * MAX_RUN_MS : Number.POSITIVE_INFINITY
    const killed = kills < KILLS ? Bun.sleep(killAt).then(() => service.kill()) : undefined
    try {
      while (offset < BYTES) offset = await append(service.url, path, offset, bytes)
      // The last piece is left to the last service.
      if (killed === undefined) {
        await service.terminate()
        break
      }
    } catch {
      // The connection is gone with the service.
    }
    await killed
    kills += 1
  }
  expect(kills).toBe(KILLS)
  const kept = await Bun.file(join(folder.path, 'data/uploads', basename(path))).bytes()
  expect(Bun.SHA256.hash(kept, 'hex')).toBe(Bun.SHA256.hash(bytes, 'hex'))
  expect(readdirSync(join(folder.path, 'data/uploads'))).toEqual([basename(path)])
})

async function begin(url: string): Promise<string> {
  const answer = await fetch(`${url}/buffer`, {
    method: 'POST',
    headers: { ...HEADERS, 'upload-length': String(BYTES) },
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

async function offsetOf(url: string, path: string): Promise<number> {
  const answer = await fetch(url + path, { method: 'HEAD', headers: HEADERS })
  return Number(answer.headers.get('upload-offset'))
}

/** Sends one piece in small chunks. @returns The new offset */
async function append(url: string, path: string, offset: number, bytes: Uint8Array) {
  const end = Math.min(offset + PIECE_BYTES, BYTES)
  let at = offset
  const answer = await fetch(url + path, {
    method: 'PATCH',
    headers: {
      ...HEADERS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new ReadableStream({
      pull(controller) {
        controller.enqueue(bytes.subarray(at, Math.min(at + CHUNK_BYTES, end)))
        at += CHUNK_BYTES
        if (at >= end) controller.close()
      },
    }),
  })
  if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`)
  return Number(answer.headers.get('upload-offset'))
}
