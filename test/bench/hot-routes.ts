import { join } from 'node:path'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { jsonInit, PRIMARY_KEY } from '../support/service.ts'
import { pathOf } from './answers.ts'
import { type Bench, bearer, startHearth } from './bench.ts'
import { startScript } from './child.ts'
import { dialectShot } from './dialect-shots.ts'
import { inTurns, median, medianRatio } from './numbers.ts'
import { perSecond, type Row } from './report.ts'
import { type Shot, wrk } from './wrk.ts'

const CONNECTIONS = 8
/** Of the pass-through's rate, as of a chat. */
const OF_PASS_THROUGH = 0.35
const FILE_BYTES = 10 * 1024
const OWNER = bearer(PRIMARY_KEY)
/** A page is asked for as browsers do. */
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Whole answers of the dialects that clients use most, beside the pass-through. */
export async function dialectRoutes(bench: Bench): Promise<Row[]> {
  const { passThrough } = bench
  await using hearth = await startHearth(bench, 1)
  const shots = (['messages', 'responses'] as const).map((name) => {
    const { url, body } = dialectShot(hearth, name, 'whole', false)
    const shot: Shot = { url, body, headers: hearth.keys.map(bearer) }
    return { name: `/v1/${name}`, shot, atLeast: OF_PASS_THROUGH }
  })
  const { body } = dialectShot(hearth, 'chat', 'whole', false)
  const smallest = { url: passThrough.url + pathOf('whole'), body, headers: [{}] }
  return await beside(bench, 'pass-through', smallest, shots, 1)
}

/** What programs and browsers ask for all the time, beside the smallest Elysia route. */
export async function smallRoutes(bench: Bench): Promise<Row[]> {
  using folder = tempFolder()
  await using smallest = await startScript('elysia', [], join(bench.folder, 'elysia.log'))
  await using hearth = await startProcess(
    folder.path,
    localToml(`${bench.upstream.url}/whole/v1`),
    { MIN_FREE_BYTES: '0' },
  )
  const { url } = hearth
  const [job, link, cookie] = [await finishedJob(url), await storedFile(url), await signIn(url)]
  const elysia = { url: `${smallest.url}/auth-check`, headers: [{}] }
  return await beside(
    bench,
    'smallest Elysia route',
    elysia,
    [
      { name: '/health', shot: { url: `${url}/health`, headers: [{}] }, atLeast: 0.4 },
      { name: 'poll of a finished job', shot: { url: job, headers: [OWNER] }, atLeast: 0.2 },
      {
        name: 'page /app/',
        shot: { url: `${url}/app/`, headers: [{ cookie, ...ENCODINGS }] },
        atLeast: 0.15,
      },
      { name: "stored file's link, 10 KB", shot: { url: link, headers: [{}] }, atLeast: 0.15 },
    ],
    CONNECTIONS,
  )
}

async function beside(
  { rounds, seconds }: Bench,
  other: string,
  smallest: Shot,
  routes: readonly { name: string; shot: Shot; atLeast: number }[],
  connections: number,
): Promise<Row[]> {
  const contestant = (name: string, shot: Shot) => ({
    name,
    rate: async () => (await wrk(shot, connections, seconds)).perSecond,
  })
  const [ofSmallest = [], ...rates] = await inTurns(
    [contestant(other, smallest), ...routes.map(({ name, shot }) => contestant(name, shot))],
    rounds,
  )
  return routes.map(({ name, atLeast }, index) => {
    const own = rates[index] ?? []
    return {
      measure: `${name} / ${other}, ${connections} conn`,
      value: medianRatio(own, ofSmallest),
      unit: 'x',
      target: { atLeast },
      detail: `${perSecond('Hearth', median(own))}, ${perSecond(other, median(ofSmallest))}`,
    }
  })
}

/** @returns Where a job is that has been answered */
async function finishedJob(base: string): Promise<string> {
  const path = `${base}/api/ai/generate`
  const question = { prompt: 'Where is the kettle?', async: true }
  const started = await fetch(path, jsonInit('POST', question, OWNER))
  const id = await field(started, 'job_id')
  const url = `${path}/${id}`
  // Its stream of events ends with the job.
  await (await fetch(`${url}/events`, { headers: OWNER })).text()
  const status = await field(await fetch(url, { headers: OWNER }), 'status')
  if (status !== 'succeeded') throw new Error(`The job has ${status}`)
  return url
}

/** @returns Its link */
async function storedFile(base: string): Promise<string> {
  const body = crypto.getRandomValues(new Uint8Array(FILE_BYTES))
  const init = { method: 'POST', headers: OWNER, body }
  return field(await fetch(`${base}/api/nas/upload?filename=small.bin`, init), 'url')
}

/** @returns The cookie of a new session */
async function signIn(base: string): Promise<string> {
  const { status, headers } = await fetch(`${base}/login/key`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base },
    body: new URLSearchParams({ key: PRIMARY_KEY }),
  })
  const cookie = headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`The sign-in answered ${status}`)
  return cookie
}

async function field(response: Response, name: string): Promise<string> {
  const text = await response.text()
  const value: unknown = response.ok ? Reflect.get(Object(JSON.parse(text)), name) : undefined
  if (typeof value !== 'string') throw new Error(`${response.status} without ${name}: ${text}`)
  return value
}
