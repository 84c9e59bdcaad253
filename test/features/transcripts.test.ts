import { afterAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { MAX_OPEN_TRANSCRIPTS } from '../../src/features/transcription/transcript.ts'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { until } from '../support/gates.ts'
import { localFetch } from '../support/local-fetch.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { fakeRecogniser, transcriptService } from '../support/transcripts.ts'

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
  // An upload whose bytes go between the two steps of taking it.
  await rm(service.services.uploads.finished('primary', String(buffer)).path)
  const gone = await service.asOwner('POST', '/transcribe', { buffer })
  expect([gone.status, await pickFrom(gone, 'code')]).toEqual([422, 'invalid'])
  const none = await service.asOwner('POST', '/transcribe', {})
  expect([none.status, await pickFrom(none, 'code')]).toEqual([422, 'invalid'])
  const damaged = await endOf(await service.send(speechWav(3).slice(0, 20)))
  expect(damaged?.status).toBe('failed')
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
  await until(() => service.services.queue.definitionOf('chat') !== undefined && waiting() === 1)
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

function waiting(): number {
  const lanes = service.services.queue.lanes()
  return lanes.find(({ name }) => name === 'heavy')?.waiting.length ?? 0
}

/** A service without ffmpeg and without a recogniser. */
const bare = startService({ transcriptionEngines: [] })
afterAll(() => bare[Symbol.asyncDispose]())

test('without a recogniser nothing of a recording is read; without ffmpeg only WAV is taken', async () => {
  const answer = await fetch(`${bare.url}/transcribe`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-length': String(1024 ** 3) },
    body: new ReadableStream({ pull: () => new Promise(() => {}) }),
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, null])
  const refusal = await answer.json()
  expect(refusal).toEqual({
    code: 'not_installed',
    detail: expect.stringMatching(/^No transcription engine was found: .*whisper-cli/),
  })
  const byClient = await fetch(`${bare.url}/v1/audio/transcriptions`, {
    ...{ method: 'POST', headers: HEADERS, body: form({ file: new Blob(['x']), model: 'auto' }) },
  })
  expect([byClient.status, await pickFrom(byClient, 'error.code')]).toEqual([503, 'not_installed'])

  const before = recogniser.calls.length
  const other = await service.send(Buffer.from('ID3 is no WAV'), '?filename=a.mp3')
  expect([other.status, await pickFrom(other, 'detail')]).toEqual([
    503,
    expect.stringContaining('Without ffmpeg only WAV files can be read'),
  ])
  const empty = await service.send(new Uint8Array())
  expect([empty.status, await pickFrom(empty, 'detail')]).toEqual([422, 'The recording is empty'])
  expect(recogniser.calls.length).toBe(before)
  expect(await spooled()).toEqual([])
})

test('Idempotency-Key, language and bounds', async () => {
  const wav = speechWav(1)
  const key = { 'idempotency-key': 'talk' }
  const first = await service.read(await service.send(wav, '', key))
  const again = await service.read(await service.send(wav, '', key))
  expect(again.job_id).toBe(first.job_id)
  expect((await service.send(wav, '?language=de', key)).status).toBe(409)
  const wrong = await service.send(wav, '?language=german%20please')
  expect([wrong.status, await pickFrom(wrong, 'detail')]).toEqual([
    422,
    expect.stringContaining('must be a code such as en'),
  ])
  expect((await service.send(wav, '?engine=nobody')).status).toBe(404)
  await service.records(first)
  recogniser.hold()
  const sent = await Promise.all(
    Array.from({ length: MAX_OPEN_TRANSCRIPTS + 9 }, () => service.send(wav)),
  )
  const taken = sent.filter(({ status }) => status === 202)
  expect(taken).toHaveLength(MAX_OPEN_TRANSCRIPTS)
  const open = await Promise.all(taken.map((answer) => service.read(answer)))
  const full = await service.send(wav)
  expect([full.status, full.headers.get('retry-after'), await pickFrom(full, 'code')]).toEqual([
    ...[429, '5', 'busy'],
  ])
  const page = await service.asOwner('GET', '/jobs?limit=200')
  const listed: { job_id: string }[] = Object(await pickFrom(page, 'items'))
  const ids = listed.map(({ job_id }) => job_id)
  expect(ids).toEqual(expect.arrayContaining(open.map(({ job_id }) => job_id)))
  const { jobs, spool } = service.services
  const files = jobs.files()
  expect(files.length).toBeGreaterThanOrEqual(MAX_OPEN_TRANSCRIPTS)
  for (const job of open) await service.asOwner('DELETE', `/jobs/${job.job_id}`)
  recogniser.release()
  // Not only with their records: cancelled jobs would fill the disk for an hour.
  for (const id of files) while ((await spool.find(id)) !== undefined);
})

