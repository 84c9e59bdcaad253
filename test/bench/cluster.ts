import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { keyAt, requestAs, startProcess } from '../support/process.ts'
import { HAS_REDIS } from '../support/redis-server.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { chatBody, framesOf } from './answers.ts'
import { type Bench, bearer } from './bench.ts'
import { startCluster } from './cluster-service.ts'
import { inTurns, median, medianRatio, quantile } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { StreamClient } from './stream-client.ts'
import { wrk } from './wrk.ts'

const SAMPLES = 1000
const WARM_UP = 200
const FIRST_RATIO = 3
const FIRST_MS = 2.5
const WHOLE_RATIO = 0.2
const CHUNK_MS = 0.5
const SCALE = 3.8
const NODES = 4
const ANSWER_MS = 200
const JOBS = 40
/** Jobs that are running or waiting at a time, which is as many as there may be. */
const OPEN_JOBS = 8

/** What answers cost through a worker node, and what several of them give. */
export async function cluster(bench: Bench): Promise<Row[]> {
  if (!HAS_REDIS) throw new Error('Left out: redis-server is not installed')
  return [...(await costs(bench)), ...(await width(bench))]
}

/** One service with its own engines, and one with those of a worker node, in turns. */
async function costs({ upstream, folder, rounds, seconds }: Bench): Promise<Row[]> {
  const toml = ['first', 'separate', 'whole']
    .map((id) => engineToml(id, `${upstream.url}/${id}/v1`))
    .join('\n')
  const alone = join(folder, 'cluster-alone')
  mkdirSync(alone)
  await using inProcess = await startProcess(alone, toml)
  await using remote = await startCluster({ folder: join(folder, 'cluster'), toml, nodes: 1 })
  const urls = [inProcess.url, remote.url].map((url) => `${url}/v1/chat/completions`)
  const first = await streamTimes(urls, 'first', SAMPLES)
  const long = await streamTimes(urls, 'separate', SAMPLES / 10)
  const rate = (url: string) => async () => {
    const shot = { url, headers: [bearer(PRIMARY_KEY)], body: chatBody('whole') }
    return (await wrk(shot, 2, seconds)).perSecond
  }
  const contestants = urls.map((url, index) => ({ name: `${index}`, rate: rate(url) }))
  const [own = [], far = []] = await inTurns(contestants, rounds)
  const [ownFirst = Number.NaN, farFirst = Number.NaN] = first.map((of) => median(of.firstMs))
  const [ownRest = Number.NaN, farRest = Number.NaN] = long.map((of) => median(of.restMs))
  const detail = `${farFirst.toFixed(2)} ms, in process ${ownFirst.toFixed(2)} ms, p99 ${first
    .map((of) => quantile(of.firstMs, 0.99).toFixed(2))
    .reverse()
    .join(' and ')} ms`
  return [
    {
      ...{ measure: 'first word by a worker node / in process, p50', unit: 'x', detail },
      ...{ value: farFirst / ownFirst, target: { below: FIRST_RATIO } },
    },
    {
      ...{ measure: 'first word by a worker node, p50', unit: 'ms', detail },
      ...{ value: farFirst, target: { below: FIRST_MS } },
    },
    {
      ...{ measure: 'whole answers by a worker node / in process', unit: 'x' },
      ...{ value: medianRatio(far, own), target: { atLeast: WHOLE_RATIO } },
      detail: `${perSecond('worker node', median(far))}, ${perSecond('in process', median(own))}`,
    },
    {
      ...{ measure: 'added by a worker node to each chunk, p50', unit: 'ms' },
      value: (farRest - ownRest) / framesOf('separate'),
      target: { below: CHUNK_MS },
      detail: `${framesOf('separate')} chunks in ${farRest.toFixed(1)} ms, in process ${ownRest.toFixed(1)} ms`,
    },
  ]
}

