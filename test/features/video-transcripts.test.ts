import { afterAll, expect, test } from 'bun:test'
import { MAX_OPEN_TRANSCRIPTS, WAITING_LANE } from '../../src/features/transcription/transcript.ts'
import type {
  FoundCaptions,
  ReadCaptions,
} from '../../src/features/transcription/video-transcript.ts'
import { AppError } from '../../src/platform/errors.ts'
import { until } from '../support/gates.ts'
import { localFetch } from '../support/local-fetch.ts'
import { pickFrom } from '../support/pick.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { transcriptService } from '../support/transcripts.ts'

const WAV = speechWav(3)
const CAPTIONS: FoundCaptions = {
  ...{ title: 'A talk', seconds: 61.5, language: 'en', kind: 'native' },
  segments: [
    { start: 0, end: 2, text: 'Good morning.' },
    { start: 2, end: 4.5, text: 'Let us begin.' },
  ],
}
const SRT = '1\n00:00:00,000 --> 00:00:04,500\nGood morning. Let us begin.\n'

/** Pages with players, and files. */
const web = Bun.serve({
  port: 0,
  fetch({ url }) {
    const { pathname } = new URL(url)
    const type = { 'content-type': 'text/html' }
    if (pathname === '/robots-only') return new Response('no', { status: 403, headers: type })
    if (pathname.startsWith('/long'))
      return new Response(speechWav(61).slice(), { headers: { 'content-type': 'audio/wav' } })
    if (pathname.endsWith('.wav'))
      return new Response(WAV.slice(), { headers: { 'content-type': 'audio/wav' } })
    return new Response('<title>player</title>', { headers: type })
  },
})

const JSON_HEADERS = {
  ...{ authorization: `Bearer ${PRIMARY_KEY}`, 'content-type': 'application/json' },
}

/** What the site answers for each path; a page that is not here has no captions. */
const captions = new Map<string, () => Promise<FoundCaptions | undefined>>()
const asked: string[] = []
const readCaptions: ReadCaptions = async (url, { language }) => {
  const { pathname } = new URL(url)
  asked.push(`${pathname} ${language ?? ''}`.trim())
  const found = await captions.get(pathname)?.()
  return found === undefined || language === undefined || found.language === language
    ? found
    : undefined
}
const downloads: string[] = []

let at = Date.now()
const service = transcriptService({
  ...{ safeFetch: localFetch(), readCaptions, now: () => at },
  ...{ env: { EDGE_PORT: '0' }, limits: { lateAnswerMs: 20, keepaliveMs: 10 } },
  async downloadSound(url, { target, onProgress }) {
    downloads.push(new URL(url).pathname)
    onProgress(1, 2)
    await Bun.write(target, WAV)
    return { title: 'Heard talk' }
  },
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await web.stop(true)
})

const at127 = (path: string) => `http://127.0.0.1:${web.port}/${path}`
const ask = (path: string, query = '', through = service) =>
  through.asOwner('GET', `/v1/transcript?url=${encodeURIComponent(at127(path))}${query}`)

function usageRows(): unknown[] {
  const { sqlite } = service.services.db
  service.services.batch.flush()
  const rows = sqlite.query('SELECT surface, action, units, credits, outcome FROM usage').values()
  sqlite.run('DELETE FROM usage')
  return rows
}
const row = (action: string, units: number, credits: number) => [
  ...['video_transcript', action, units, credits, 'succeeded'],
]

