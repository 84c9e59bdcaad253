import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { JobView } from '../../src/features/shared/job-view.ts'
import {
  asOwner,
  jobOf,
  localToml,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { startUpstream, wholeAnswer } from '../support/upstream.ts'

const PATH = '/api/ai/agent'
/** Kills of one run of the test; more can be asked for by hand. */
const KILLS = Number(process.env['KILLS'] ?? 18)
const CHAINS = 3
/** A job's life is some 15 ms here; the kill falls before, in and after it. */
const LIFE_MS = 8
const KILL_WITHIN_MS = 30
const SECOND_KILL_SHARE = 0.4
/** So many kills come right after the answer, when charge and end are written. */
const AIMED_SHARE = 0.6
const AIMED_WITHIN_MS = 5
const NO_ANSWER_MS = 500
const CREDITS = 2

/** Charge and end in two transactions leave a job that is charged and runs again, or the opposite. */
test('a job of a service that is killed at any time is charged once when it succeeds, else never', async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
  const chains = Array.from({ length: CHAINS }, (_, chain) =>
    livesOf(chain, seededRandom(seed + chain)),
  )
  const found = await Promise.all(chains)
  const faults = found.flatMap((one) => one.faults)
  expect({ seed, faults }).toEqual({ seed, faults: [] })
  if (process.env['KILLS'] !== undefined) console.log(JSON.stringify({ seed, found }))
})

/** One data folder through many kills. @returns What was seen, and what was wrong */
async function livesOf(chain: number, random: () => number) {
  using folder = tempFolder()
  let answered = Promise.withResolvers<void>()
  await using upstream = startUpstream(async () => {
    await Bun.sleep(LIFE_MS)
    answered.resolve()
    return wholeAnswer('A title')
  })
  const toml = localToml(upstream.url)
  const faults: string[] = []
  const ends: Record<string, number> = {}
  let kills = 0
  let service = await startProcess(folder.path, toml)
  const kill = async () => {
    if (random() < AIMED_SHARE) {
      await Promise.race([answered.promise, Bun.sleep(NO_ANSWER_MS)])
      // Another turn, in which the answer is sent.
      await new Promise<void>((resolve) => setImmediate(resolve))
      spin(random() * AIMED_WITHIN_MS)
    } else await Bun.sleep(random() * KILL_WITHIN_MS)
    answered = Promise.withResolvers()
    await service.kill()
    kills += 1
    service = await startProcess(folder.path, toml)
  }
  let lives = 0
  for (; kills < KILLS / CHAINS; lives += 1) {
    const name = `life-${chain}-${lives}`
    const headers = { 'idempotency-key': name, 'x-request-id': name }
    const body = { task: 'title', input: name, async: true }
    const post = () => requestAs(service.url, PRIMARY_KEY, 'POST', PATH, body, headers)
    post().catch(() => undefined)
    await kill()
    if (random() < SECOND_KILL_SHARE) await kill()
    // The same key again: finds the job, or makes the one that was never written.
    const { job_id: id } = await jobOf(await accepted(post))
    const { status, error } = await ended(service.url, `${PATH}/${id}`)
    const end = error?.code ?? status
    ends[end] = (ends[end] ?? 0) + 1
    if (end !== 'succeeded' && end !== 'interrupted') faults.push(`${name} ended as ${end}`)
  }
  await service.kill()
  faults.push(...recordFaults(folder.path, lives))
  return { kills, lives, ends, faults }
}

/** One job of each life, with one usage row that agrees with its end, and one recorded answer of a success. */
function recordFaults(folder: string, lives: number): string[] {
  using db = new Database(join(folder, 'data', 'hearth.sqlite'), { readonly: true })
  const rows = db
    .query<{ name: string; status: string; code: string | null }, []>(
      "SELECT json_extract(caller, '$.requestId') name, status, error_code code FROM jobs",
    )
    .all()
  const usageOf = db.query<{ outcome: string; credits: number }, [string]>(
    'SELECT outcome, credits FROM usage WHERE request_id = ?',
  )
  const callsOf = db.query<{ n: number }, [string]>(
    'SELECT count(*) n FROM model_calls WHERE request_id = ?',
  )
  const faults = rows.flatMap(({ name, status, code }) => {
    const isDone = status === 'succeeded'
    const told = JSON.stringify([usageOf.all(name), callsOf.get(name)])
    const usage = { outcome: code ?? status, credits: isDone ? CREDITS : 0 }
    const wanted = JSON.stringify([[usage], { n: isDone ? 1 : 0 }])
    return told === wanted ? [] : [`${name}: ${told} instead of ${wanted}`]
  })
  if (rows.length !== lives) faults.push(`${rows.length} jobs of ${lives} lives`)
  return faults
}

/** Waits for less than a timer can tell. */
function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** The answer to a request that a busy service may put off, as a client sends it again. */
async function accepted(post: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await post()
    if (answer.ok) return answer
    const text = await answer.text()
    if (answer.status !== 429 && answer.status !== 503) throw new Error(text)
    console.log(`Sent again after ${answer.status}: ${text}`)
    await Bun.sleep(100)
  }
}

/** The job's record at its end. */
async function ended(url: string, path: string): Promise<JobView> {
  await (await asOwner(url, 'GET', `${path}/events`)).text()
  return jobOf(await asOwner(url, 'GET', path))
}
