import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { pick } from '../support/pick.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import type { AttackContext, Driver } from './driver.ts'
import { startModels } from './models.ts'

const READERS = 10
const MESSAGES = 67
const MIB = 1024 ** 2
const JOBS = 200
/** The longest that `/health` may take while the answers are sent. */
const MAX_HEALTH_MS = 100

/** Ten parallel readers of the largest that a user can store, each of all its pages. */
export const storedAnswers: Driver = {
  name: 'stored-answers',
  async run({ start, startWatched, deadline, log }) {
    await using models = startModels(() => 0)
    const paths = await store(start, models.toml)
    await using service = await startWatched({ toml: models.toml })
    const losses: string[] = []
    let bytes = 0
    let refused = 0
    do
      for (const path of paths) {
        const read = async () => {
          for (let cursor: unknown = ''; cursor !== null && cursor !== undefined; ) {
            const query = cursor === '' ? '' : `?cursor=${cursor}`
            const answer = await send(service.url, PRIMARY_KEY, 'GET', path + query)
            const text = await answer.text()
            bytes += text.length
            if (answer.status === 429) refused += 1
            else if (answer.status !== 200) losses.push(`${path}: ${answer.status}`)
            cursor = path.includes('export') ? null : pick(JSON.parse(text), 'next_cursor')
          }
        }
        const since = performance.now()
        await Promise.all(Array.from({ length: READERS }, read))
        const slowest = Math.max(0, ...service.takeSlow())
        const ms = Math.round(performance.now() - since)
        log(`${path}: ${ms} ms, slowest /health ${Math.round(slowest)} ms`)
        if (!service.isAlive()) break
      }
    while (!deadline.aborted && service.isAlive())
    const { values, losses: found } = await service.report(MAX_HEALTH_MS)
    return {
      losses: [...new Set(losses), ...found],
      values: { 'MiB read': Math.round(bytes / MIB), refused, ...values },
    }
  },
}

/**
 * Stores a large conversation, many large jobs and a large response, as years of use or a hostile
 * user may, without the time that these take.
 *
 * @returns Their paths
 */
async function store(start: AttackContext['start'], toml: string): Promise<string[]> {
  await using service = await start({ toml })
  const post = async (path: string, body: object): Promise<unknown> =>
    (await send(service.url, PRIMARY_KEY, 'POST', path, body)).json()
  const conversation = pick(await post('/api/conversations', {}), 'id')
  const response = pick(await post('/v1/responses', { model: 'auto', input: 'hi' }), 'id')
  const job = pick(await post('/api/ai/generate', { prompt: 'hi', async: true }), 'job_id')
  const path = `/api/ai/generate/${job}`
  await (await send(service.url, PRIMARY_KEY, 'GET', `${path}/events`)).text()
  await service.kill('SIGTERM')
  using db = new Database(join(service.folder, 'data', 'hearth.sqlite'))
  const insert = db.query(
    `INSERT INTO messages (id, conversation_id, role, content, status, created_at)
     VALUES (?, ?, 'user', ?, 'complete', 1)`,
  )
  for (let index = 0; index < MESSAGES; index += 1)
    insert.run(`msg_${index}`, String(conversation), 'a "word" '.repeat(MIB / 9))
  const item = { type: 'message', role: 'user', content: 'a "word" '.repeat(MIB / 10) }
  const data = { input: Array(7).fill(item), response: { id: response, output: [] } }
  db.query('UPDATE responses SET data = ? WHERE id = ?').run(
    Bun.zstdCompressSync(JSON.stringify(data)),
    String(response),
  )
  db.query(
    `UPDATE jobs SET result = json_set(result, '$.text', ?), expires_at = ? WHERE id = ?`,
  ).run('a "word" '.repeat(MIB / 9), Date.now() + 1e9, String(job))
  const copy = db.query(
    `INSERT INTO jobs (id, kind, owner, status, caller, input, files, interruptions, created_at, finished_at, expires_at)
     SELECT ?, kind, owner, 'failed', caller, json_object('prompt', ?), files, 0, 1, 1, expires_at FROM jobs WHERE id = ?`,
  )
  for (let index = 0; index < JOBS; index += 1)
    copy.run(`gen_${index}`, 'a "word" '.repeat(50_000), String(job))
  return [
    `/api/conversations/${conversation}`,
    `/api/conversations/${conversation}/export?format=json`,
    path,
    '/api/ai/jobs',
    `/v1/responses/${response}`,
    `/v1/responses/${response}/input_items`,
  ]
}