test('GET /v1/transcript gives captions in every format, keeps them for a day and charges each answer', async () => {
  captions.set('/talk', async () => CAPTIONS)
  const first = await ask('talk?v=1#__youtubedl_smuggle=%7B%7D')
  expect([first.status, await first.json()]).toEqual([
    200,
    {
      ...{ url: at127('talk?v=1'), source: 'native', kind: 'native', language: 'en' },
      ...{ title: 'A talk', duration_seconds: 61.5, engine: null, model: null, cached: false },
      ...{ text: 'Good morning. Let us begin.', segments: CAPTIONS.segments },
    },
  ])
  const second = await ask('talk?v=1#other', '&source=native')
  expect(await second.json()).toMatchObject({ cached: true, kind: 'native', title: 'A talk' })
  const srt = await ask('talk?v=1', '&format=srt')
  expect(srt.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
  expect(await srt.text()).toBe(SRT)
  expect(await (await ask('talk?v=1', '&format=text')).text()).toBe('Good morning. Let us begin.\n')
  expect(await (await ask('talk?v=1', '&format=vtt')).text()).toStartWith('WEBVTT\n\n00:00:00.000')
  expect(asked).toEqual(['/talk'])
  expect(usageRows()).toEqual(Array(5).fill(row('transcript_native', 1, 1)))
  const { sqlite } = service.services.db
  expect(JSON.stringify(sqlite.query('SELECT * FROM transcript_cache').all())).not.toContain('127.')
  at += 24 * 60 * 60_000
  expect(await (await ask('talk?v=1')).json()).toMatchObject({ cached: false })
  expect(asked.splice(0)).toEqual(['/talk', '/talk'])
  usageRows()
})

test('without captions a recogniser listens, to the sound of a page or to a file', async () => {
  const none = await ask('page', '&source=native')
  expect([none.status, await pickFrom(none, 'detail')]).toEqual([
    404,
    'The video has no captions. With source=generated a transcription engine would listen to it',
  ])
  expect(usageRows()).toEqual([['video_transcript', '', 0, 0, 'not_found']])
  const heard: object = Object(await (await ask('page')).json())
  expect(heard).toEqual({
    ...{ url: at127('page'), source: 'generated', language: 'en', title: 'Heard talk' },
    ...{ duration_seconds: 3, cached: false, engine: 'whisper', model: 'base' },
    text: 'word 1 word 2',
    segments: [
      { start: 0, end: 2, text: 'word 1' },
      { start: 2, end: 3, text: 'word 2' },
    ],
  })
  expect(await (await ask('page', '&source=generated')).json()).toEqual({ ...heard, cached: true })
  expect(downloads.splice(0)).toEqual(['/page'])
  const file = await (await ask('long.wav', '&source=generated&language=de-AT')).json()
  expect(file).toMatchObject({ title: 'long.wav', duration_seconds: 61, language: 'de' })
  expect([downloads, service.recogniser.calls.at(-1)?.language]).toEqual([[], 'de'])
  expect(usageRows()).toEqual([
    row('transcript_generated_per_min', 0.5, 1),
    row('transcript_generated_per_min', 0.5, 1),
    row('transcript_generated_per_min', 1.5, 3),
  ])
  // Captions of another language are none of the asked one.
  expect((await ask('talk?v=1', '&source=native&language=de')).status).toBe(404)
  expect(await (await ask('talk?v=1', '&language=de')).json()).toMatchObject({
    ...{ source: 'generated', language: 'de', title: 'Heard talk' },
  })
  const titles = await (await service.asOwner('GET', '/history')).json()
  expect(Object(titles).items.map((entry: { title: string }) => entry.title)).toEqual([
    ...['Heard talk', 'long.wav', 'Heard talk'],
  ])
  asked.length = 0
  usageRows()
})

test('a site that blocks is listened to; other failures, wrong words and a live stream are answered', async () => {
  const refuse = (code: ConstructorParameters<typeof AppError>[0]) => async () => {
    throw new AppError(code, `refused: ${code}`)
  }
  captions.set('/blocked', refuse('site_blocked'))
  captions.set('/live', refuse('invalid'))
  captions.set('/private', refuse('video_private'))
  expect((await ask('blocked', '&source=native')).status).toBe(502)
  expect(await (await ask('blocked')).json()).toMatchObject({ source: 'generated' })
  const live = await ask('live')
  expect([live.status, await pickFrom(live, 'code')]).toEqual([422, 'invalid'])
  expect((await ask('private')).status).toBe(403)
  for (const query of ['&source=best', '&format=doc', '&language=english!'])
    expect((await ask('talk', query)).status).toBe(422)
  const wrong = await service.asOwner('GET', '/v1/transcript?url=file:///etc/passwd')
  expect([wrong.status, await pickFrom(wrong, 'error.param')]).toEqual([422, 'url'])
})

test('without a recogniser only captions are given, and the words say what is missing', async () => {
  await using mute = transcriptService({
    transcriptionEngines: [],
    safeFetch: localFetch(),
    readCaptions,
  })
  expect((await ask('talk', '', mute)).status).toBe(200)
  const detail = async (path: string, query = '') => {
    const answer = await ask(path, query, mute)
    return [answer.status, String(await pickFrom(answer, 'detail')).split(':')[0]]
  }
  expect(await detail('page')).toEqual([
    ...[503, 'The video has no captions. No transcription engine was found'],
  ])
  expect(await detail('page', '&source=generated')).toEqual([
    ...[503, 'No transcription engine was found'],
  ])
  expect(await detail('blocked')).toEqual([502, 'refused'])
})

test('the same question asked twice at once is worked at once; a client that leaves cancels its own', async () => {
  const { recogniser } = service
  const before = recogniser.calls.length
  recogniser.hold()
  const first = ask('twice.wav')
  await recogniser.reached(before + 1)
  const second = ask('twice.wav')
  await until(
    () => service.services.queue.definitionOf('video_transcript') !== undefined && open() === 2,
  )
  recogniser.release()
  expect(await (await first).json()).toMatchObject({ cached: false })
  expect(await (await second).json()).toMatchObject({ cached: true })
  expect(recogniser.calls.length).toBe(before + 1)

  recogniser.hold()
  const leaving = new AbortController()
  const url = `${service.url}/v1/transcript?url=${encodeURIComponent(at127('left.wav'))}`
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const gone = fetch(url, { headers, signal: leaving.signal }).catch(() => 'gone')
  await recogniser.reached(before + 2)
  const other = ask('left.wav')
  await until(() => open() === 2)
  leaving.abort()
  expect(await gone).toBe('gone')
  await recogniser.left(1)
  recogniser.release()
  expect(await (await other).json()).toMatchObject({ cached: false })
  usageRows()
})

test('through a proxy a late answer is started with line breaks', async () => {
  const { recogniser, edgePort } = service
  const before = recogniser.calls.length
  recogniser.hold()
  const query = `url=${encodeURIComponent(at127('slow.wav'))}&format=vtt`
  const answer = await fetch(`http://127.0.0.1:${edgePort}/v1/transcript?${query}`, {
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    ...[200, 'text/vtt; charset=utf-8'],
  ])
  await recogniser.reached(before + 1)
  recogniser.release()
  expect(await answer.text()).toMatch(
    /^WEBVTT\n\n+00:00:00\.000 --> 00:00:03\.000\nword 1 word 2\n$/,
  )
  usageRows()
})

test('POST /youtube-to-srt and async=true make jobs, in every format and in no usage twice', async () => {
  const sent = await service.asOwner('POST', '/youtube-to-srt', { url: at127('talk?v=1') })
  expect(sent.headers.get('location')).toMatch(/^\/jobs\/trs_[\w-]{22}$/)
  const job = await service.read(sent)
  const send = (url: string) =>
    fetch(`${service.url}/youtube-to-srt`, {
      ...{ method: 'POST', body: JSON.stringify({ url: at127(url) }) },
      headers: { ...JSON_HEADERS, 'idempotency-key': 'once' },
    })
  const once = await service.read(await send('talk?v=1'))
  expect([await pickFrom(await send('talk?v=1'), 'job_id'), (await send('talk')).status]).toEqual([
    ...[once.job_id, 409],
  ])
  await service.records(once)
  const end = (await service.records(job)).at(-1)
  expect(end).toMatchObject({ kind: 'youtube_to_srt', status: 'succeeded' })
  expect(end?.result).toMatchObject({ srt: SRT, source: 'native', title: 'A talk' })
  const result = (id: string, format: string) =>
    service.asOwner('GET', `/jobs/${id}/result?format=${format}`)
  expect(await (await result(job.job_id, 'srt')).text()).toBe(SRT)
  expect(await (await result(job.job_id, 'text')).text()).toContain('Good morning.')
  const fixed = await service.asOwner('POST', '/perfect-srt', { job_id: job.job_id })
  expect(await pickFrom(fixed, 'srt')).toContain('Let us begin.')
  expect(usageRows()).toEqual([])

  const later = await service.read(await ask('later.wav', '&async=true'))
  expect((await service.records(later)).at(-1)).toMatchObject({
    ...{ kind: 'video_transcript', status: 'succeeded' },
    result: { source: 'generated', title: 'later.wav', cached: false },
  })
  expect(await pickFrom(await result(later.job_id, 'json'), 'segments.1.end')).toBe(3)
  expect(await (await result(later.job_id, 'vtt')).text()).toStartWith('WEBVTT')
  expect(usageRows()).toEqual([row('transcript_generated_per_min', 0.5, 1)])
  const listed = await (await service.asOwner('GET', '/api/ai/jobs?limit=3')).json()
  expect(Object(listed).items).toMatchObject([
    { path: `/jobs/${later.job_id}`, excerpt: at127('later.wav') },
    { path: `/jobs/${once.job_id}`, kind: 'youtube_to_srt' },
    { path: `/jobs/${job.job_id}` },
  ])
})

test('the bound of open recordings holds for videos as well', async () => {
  const { recogniser } = service
  const { key } = await service.makeKey({ media: true })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const send = (path: string) =>
    fetch(`${service.url}/youtube-to-srt`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ url: at127(path) }) },
    })
  recogniser.hold()
  for (let index = 0; index < MAX_OPEN_TRANSCRIPTS; index += 1)
    expect((await send(`many-${index}.wav`)).status).toBe(202)
  const refused = await send('one-more.wav')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  await service.services.queue.cancelWhere(({ kind }) => kind === 'youtube_to_srt')
  recogniser.release()
})

