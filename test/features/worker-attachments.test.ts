import { expect, test } from 'bun:test'
import { ATTACHMENT_LANE_WIDTH } from '../../src/core/attachments/attachment.ts'
import { AppError } from '../../src/platform/errors.ts'
import { fakeEngine } from '../support/engines.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'
import { fakeSandbox, type ScriptedCall } from '../support/workers.ts'

const PATH = '/api/ai/worker'
const BODY = { profile: 'read_docs', brief: 'Read it' }

/** An engine that answers each turn of one worker with a call. */
function callingEngine(...script: ScriptedCall[]) {
  let turns = 0
  return fakeEngine('local', async function* () {
    const [name, args] = script[turns++] ?? ['finish', { answer: 'Over' }]
    const call = { name, arguments: JSON.stringify(args) }
    const tool_calls = [{ index: 0, id: `call_${turns}`, type: 'function', function: call }]
    yield [{ type: 'delta', delta: { tool_calls } }]
    yield [{ type: 'finish', reason: 'tool_calls' }]
  })
}

test('a job keeps the uploads that it was given, also when they are deleted while it waits', async () => {
  using folder = tempFolder()
  const gate = Promise.withResolvers<never>()
  await using app = createTestApp({
    engines: [callingEngine(['read_file', { path: '/inputs/kept.txt' }])],
    sandbox: fakeSandbox(),
    env: { DATA_DIR: folder.path },
    safeFetch: { fetch: () => gate.promise },
  })
  const { uploads } = app.services
  const { id } = await uploads.create('primary', { bytes: 4, metadata: { filename: 'kept.txt' } })
  await uploads.append('primary', id, { offset: 0, read: () => new Blob(['Kept']).stream() })
  // They take all places of the preparation.
  for (let count = 0; count < ATTACHMENT_LANE_WIDTH; count += 1)
    await app.asOwner('POST', PATH, { ...BODY, attachments: [{ url: 'https://slow.test/' }] })
  const made = await app.asOwner('POST', PATH, { ...BODY, attachments: [{ buffer: id }] })
  await uploads.remove('primary', id)
  gate.reject(new AppError('download_failed', 'It is gone'))
  const location = made.headers.get('location') ?? ''
  await (await app.asOwner('GET', `${location}/events`)).text()
  expect(await (await app.asOwner('GET', location)).json()).toMatchObject({
    status: 'succeeded',
    steps: [{ text: 'read_file /inputs/kept.txt', ok: true }, { tool: 'finish' }],
  })
})
