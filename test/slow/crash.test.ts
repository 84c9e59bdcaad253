import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { JobView as Job } from '../../src/features/shared/job-view.ts'
import { pick } from '../support/pick.ts'
import {
  asOwner,
  endOfJob,
  jobOf,
  keyAt,
  localToml,
  postJob,
  requestAs,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { modelQueue } from '../support/queue-page.ts'
import { seededRandom } from '../support/seeded-random.ts'
import {
  lastText,
  type Script,
  startUpstream,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'

const LIVES = 30
const CHAINS = 3
/** A job's life is some 25 ms here; the kill falls before, in and after it. */
const LIFE_MS = 25
const KILL_WITHIN_MS = 50

const NOTHING_ADMITTED = {
  model: { admitted: 0, max: 8, max_per_owner: 2, waiting: 0, readmitted: 0, owners: {} },
}

test('a killed service finishes its 8 admitted jobs after the next start, in order and once each', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(never)
  const toml = localToml(upstream.url)
  const submitted: { key: string; id: string; prompt: string }[] = []
  {
    await using service = await startProcess(folder.path, toml)
    const keys = [
      await keyAt(service.url, 'one'),
      await keyAt(service.url, 'two'),
      await keyAt(service.url, 'three'),
      await keyAt(service.url, 'four'),
    ]
    const other = await keyAt(service.url, 'other')
    for (const [index, key] of [...keys, ...keys].entries()) {
      const prompt = `job ${index + 1}`
      const response = await postJob(service.url, key, prompt)
      expect(response.status).toBe(202)
      submitted.push({ key, prompt, id: (await jobOf(response)).job_id })
    }
    const ninth = await postJob(service.url, other, 'job 9')
    expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '5'])
    await upstream.until(() => upstream.requests.length === 1)
    await service.kill()
  }
  upstream.script(answer)
  await using service = await startProcess(folder.path, toml)
  const { url } = service
  // The jobs of the last run are in nobody's way.
  const stranger = await keyAt(url, 'stranger')
  const body = { model: 'local', messages: [{ role: 'user', content: 'chat' }] }
  const chat = requestAs(url, stranger, 'POST', '/v1/chat/completions', body)
  const ends = await Promise.all(submitted.map(({ key, id }) => endOfJob(url, key, id)))
  expect(ends.map(summary)).toEqual(submitted.map(({ prompt }) => ['succeeded', `Re: ${prompt}`]))
  const prompts = submitted.map(({ prompt }) => prompt)
  expect((await chat).status).toBe(200)
  expect(upstream.requests.map(lastText).filter((text) => text !== 'chat')).toEqual([
    'job 1',
    ...prompts,
  ])
  expect(await admissionAt(url)).toEqual(NOTHING_ADMITTED)
  expect(await modelCallsAt(url)).toEqual([{ outcome: 'succeeded', model_calls: 9 }])
  for (const { key, id } of submitted) {
    expect((await jobOf(await getJob(url, key, id))).status).toBe('succeeded')
    expect((await getJob(url, stranger, id)).status).toBe(404)
  }

  await service.kill()
  await using again = await startProcess(folder.path, toml)
  const [first] = submitted
  const kept = await jobOf(await getJob(again.url, first?.key ?? '', first?.id ?? ''))
  expect(summary(kept)).toEqual(['succeeded', 'Re: job 1'])
  expect(upstream.requests.length).toBe(10)
})

test('a job survives a kill at any time and succeeds exactly once', async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
  const random = seededRandom(seed)
  const moments = Array.from({ length: LIVES }, () => random() * KILL_WITHIN_MS)
  await using upstream = startUpstream(async (ask) => {
    await Bun.sleep(LIFE_MS)
    return answer(ask)
  })
  const chains = Array.from({ length: CHAINS }, (_, chain) => {
    const share = moments.slice((chain * LIVES) / CHAINS, ((chain + 1) * LIVES) / CHAINS)
    return livesOf(`${chain}`, share, upstream)
  })
  const faults = (await Promise.all(chains)).flat()
  expect({ seed, faults }).toEqual({ seed, faults: [] })
})

test('a job that runs during a crash is run again first, and is interrupted by the second crash', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(never)
  const toml = localToml(upstream.url)
  const first = await startProcess(folder.path, toml)
  const key = await keyAt(first.url)
  const head = await jobOf(await postJob(first.url, key, 'head'))
  const next = await jobOf(await postJob(first.url, key, 'next'))
  await upstream.until(() => upstream.requests.length === 1)
  await first.kill()

  const second = await startProcess(folder.path, toml)
  await upstream.until(() => upstream.requests.length === 2)
  const waiting = await jobOf(await getJob(second.url, key, next.job_id))
  expect([waiting.status, waiting.position]).toEqual(['queued', 1])
  expect((await jobOf(await getJob(second.url, key, head.job_id))).status).toBe('running')
  await second.kill()

  upstream.script(answer)
  await using third = await startProcess(folder.path, toml)
  const interrupted = await endOfJob(third.url, key, head.job_id)
  expect(interrupted.status).toBe('failed')
  expect(interrupted.error?.code).toBe('interrupted')
  expect(interrupted.expires_at).not.toBeNull()
  expect(summary(await endOfJob(third.url, key, next.job_id))).toEqual(['succeeded', 'Re: next'])
  expect(upstream.requests.map(lastText)).toEqual(['head', 'head', 'next'])
  expect(await admissionAt(third.url)).toEqual(NOTHING_ADMITTED)
})