test('what waits for the heavy lane after its sound was read is queued, with place and expected wait, everywhere', async () => {
  const { recogniser } = service
  await service.records(await service.read(await service.send(WAV)))
  recogniser.hold()
  const calls = recogniser.calls.length
  const first = await service.read(await service.send(WAV))
  await recogniser.reached(calls + 1)
  const second = await service.read(await service.send(WAV))
  const body = { url: at127('waits.wav'), source: 'generated' }
  await until(() => waitingHeavy() === 1)
  const third = await service.read(await service.asOwner('POST', '/youtube-to-srt', body))
  await until(() => waitingHeavy() === 2)
  const place = (position: number) => ({
    ...{ status: 'queued', position, expected_wait_seconds: expect.any(Number) },
    ...{ started_at: expect.any(String), result: null },
    progress: { done: 0, total: 3, unit: 'seconds', note: null, seconds_left: null },
  })
  expect(await service.job(first)).toMatchObject({ status: 'running', position: null })
  expect(await service.job(second)).toMatchObject(place(1))
  // Of subtitles, none has ended: nothing is known of those in front but the transcripts.
  expect(await service.job(third)).toMatchObject({ ...place(2), kind: 'youtube_to_srt' })
  const stream = await service.asOwner('GET', `/jobs/${second.job_id}/events`)
  const reader = stream.body?.getReader()
  const frame = new TextDecoder().decode((await reader?.read())?.value)
  expect(JSON.parse(frame.slice('data: '.length))).toMatchObject(place(1))
  await reader?.cancel()
  const { result: _, ...listed } = place(2)
  const items = [listed, { ...listed, position: 1 }]
  for (const path of ['/api/ai/jobs?status=queued', '/jobs?limit=2'])
    expect(await (await service.asOwner('GET', path)).json()).toMatchObject({ items })
  const running = await service.asOwner('GET', '/api/ai/jobs?status=running')
  expect(await running.json()).toMatchObject({ items: [{ job_id: first.job_id }] })
  const summary = await service.asOwner('GET', '/api/dashboard/summary')
  expect(await pickFrom(summary, 'jobs')).toMatchObject({ queued: 2, running: 1 })
  const queue = await (await service.asOwner('GET', '/admin/queue')).json()
  expect(queue).toMatchObject({
    running: [{ id: first.job_id }],
    waiting: [
      { id: second.job_id, lane: 'heavy', position: 1, expected_wait_seconds: expect.any(Number) },
      { id: third.job_id, position: 2, running_seconds: null, progress: { note: null } },
    ],
  })
  // The same transcript is made once: who waits for it has its place.
  const same = await service.read(await service.asOwner('POST', '/youtube-to-srt', body))
  await until(() => follows(same.job_id))
  expect(await service.job(same)).toMatchObject({ status: 'queued', position: 2 })
  await service.asOwner('DELETE', `/jobs/${same.job_id}`)
  recogniser.release()
  for (const job of [first, second, third])
    expect((await service.records(job)).at(-1)?.status).toBe('succeeded')
  usageRows()
})

