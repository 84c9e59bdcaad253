import { expect, test } from 'bun:test'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import {
  asOwner,
  endOfJob,
  jobEvents,
  jobOf,
  keyAt,
  localToml,
  type Process,
  postJob,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import {
  handStream,
  lastText,
  type Script,
  startUpstream,
  streamText,
  wholeAnswer,
} from '../support/upstream.ts'

const GRACE_MS = 20_000
const DONE = 'data: [DONE]\n\n'

test.concurrent('SIGTERM ends an idle service at once with exit code 0', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(answer)
  await using service = await startProcess(folder.path, localToml(upstream.url))
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  const started = performance.now()
  expect(await service.kill('SIGTERM')).toBe(0)
  expect(performance.now() - started).toBeLessThan(GRACE_MS / 2)
})

test.concurrent('SIGTERM refuses new work, serves open requests, and leaves queued jobs to the next start', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  const hand = handStream()
  upstream.script((ask) => (lastText(ask) === 'first' ? hand.response : answer(ask)))
  const toml = localToml(upstream.url)
  await using service = await startProcess(folder.path, toml)
  const { url } = service
  const [one, two, three] = [await keyAt(url), await keyAt(url), await keyAt(url)]

  const stream = chat(url, one, 'first', true).then(textOf)
  await hand.say('Hello')
  await upstream.until(() => upstream.requests.length === 1)
  const job = await jobOf(await postJob(url, two, 'job'))
  const records = Array.fromAsync(jobEvents(url, two, job.job_id))
  const asks = [
    () => chat(url, one, 'second', false).then((response) => pickFrom(response, CONTENT)),
    () => chat(url, two, 'third', true).then(textOf),
    () => generate(url, three, 'fourth').then((response) => pickFrom(response, 'text')),
  ]
  const served: Promise<unknown>[] = []
  // One after another, as requests that are sent at once arrive in any order.
  for (const ask of asks) {
    served.push(ask())
    await untilWaiting(service, 1 + served.length)
  }
  await service.terminate()

  await expectStopping(await chat(url, three, 'late', false))
  await expectStopping(await chat(url, three, 'late', true))
  await expectStopping(await generate(url, three, 'late'))
  await expectStopping(await postJob(url, three, 'late'))
  await expectStopping(await fetch(`${url}/health`))
  await hand.say(' world')
  await hand.finish()
  const whole = await stream
  expect(contentOf(whole)).toBe('Hello world')
  expect(whole).toEndWith(DONE)
  const [second, third = '', fourth] = await Promise.all(served)
  expect(second).toBe('Re: second')
  expect(contentOf(String(third))).toBe('Re: third')
  expect(fourth).toBe('Re: fourth')
  expect((await records).map(({ status }) => status)).not.toContain('running')
  expect(await service.exited).toBe(0)
  expect(upstream.requests.map(lastText)).toEqual(['first', 'second', 'third', 'fourth'])

  await using next = await startProcess(folder.path, toml)
  const end = await endOfJob(next.url, two, job.job_id)
  expect([end.status, pick(end.result, 'text')]).toEqual(['succeeded', 'Re: job'])
})

test.concurrent('SIGTERM does not cut off a client that is still reading an answer that has ended', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  const hand = handStream()
  upstream.script(() => hand.response)
  await using service = await startProcess(folder.path, localToml(upstream.url), {
    MAX_ANSWER_BYTES: String(16 * 1024 * 1024),
  })
  const response = await chat(service.url, await keyAt(service.url), 'much', true)
  const much = 'word '.repeat(1_200_000)
  await hand.say(much)
  await hand.finish()
  await upstream.until(() => upstream.active === 0)
  await service.terminate()
  const text = await response.text()
  expect(contentOf(text).length).toBe(much.length)
  expect(text).toEndWith(DONE)
  expect(await service.exited).toBe(0)
})

test.concurrent('SIGTERM lets a body that was admitted arrive and answers it', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(answer)
  await using service = await startProcess(folder.path, localToml(upstream.url))
  const key = await keyAt(service.url)
  const bytes = new TextEncoder().encode(chatBody('slowly sent', false))
  const gate = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, 10))
      await gate.promise
      controller.enqueue(bytes.slice(10))
      controller.close()
    },
  })
  const answered = fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  await untilAdmitted(service, 1)
  await service.terminate()
  gate.resolve()
  expect(await pickFrom(await answered, CONTENT)).toBe('Re: slowly sent')
  expect(await service.exited).toBe(0)
})