test('a stored job of an unknown kind fails, and the others run', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream(never)
  const toml = localToml(upstream.url)
  const first = await startProcess(folder.path, toml)
  const key = await keyAt(first.url)
  const unknown = await jobOf(await postJob(first.url, key, 'unknown'))
  const known = await jobOf(await postJob(first.url, key, 'known'))
  await upstream.until(() => upstream.requests.length === 1)
  await first.kill()
  {
    using db = new Database(databaseOf(folder.path))
    db.run("UPDATE jobs SET kind = 'of_tomorrow' WHERE id = ?", [unknown.job_id])
  }
  upstream.script(answer)
  await using second = await startProcess(folder.path, toml)
  const end = await endOfJob(second.url, key, unknown.job_id)
  expect([end.status, end.error?.code]).toEqual(['failed', 'internal'])
  expect(summary(await endOfJob(second.url, key, known.job_id))).toEqual(['succeeded', 'Re: known'])
})

/** One data folder through many kills, a job for each. @returns What was found wrong */
async function livesOf(
  chain: string,
  moments: readonly number[],
  upstream: ReturnType<typeof startUpstream>,
): Promise<string[]> {
  using folder = tempFolder()
  const toml = localToml(upstream.url)
  const faults: string[] = []
  let service = await startProcess(folder.path, toml)
  const key = await keyAt(service.url)
  for (const [index, killAfterMs] of moments.entries()) {
    const name = `life-${chain}-${index}`
    const post = (url: string) =>
      postJob(url, key, name, { 'idempotency-key': name, 'x-request-id': name })
    const accepted = post(service.url).then(acceptedJob, () => undefined)
    await Bun.sleep(killAfterMs)
    await service.kill()
    const before = await accepted
    service = await startProcess(folder.path, toml)
    // The same key again: finds the job whose 202 was received, or makes the one that was never written.
    const after = await jobOf(await post(service.url))
    const end = await endOfJob(service.url, key, after.job_id)
    const asked = upstream.requests.filter((ask) => lastText(ask) === name).length
    const told = `${name}, killed after ${killAfterMs.toFixed(1)} ms, asked ${asked} times`
    if (before !== undefined && before.job_id !== after.job_id) faults.push(`${told}: job lost`)
    if (summary(end).join() !== `succeeded,Re: ${name}`)
      faults.push(`${told}: ${JSON.stringify(end)}`)
    if (asked < 1 || asked > 2) faults.push(`${told}: expected once or twice`)
  }
  await service.kill()
  faults.push(...recordFaults(folder.path, moments.length, upstream.requests))
  return faults
}

/** Looks into the database: one job for each life, and a usage row for each answer that was received. */
function recordFaults(folder: string, lives: number, asks: readonly UpstreamRequest[]): string[] {
  using db = new Database(databaseOf(folder), { readonly: true })
  const jobs = db.query<{ status: string; n: number }, []>(
    'SELECT status, count(*) n FROM jobs GROUP BY status',
  )
  const found = jobs.all()
  const faults: string[] = []
  if (found.length !== 1 || found[0]?.status !== 'succeeded' || found[0].n !== lives)
    faults.push(`jobs: ${JSON.stringify(found)}`)
  const calls = db.query<{ request_id: string; outcome: string; n: number }, []>(
    'SELECT request_id, outcome, count(*) n FROM model_calls GROUP BY request_id, outcome',
  )
  const rows = calls.all()
  if (rows.length !== lives) faults.push(`usage rows of ${rows.length} lives instead of ${lives}`)
  for (const { request_id: name, outcome, n } of rows) {
    const asked = asks.filter((ask) => lastText(ask) === name).length
    if (outcome !== 'succeeded' || n > asked) faults.push(`${name}: ${n} usage rows ${outcome}`)
  }
  return faults
}

function databaseOf(folder: string): string {
  return join(folder, 'data', 'hearth.sqlite')
}

async function acceptedJob(response: Response): Promise<Job | undefined> {
  return response.status === 202 ? jobOf(response) : undefined
}

function getJob(url: string, key: string, id: string): Promise<Response> {
  return requestAs(url, key, 'GET', `/api/ai/generate/${id}`)
}

function summary({ status, result }: Job): unknown[] {
  return [status, pick(result, 'text')]
}

async function admissionAt(url: string): Promise<unknown> {
  const page: unknown = await (await asOwner(url, 'GET', '/admin/queue')).json()
  return pick(modelQueue(page), 'admission')
}

async function modelCallsAt(url: string): Promise<unknown> {
  const report = await (await asOwner(url, 'GET', '/admin/usage?group_by=outcome')).json()
  const items = pick(report, 'items')
  return Array.isArray(items)
    ? items.map(({ outcome, model_calls }) => ({ outcome, model_calls }))
    : items
}

const answer: Script = (ask) => wholeAnswer(`Re: ${lastText(ask)}`)

/** Says nothing until the asker has left. */
async function never({ signal }: UpstreamRequest): Promise<Response> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return wholeAnswer('nobody hears this')
}