test('DELETE stops the recogniser; a client that leaves does as well', async () => {
  const before = recogniser.calls.length
  const left = recogniser.aborted
  recogniser.hold()
  const job = await service.read(await service.send(speechWav(2)))
  await recogniser.reached(before + 1)
  const deleted = await service.asOwner('DELETE', `/jobs/${job.job_id}`)
  expect([deleted.status, await pickFrom(deleted, 'status')]).toEqual([200, 'cancelled'])
  await recogniser.left(left + 1)
  const result = await service.asOwner('GET', `/jobs/${job.job_id}/result`)
  expect([result.status, await pickFrom(result, 'detail')]).toEqual([
    ...[409, 'The job has no result: it is cancelled'],
  ])
  const leaving = new AbortController()
  const body = form({ file: new File([speechWav(2).slice()], 'a.wav') })
  const asked = fetch(`${service.url}/v1/audio/transcriptions`, {
    ...{ method: 'POST', headers: HEADERS, body, signal: leaving.signal },
  }).catch(() => undefined)
  await recogniser.reached(before + 2)
  leaving.abort()
  await asked
  await recogniser.left(left + 2)
  recogniser.release()
})

test('a piece goes on with another recogniser, then after a pause, then fails in plain words', async () => {
  const events: string[] = []
  const second = fakeRecogniser('second')
  await using both = transcriptService({
    transcriptionEngines: [service.engine, second.engine],
    limits: { transcriptionRetryMs: [1, 1] },
  })
  const run = async () =>
    (await both.records(await both.read(await both.send(speechWav(1))))).at(-1)
  service.fail('timeout')
  expect(pick((await run())?.result, 'engine')).toBe('second')
  const calls = recogniser.calls.length
  expect(pick((await run())?.result, 'engine')).toBe('second')
  // It has failed last, so that the other one is asked first.
  expect(recogniser.calls.length).toBe(calls)
  service.fail('transient')
  second.fail('transient', 'transient')
  expect(pick((await run())?.result, 'engine')).toBe('whisper')
  service.fail('transient', 'transient', 'transient')
  second.fail('transient', 'empty', 'unknown')
  const failed = await run()
  events.push(String(failed?.error?.detail))
  expect(failed).toMatchObject({ status: 'failed', subscription_only: true })
  expect(events).toEqual([
    expect.stringMatching(/^No transcription engine could answer: .*second failed .*/),
  ])
  service.fail('request')
  second.fail('request')
  expect((await run())?.error?.code).toBe('engine_refused')
  const metrics = await (await both.asOwner('GET', '/metrics')).text()
  expect(metrics).toContain(
    'hearth_transcribed_pieces_total{engine="second",outcome="succeeded"} 2',
  )
})

test('large recordings come from the own network only, addresses from the public internet only', async () => {
  const answer = await fetch(`${service.url}/transcribe`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-length': String(200 * 1024 ** 2) },
    body: new ReadableStream({ pull: () => new Promise(() => {}) }),
  })
  expect([answer.status, await pickFrom(answer, 'code')]).toEqual([403, 'own_network_only'])
  for (const url of ['http://127.0.0.1/a.mp3', 'http://169.254.169.254/', 'http://[::1]/a.wav']) {
    const job = await service.read(await service.asOwner('POST', '/transcribe-url', { url }))
    const end = (await service.records(job)).at(-1)
    expect([end?.status, end?.error?.code]).toEqual(['failed', 'address_refused'])
  }
  for (const url of ['file:///etc/passwd', 'ftp://example.com/a.mp3', 'talk.mp3']) {
    const refused = await service.asOwner('POST', '/transcribe-url', { url })
    expect([refused.status, await pickFrom(refused, 'code')]).toEqual([422, 'invalid'])
  }
})

