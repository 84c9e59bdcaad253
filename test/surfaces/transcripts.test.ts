import { afterAll, expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { transcriptService } from '../support/transcripts.ts'

const HEADERS = { authorization: `Bearer ${PRIMARY_KEY}` }
const order: string[] = []
const chat = fakeEngine('local', async function* say(turn, signal) {
  order.push('chat')
  yield* saying('Hello')(turn, signal)
})
const service = transcriptService({ engines: [chat], limits: { transcriptionRetryMs: [1, 1] } })
afterAll(() => service[Symbol.asyncDispose]())
const { recogniser } = service

/** What the double hears in 3 seconds. */
const THREE = [
  { start: 0, end: 2, text: 'word 1' },
  { start: 2, end: 3, text: 'word 2' },
]

async function endOf(response: Response) {
  expect([response.status, response.headers.get('location')]).toEqual([
    202,
    expect.stringMatching(/^\/jobs\/trs_[\w-]{22}$/),
  ])
  return (await service.records(await service.read(response))).at(-1)
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

test('POST /transcribe takes a raw body, a form, an upload and a stored file', async () => {
  const wav = speechWav(3)
  const result = {
    ...{ text: 'word 1 word 2', language: 'en', duration_seconds: 3, engine: 'whisper' },
    ...{ model: 'base', segments: THREE },
  }
  const raw = await endOf(await service.send(wav, '?filename=raw.wav'))
  expect(raw).toMatchObject({ kind: 'transcribe', status: 'succeeded', result, error: null })
  expect(raw?.progress).toMatchObject({ done: 3, total: 3, unit: 'seconds' })
  const body = form({ file: new File([wav.slice()], 'talk.wav'), language: 'pt-BR' })
  const sent = await fetch(`${service.url}/transcribe`, { method: 'POST', headers: HEADERS, body })
  expect((await endOf(sent))?.result).toEqual({ ...result, language: 'pt' })
  expect(recogniser.calls.at(-1)?.language).toBe('pt')

  const created = await fetch(`${service.url}/buffer`, {
    method: 'POST',
    headers: {
      ...HEADERS,
      'tus-resumable': '1.0.0',
      'upload-length': String(wav.byteLength),
      'content-type': 'application/offset+octet-stream',
    },
    body: wav.slice(),
  })
  const buffer = created.headers.get('location')?.split('/').at(-1)
  const byUpload = await service.asOwner('POST', '/transcribe', { buffer, engine: 'whisper' })
  expect((await endOf(byUpload))?.result).toEqual(result)

  const stored = await fetch(`${service.url}/api/nas/upload?filename=a.wav`, {
    method: 'POST',
    headers: HEADERS,
    body: wav.slice(),
  })
  const file = String(await pickFrom(stored, 'token'))
  recogniser.hold()
  const byFile = await service.asOwner('POST', '/transcribe', { file })
  // It is the job's own now.
  await service.asOwner('DELETE', `/api/nas/files/${file}`)
  recogniser.release()
  expect((await endOf(byFile))?.result).toEqual(result)
  const wrong = await service.asOwner('POST', '/transcribe', { file })
  expect([wrong.status, await pickFrom(wrong, 'detail')]).toEqual([
    422,
    'Cannot use file: there is no stored file with this token',
  ])
  const none = await service.asOwner('POST', '/transcribe', {})
  expect([none.status, await pickFrom(none, 'code')]).toEqual([422, 'invalid'])
  expect(service.services.db.sqlite.query('SELECT count(*) AS n FROM usage').get()).toEqual({
    n: 0,
  })
})

test('a long recording is split; pieces keep their order, prompt and language; chat passes in between', async () => {
  const before = recogniser.calls.length
  const start = order.length
  recogniser.detects = 'de'
  recogniser.hear = ({ seconds }) => {
    order.push(`piece of ${Math.round(seconds)} s`)
    return [{ start: 0, end: seconds + 5, text: ` part ${order.length - start}.` }]
  }
  recogniser.hold()
  const job = await service.read(await service.send(speechWav(200)))
  await recogniser.reached(before + 1)
  const body = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
  const { key } = await service.makeKey({ generate: true, agent_engines: ['local'], media: true })
  const other = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = fetch(`${service.url}/v1/chat/completions`, {
    ...{ method: 'POST', headers: other, body: JSON.stringify(body) },
  })
  await until(() => service.services.queue.handles('chat') && waiting() === 1)
  recogniser.release()
  expect((await asked).status).toBe(200)
  const end = (await service.records(job)).at(-1)
  const pieces = order.slice(start)
  expect(pieces.slice(0, 2)).toEqual([expect.stringContaining('piece'), 'chat'])
  const calls = recogniser.calls.slice(before)
  expect(calls.length).toBe(pieces.length - 1)
  expect(calls.length).toBeGreaterThan(2)
  expect(calls.every(({ seconds }) => seconds <= 90)).toBe(true)
  expect(calls.map(({ language }) => language)).toEqual([
    undefined,
    ...calls.slice(1).map(() => 'de'),
  ])
  expect(calls[1]?.prompt).toBe('part 1.')
  const segments: { start: number; end: number }[] = Object(end?.result).segments
  expect(segments.at(-1)?.end).toBe(200)
  expect(
    segments.every(({ start, end }, at) => start <= end && start >= (segments[at - 1]?.end ?? 0)),
  ).toBe(true)
  expect(pick(end?.result, 'language')).toBe('de')
  const foreign = await fetch(`${service.url}/jobs/${job.job_id}`, { headers: other })
  expect(foreign.status).toBe(404)
  recogniser.detects = 'en'
  recogniser.hear = ({ seconds }) => [{ start: 0, end: seconds, text: 'spoken' }]
})

let lanes = 0
function waiting(): number {
  void service.services.queue.lanes().then((all) => {
    lanes = all.find(({ name }) => name === 'heavy')?.waiting.length ?? 0
  })
  return lanes
}
