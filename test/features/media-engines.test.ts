import { afterAll, expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type TranscriptionEngine,
} from '../../src/engines/contract/transcription.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

let failure: EngineFailure | undefined
/** Has the name of an engine for text, as one server may do both. */
const recogniser: TranscriptionEngine = {
  ...{ type: 'transcription', accounts: TRANSCRIPTION_ACCOUNTS, kind: 'openai-http' },
  ...{ id: 'local', label: 'Whisper', models: ['base'] },
  ...{ canTranslate: false, timeoutMs: 60_000 },
  transcribe: async () => ({ language: 'en', segments: [], hasTimes: true }),
  async checkStatus() {
    if (failure !== undefined) throw failure
  },
}
const other: TranscriptionEngine = { ...recogniser, id: 'ear', label: 'Ear', models: [] }
const service = createTestApp({
  engines: [fakeEngine('local', saying('Hello'))],
  transcriptionEngines: [recogniser, other],
})
afterAll(() => service[Symbol.asyncDispose]())
const { transcriptionHealth } = service.services

async function json(method: string, path: string, body?: unknown): Promise<unknown> {
  return await (await service.asOwner(method, path, body)).json()
}
const EAR = '/admin/engines/ear/accounts/transcription'
const engineOf = async (type: string, id: string) =>
  pickList(await json('GET', '/admin/engines'), 'items').find(
    (one) => pick(one, 'type') === type && pick(one, 'id') === id,
  )

test('GET /v1/models says what each model is for, and lists a name once', async () => {
  const data = pickList(await json('GET', '/v1/models'), 'data')
  const abilities = data.map((one) => [pick(one, 'id'), pick(one, 'capabilities')])
  expect(abilities).toContainEqual([
    'local',
    expect.arrayContaining(['completion', 'transcription']),
  ])
  expect(abilities).toContainEqual(['local/base', ['transcription']])
  expect(abilities).toContainEqual(['ear', ['transcription']])
  expect(new Set(data.map((one) => pick(one, 'id'))).size).toBe(data.length)
  expect(pick(data[0], 'id')).toBe('auto')
  expect(await json('GET', '/v1/models/local/base')).toMatchObject({
    ...{ owned_by: 'local', capabilities: ['transcription'], available: true },
  })
  // Code assistants chat only, and so does a key without the capability.
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['local'] })
  const headers = { authorization }
  const own = await (await service.request('/v1/models', { headers })).json()
  expect(JSON.stringify(own)).not.toContain('transcription')
})

test('a chat with a recogniser is refused with what it is for', async () => {
  const body = { model: 'ear', messages: [{ role: 'user', content: 'Hi' }] }
  const answer = await service.asOwner('POST', '/v1/chat/completions', body)
  expect(answer.status).toBe(404)
  expect(pick(await answer.json(), 'error.message')).toBe(
    'The model ear writes recordings down and answers no questions: take one with the capability completion, or auto',
  )
})

test('the owner sees, checks, clears and switches a recogniser off as any engine', async () => {
  expect(await engineOf('transcription', 'ear')).toMatchObject({
    ...{ label: 'Ear', kind: 'openai-http', configured: true, offered: true, capabilities: null },
    accounts: [{ id: 'transcription', state: 'ok', class: null }],
  })
  expect(await engineOf('text', 'local')).toMatchObject({ accounts: [{ state: 'ok' }] })
  failure = new EngineFailure('not_installed', 'Cannot start it')
  expect(await json('POST', `${EAR}/probe`)).toMatchObject({
    state: 'parked',
    class: 'not_installed',
  })
  expect(pickList(await json('GET', '/admin/alerts'), 'items')).toMatchObject([
    { kind: 'account_failed', subject: 'ear/transcription' },
  ])
  expect(await json('GET', '/v1/models/ear')).toMatchObject({ available: false })
  expect(transcriptionHealth.usable([other, recogniser])).toEqual([recogniser])
  expect(pickList(await json('GET', '/admin/doctor'), 'items')).toContainEqual({
    ...{ id: 'transcription.ear', level: 'warning', code: 'transcription_parked' },
    params: {
      name: 'Ear (openai-http)',
      status: {
        code: 'status_parked',
        params: { verdict: 'not_installed', evidence: 'Cannot start it' },
      },
    },
    says: 'Transcribes with Ear (openai-http): parked (not_installed): Cannot start it',
    fix: 'See its state on the page Engines of /admin',
    help: '/docs/doctor#transcription',
  })
  failure = undefined
  expect(await json('POST', `${EAR}/clear`)).toMatchObject({ state: 'ok' })
  expect(pickList(await json('GET', '/admin/alerts'), 'items')[0]).toMatchObject({
    kind: 'account_back',
  })
  expect(await json('POST', `${EAR}/disable`)).toMatchObject({ state: 'disabled' })
  expect(transcriptionHealth.usable([other])).toEqual([])
  expect(await json('POST', `${EAR}/enable`)).toMatchObject({ state: 'ok' })
  // The one for text with the same name has a state of its own.
  const same = '/admin/engines/local/accounts/transcription'
  expect(await json('POST', `${same}/disable`)).toMatchObject({ engine: 'local' })
  expect(await engineOf('text', 'local')).toMatchObject({ accounts: [{ state: 'ok' }] })
})