test('what was spoken is in the history once, nothing spoken is not; files are gone at the end', async () => {
  // Those of jobs that were cancelled are deleted with their rows.
  const left = await spooled()
  recogniser.hear = () => []
  const silent = await endOf(await service.send(speechWav(2), '?filename=silence.wav'))
  expect(silent?.result).toMatchObject({ text: '', language: null, segments: [] })
  recogniser.hear = () => [{ start: 0, end: 2, text: ' Remember the milk.' }]
  const job = await endOf(await service.send(speechWav(2), '?filename=note.wav'))
  const found = await service.asOwner('GET', '/history?q=milk')
  expect(await found.json()).toMatchObject({ items: [{ kind: 'transcript', title: 'note.wav' }] })
  expect(await pickFrom(await service.asOwner('GET', '/history?q=silence'), 'items')).toEqual([])
  recogniser.hear = () => [{ start: 0, end: 2, text: ' A dictated sentence.' }]
  const file = new File([speechWav(2).slice()], 'dictation.wav')
  const body = form({ file, store: 'false' })
  const dictated = await fetch(`${service.url}/v1/audio/transcriptions`, {
    ...{ method: 'POST', headers: HEADERS, body },
  })
  expect(await dictated.json()).toEqual({ text: 'A dictated sentence.' })
  expect(await pickFrom(await service.asOwner('GET', '/history?q=dictated'), 'items')).toEqual([])
  const srt = await service.asOwner('GET', `/jobs/${job?.job_id}/result?format=srt`)
  expect([srt.headers.get('content-type'), await srt.text()]).toEqual([
    'application/x-subrip; charset=utf-8',
    '1\n00:00:00,000 --> 00:00:02,000\nRemember the milk.\n',
  ])
  const { transcriptOf } = service.services
  expect(transcriptOf('primary', job?.job_id ?? '').text).toBe('Remember the milk.')
  expect(() => transcriptOf('key:other', job?.job_id ?? '')).toThrow('There is no such job')
  expect(await spooled()).toEqual(left)
})

test('silence is not sent to a recogniser, which would invent words for it', async () => {
  const calls = recogniser.calls.length
  recogniser.hear = () => [{ start: 0, end: 2, text: ' Thank you for watching.' }]
  const silent = await endOf(await service.send(speechWav(120, () => 0)))
  expect(silent).toMatchObject({ status: 'succeeded' })
  expect(silent?.result).toMatchObject({
    text: '',
    language: null,
    duration_seconds: 120,
    segments: [],
  })
  expect(recogniser.calls).toHaveLength(calls)
  const spoken = (index: number) => (index >= 480_000 && index < 512_000 ? 3_000 : 0)
  const short = await endOf(await service.send(speechWav(60, (index) => spoken(index))))
  expect(recogniser.calls).toHaveLength(calls + 1)
  expect(short?.result).toMatchObject({ segments: [{ start: 29.5, end: 31.5 }] })
})

test('the subtitles of a film are written beside other work', async () => {
  const film = Array.from({ length: 12_000 }, (_, at) => ({
    ...{ start: at / 10_000, end: (at + 1) / 10_000, text: 'by the river' },
  }))
  const { hear } = recogniser
  recogniser.hear = () => film
  const job = await endOf(await service.send(speechWav(2)))
  recogniser.hear = hear
  let turns = 0
  const turn = () => {
    turns += 1
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const srt = await service.asOwner('GET', `/jobs/${job?.job_id}/result?format=srt`)
  clearImmediate(timer)
  expect((await srt.text()).match(/river/g)).toHaveLength(film.length)
  // Done by the thread that answers requests, it leaves a few turns before and after it.
  expect(turns).toBeGreaterThan(100)
})

/** The files of the service that are left. */
async function spooled(): Promise<string[]> {
  const { jobs, spool } = service.services
  const found = await Promise.all(jobs.files().map((id) => spool.find(id)))
  return found.flatMap((one) => (one === undefined ? [] : [one.id]))
}

test('POST /transcribe-url downloads as part of the job; a page or a missing file fails in plain words', async () => {
  const web = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      if (url.endsWith('/talk.wav')) return new Response(speechWav(2).slice())
      if (url.endsWith('/page'))
        return new Response('<p>', { headers: { 'content-type': 'text/html' } })
      return new Response('gone', { status: 404 })
    },
  })
  await using online = transcriptService({ safeFetch: localFetch() })
  const run = async (path: string) => {
    const url = `http://127.0.0.1:${web.port}/${path}`
    const sent = await online.asOwner('POST', '/transcribe-url', { url, language: 'en' })
    return (await online.records(await online.read(sent))).at(-1)
  }
  expect((await run('talk.wav'))?.result).toMatchObject({ text: 'word 1', duration_seconds: 2 })
  const kept = await pickFrom(await online.asOwner('GET', '/history'), 'items.0.title')
  expect(kept).toBe('talk.wav')
  expect((await run('page'))?.error).toEqual({
    ...{ code: 'not_installed' },
    detail: expect.stringMatching(/^The address leads to a page, not to a sound or video file\. /),
  })
  expect((await run('none.mp3'))?.error).toEqual({
    ...{ code: 'download_failed', detail: 'The server answered with the status 404' },
  })
  await web.stop(true)
})

test('the transcript of a recording that was not read to its end says so', async () => {
  const audio = new LocalAudio({ env: {}, maxSeconds: 2 })
  await using short = transcriptService({ audio })
  const end = (await short.records(await short.read(await short.send(speechWav(3))))).at(-1)
  expect(end?.result).toMatchObject({ duration_seconds: 2, truncated: true })
})
