import { expect, test } from 'bun:test'
import { createDevice } from '../support/devices.ts'
import { gatedEngine, until } from '../support/gates.ts'
import { head, openRaw, type RawClient } from '../support/raw-client.ts'
import { startService } from '../support/service.ts'

function request(credential: string, text: string, stream: boolean): string {
  const messages = [{ role: 'user', content: text }]
  const body = JSON.stringify({ model: 'auto', stream, messages })
  return (
    head(
      'POST /api/code/v1/chat/completions HTTP/1.1',
      `Authorization: Bearer ${credential}`,
      `Content-Length: ${body.length}`,
    ) + body
  )
}

test('a client that disconnects while it waits for a lease leaves the queue and reaches no engine', async () => {
  for (const stream of [true, false]) {
    const gates = gatedEngine()
    await using service = startService({ engines: [gates.engine], heavyWidth: 8 })
    const { admissions } = service.services
    const { credential } = createDevice(service)
    const held: RawClient[] = []
    for (const text of ['one', 'two']) {
      held.push(openRaw(service.port, request(credential, text, false)))
      await until(() => gates.prompts.length === held.length)
    }
    const client = openRaw(service.port, request(credential, 'gone', stream))
    if (stream) await client.until((text) => text.includes('"role":"assistant"'))
    await until(() => admissions.of('model').state().waiting === 1)
    const next = openRaw(service.port, request(credential, 'next', false))
    await until(() => admissions.of('model').state().waiting === 2)
    client[Symbol.dispose]()
    await until(() => admissions.of('model').state().waiting === 1)
    for (const text of ['one', 'next', 'two']) gates.release(text)
    expect((await next.answer()).status).toBe(200)
    await Promise.all(held.map((one) => one.answer()))
    await until(() => admissions.of('model').state().admitted === 0)
    expect(gates.prompts).toEqual(['one', 'two', 'next'])
    for (const one of [...held, next]) one[Symbol.dispose]()
  }
})

test('a client that disconnects during its answer frees its lease for the next one', async () => {
  const gates = gatedEngine()
  await using service = startService({ engines: [gates.engine], heavyWidth: 8 })
  const { admissions } = service.services
  const { credential } = createDevice(service)
  const [one, two] = ['one', 'two'].map((text) =>
    openRaw(service.port, request(credential, text, true)),
  )
  await until(() => gates.prompts.length === 2)
  const three = openRaw(service.port, request(credential, 'three', true))
  await three.until((text) => text.includes('"role":"assistant"'))
  one?.[Symbol.dispose]()
  await until(() => gates.prompts.includes('three'))
  three[Symbol.dispose]()
  two?.[Symbol.dispose]()
  await until(() => admissions.of('model').state().admitted === 0)
  expect(admissions.of('model').state().waiting).toBe(0)
})