test.concurrent('after the grace a streaming client gets an error frame and [DONE], a queued one as well', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  const hand = handStream()
  upstream.script(() => hand.response)
  await using service = await startProcess(folder.path, localToml(upstream.url))
  const key = await keyAt(service.url)
  const other = await keyAt(service.url)
  const running = chat(service.url, key, 'running', true).then(textOf)
  await hand.say('Half')
  await upstream.until(() => upstream.requests.length === 1)
  const inLine = chat(service.url, key, 'in line', true).then(textOf)
  const wholeInLine = chat(service.url, other, 'in line', false)
  const generateInLine = generate(service.url, other, 'in line')
  await untilWaiting(service, 3)
  const started = performance.now()
  await service.terminate()
  const [streamed, waited] = await Promise.all([running, inLine])
  expect(performance.now() - started).toBeGreaterThan(GRACE_MS - 1000)
  expect(contentOf(streamed)).toBe('Half')
  expectErrorEnd(streamed)
  expectErrorEnd(waited)
  await expectStopping(await wholeInLine)
  await expectStopping(await generateInLine)
  expect(await service.exited).toBe(0)
  expect(performance.now() - started).toBeLessThan(2 * GRACE_MS)
  await upstream.until(() => upstream.aborted === 1)
  expect(upstream.requests.length).toBe(1)
})

test.concurrent('after the grace a whole answer that still runs is a 503', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(never)
  await using service = await startProcess(folder.path, localToml(upstream.url))
  const running = chat(service.url, await keyAt(service.url), 'running', false)
  await upstream.until(() => upstream.requests.length === 1)
  await service.terminate()
  await expectStopping(await running)
  expect(await service.exited).toBe(0)
  await upstream.until(() => upstream.aborted === 1)
})

test.concurrent('after the grace period a running job is cancelled, and the next start runs it again', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(never)
  const toml = localToml(upstream.url)
  await using service = await startProcess(folder.path, toml)
  const key = await keyAt(service.url)
  const { job_id: id } = await jobOf(await postJob(service.url, key, 'running'))
  const { job_id: nextId } = await jobOf(await postJob(service.url, key, 'next'))
  await upstream.until(() => upstream.requests.length === 1)
  await service.terminate()
  expect(await service.exited).toBe(0)
  await upstream.until(() => upstream.aborted === 1)

  upstream.script(answer)
  await using next = await startProcess(folder.path, toml)
  const ends = await Promise.all([endOfJob(next.url, key, id), endOfJob(next.url, key, nextId)])
  expect(ends.map(({ result }) => pick(result, 'text'))).toEqual(['Re: running', 'Re: next'])
  expect(upstream.requests.map(lastText)).toEqual(['running', 'running', 'next'])
})

const CONTENT = 'choices.0.message.content'

function chatBody(text: string, stream: boolean): string {
  return JSON.stringify({ model: 'local', stream, messages: [{ role: 'user', content: text }] })
}

function chat(url: string, key: string, text: string, stream: boolean): Promise<Response> {
  return requestAs(url, key, 'POST', '/v1/chat/completions', JSON.parse(chatBody(text, stream)))
}

function generate(url: string, key: string, prompt: string): Promise<Response> {
  return requestAs(url, key, 'POST', '/api/ai/generate', { prompt })
}

function textOf(response: Response): Promise<string> {
  return response.text()
}

/** The answer in a stream of chunks. */
function contentOf(stream: string): string {
  return chunksOf(stream)
    .map((chunk) => pick(chunk, 'choices.0.delta.content') ?? '')
    .join('')
}

function chunksOf(stream: string): unknown[] {
  return stream
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)))
}

function expectErrorEnd(stream: string): void {
  expect(pick(chunksOf(stream).at(-1), 'error.code')).toBe('stopping')
  expect(stream).toEndWith(DONE)
}

async function expectStopping(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '20'])
  expect(await pickFrom(response, 'code')).toBe('stopping')
}

async function untilWaiting({ url }: Process, count: number): Promise<void> {
  while (pickList(await queueAt(url), 'waiting').length < count);
}

async function untilAdmitted({ url }: Process, count: number): Promise<void> {
  while (pick(await queueAt(url), 'admission.model.admitted') !== count);
}

async function queueAt(url: string): Promise<unknown> {
  return (await asOwner(url, 'GET', '/admin/queue')).json()
}

/** Streams in words, or answers whole, as it is asked. */
const answer: Script = (ask) => {
  const text = `Re: ${lastText(ask)}`
  return ask.body.stream ? streamText([text]) : wholeAnswer(text)
}

/** Says nothing until the asker has left. */
const never: Script = async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return wholeAnswer('nobody hears this')
}