/** Times to the first word, and from it to the end, of each service. */
async function streamTimes(urls: readonly string[], name: 'first' | 'separate', samples: number) {
  const shot = { body: chatBody(name, true), frames: framesOf(name), key: PRIMARY_KEY }
  using stack = new DisposableStack()
  const times = urls.map(() => ({ firstMs: [] as number[], restMs: [] as number[] }))
  const clients: StreamClient[] = []
  for (const url of urls) clients.push(stack.use(await StreamClient.connect({ ...shot, url })))
  for (let sample = -WARM_UP; sample < samples; sample += 1) {
    for (const [index, client] of clients.entries()) {
      const since = performance.now()
      const { firstFrameMs } = await client.ask()
      if (sample < 0) continue
      times[index]?.firstMs.push(firstFrameMs)
      times[index]?.restMs.push(performance.now() - since - firstFrameMs)
    }
  }
  return times
}

/** Jobs in a second with one worker node and with four, of a model that takes its time. */
async function width({ folder }: Bench): Promise<Row[]> {
  const started: number[] = []
  using server = Bun.serve({
    hostname: '127.0.0.1',
    ...{ port: 0, idleTimeout: 0 },
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({ data: [{ id: 'test-model' }] })
      started.push(Number(/job (\d+)/.exec(await request.text())?.[1]))
      await Bun.sleep(ANSWER_MS)
      const message = { role: 'assistant', content: 'Done' }
      return Response.json({ choices: [{ message, finish_reason: 'stop' }] })
    },
  })
  const toml = engineToml('local', `${server.url.origin}/v1`)
  const rates: number[] = []
  const displaced: number[] = []
  for (const nodes of [1, NODES]) {
    const own = join(folder, `cluster-${nodes}`)
    await using service = await startCluster({ folder: own, toml, nodes })
    started.length = 0
    const ms = await jobsMs(service.url)
    rates.push((JOBS / ms) * 1000)
    displaced.push(Math.max(...started.map((job, index) => Math.abs(job - index))))
  }
  const [one = Number.NaN, all = Number.NaN] = rates
  const detail = `${all.toFixed(1)}/s, with one ${one.toFixed(1)}/s, ${JOBS} answers of ${ANSWER_MS} ms`
  return [
    {
      ...{ measure: `answers by ${NODES} worker nodes / by one`, unit: 'x', detail },
      ...{ value: all / one, target: { atLeast: SCALE } },
    },
    {
      // Those that start at the same moment arrive in any order.
      ...{ measure: `places between order and start, ${NODES} worker nodes`, unit: 'x' },
      ...{ value: displaced[1] ?? Number.NaN, target: { below: NODES } },
      detail: `with one ${displaced[0]}`,
    },
  ]
}

/** From the first job to the end of the last. */
async function jobsMs(url: string): Promise<number> {
  const keys = await Promise.all(Array.from({ length: OPEN_JOBS }, () => keyAt(url)))
  const since = performance.now()
  const ends: Promise<void>[] = []
  for (let index = 0; index < JOBS; index += 1) {
    if (index >= OPEN_JOBS) await ends[index - OPEN_JOBS]
    const key = keys[index % OPEN_JOBS] ?? ''
    ends.push(endOf(url, key, await accepted(url, key, `This is job ${index}`)))
  }
  await Promise.all(ends)
  return performance.now() - since
}

/** @returns The id of a job, once there was room for it */
async function accepted(url: string, key: string, prompt: string): Promise<string> {
  for (;;) {
    const body = { prompt, async: true }
    const made = await requestAs(url, key, 'POST', '/api/ai/generate', body)
    const text = await made.text()
    if (made.status === 202) return String(Reflect.get(Object(JSON.parse(text)), 'job_id'))
    if (made.status !== 429) throw new Error(`${made.status}: ${text}`)
    // The room of a job that has ended is free a moment later.
    await Bun.sleep(1)
  }
}

async function endOf(url: string, key: string, id: string): Promise<void> {
  const events = await requestAs(url, key, 'GET', `/api/ai/generate/${id}/events`)
  const text = await events.text()
  if (!text.includes('"status":"succeeded"')) throw new Error(text.slice(-300))
}

function engineToml(id: string, url: string): string {
  return `[[engines]]\nid = "${id}"\nadapter = "openai-http"\nbase_url = "${url}"\nmodels = ["test-model"]\n`
}