test('POST /transcribe-url takes the sound of a page, and says what that takes', async () => {
  const run = async (through: typeof service, path = 'player') => {
    const sent = await through.asOwner('POST', '/transcribe-url', { url: at127(path) })
    return (await through.records(await through.read(sent))).at(-1)
  }
  expect(await run(service)).toMatchObject({
    kind: 'transcribe',
    result: { text: 'word 1 word 2' },
  })
  expect(await run(service, 'robots-only')).toMatchObject({ status: 'succeeded' })
  expect(downloads.slice(-2)).toEqual(['/player', '/robots-only'])
  await using bare = transcriptService({ safeFetch: localFetch() })
  expect((await run(bare))?.error).toMatchObject({
    code: 'not_installed',
    detail: expect.stringMatching(
      /^The address leads to a page, not to a sound or video file\. .*yt-dlp/,
    ),
  })
  expect((await run(bare, 'robots-only'))?.error).toMatchObject({ code: 'download_failed' })
})

/** Runs that wait for the heavy lane. */
function waitingHeavy(): number {
  const lanes = service.services.queue.lanes()
  return lanes.find(({ name }) => name === 'heavy')?.waiting.length ?? 0
}

/** Whether a run waits for another one, and holds no lane that others wait for. */
function follows(id: string): boolean {
  const lanes = service.services.queue.lanes()
  const waits = lanes.find(({ name }) => name === WAITING_LANE)?.running ?? []
  return waits.some((run) => run.id === id)
}

/** Transcripts of videos that run or wait. */
function open(): number {
  return service.services.queue
    .lanes()
    .flatMap(({ running, waiting }) => [...running, ...waiting])
    .filter(({ task }) => task.kind === 'video_transcript').length
}
