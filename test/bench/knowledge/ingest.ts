// What reading many files into collections costs others: `bun test/bench/knowledge/ingest.ts [gigabytes]`.
// A folder of mixed files is followed and some more are uploaded, while chats are streamed and /health is
// probed from a thread of its own, beside a bare server. The service is killed when half of the files are
// read, and started again. Prints how long /health and the chats took at rest, before the kill and after
// it, and memory; “itself” is how long the service has run in a probe, which no other process of the
// machine makes longer. The exit code is 1 unless in the end each file has been read once, and nothing twice.
import { Database } from 'bun:sqlite'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { HealthProber } from '../../attack/health-prober.ts'
import { descendantsOf, rssOf } from '../../attack/process-figures.ts'
import { pick, pickFrom } from '../../support/pick.ts'
import { asOwner, localToml, type Process, startProcess } from '../../support/process.ts'
import { createTestApp, jsonInit } from '../../support/service.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { chunk, frame, startUpstream } from '../../support/upstream.ts'
import { makeUser } from '../../support/users.ts'
import { quantile } from '../numbers.ts'
import { writeMixedFiles } from './mixed-files.ts'

const PATH = '/api/knowledge'
const REST_MS = 30_000
const POLL_MS = 1_000
const MEMORY_MS = 200
const CHATS = 2
const WORDS = 200
/** Between two words of an answer, as of a fast model. */
const WORD_MS = 20
const UPLOADS = 5
const UPLOAD_BYTES = 10_000_000
const MIB = 1024 ** 2
const STREAM = { headers: { 'content-type': 'text/event-stream' } }
const [gigabytes = 1] = process.argv.slice(2).map(Number)

using folder = tempFolder()
using papers = tempFolder()
const written = await writeMixedFiles(papers.path, gigabytes)
console.log(`${written.paths.length} files of ${(written.bytes / 1e9).toFixed(2)} GB`)
const admin = await addAdmin()
await using upstream = startUpstream(() => new Response(answer(), STREAM))
const start = () => startProcess(folder.path, localToml(upstream.url))
console.log(
  '| | minutes | /health p50 | p99 | max | itself p99 | max | bare server p99 | max | chats | their longest pause p50 | p99 | memory | with children | load |',
)
console.log(`|${'---|'.repeat(15)}`)

let service = await start()
await measured('at rest', service, () => Bun.sleep(REST_MS))
const folderId = await made({ name: 'Papers', folder: papers.path })
const uploadsId = await made({ name: 'Uploads' })
await measured('to the kill', service, async () => {
  await Promise.all(Array.from({ length: UPLOADS }, (_, index) => upload(index)))
  await until(async () => (await readOf(folderId)) >= written.paths.length / 2)
})
await service.kill()
const killedAt = performance.now()
service = await start()
const startMs = performance.now() - killedAt
await measured('after it', service, () =>
  until(async () => (await waitingOf(folderId)) + (await waitingOf(uploadsId)) === 0),
)
await service.kill('SIGTERM')
console.log(`Listens again ${startMs.toFixed(0)} ms after the kill`)
const faults = faultsOf(new Database(join(folder.path, 'data/hearth.sqlite')))
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1

/** An admin with a session: only those name folders of the machine. */
async function addAdmin() {
  await using made = createTestApp({ env: { DATA_DIR: join(folder.path, 'data') } })
  return makeUser(made.services, { role: 'admin', email: 'admin@example.test' })
}

function asAdmin(method: string, path: string, body?: unknown): Promise<Response> {
  const { host } = new URL(service.url)
  const headers = { cookie: admin.cookie, host, origin: service.url }
  return fetch(service.url + path, jsonInit(method, body, headers))
}

async function made(collection: Record<string, string>): Promise<string> {
  const answered = await asAdmin('POST', PATH, collection)
  const body: unknown = await answered.json()
  if (answered.status !== 201) throw new Error(`Cannot make it: ${JSON.stringify(body)}`)
  return String(pick(body, 'id'))
}

async function upload(index: number): Promise<void> {
  const line = `Upload ${index} says that the cellar is dry.\n\n`
  const { host } = new URL(service.url)
  const stored = await fetch(`${service.url}/api/nas/upload?filename=upload-${index}.txt`, {
    method: 'POST',
    headers: { cookie: admin.cookie, host, origin: service.url },
    body: Buffer.alloc(UPLOAD_BYTES, line),
  })
  const file = await pickFrom(stored, 'token')
  const added = await asAdmin('POST', `${PATH}/${uploadsId}/sources`, { sources: [{ file }] })
  if (added.status !== 202) throw new Error(`Cannot add it: ${await added.text()}`)
}

async function countsOf(id: string) {
  const body = await (await asAdmin('GET', `${PATH}/${id}`)).json()
  const count = (name: string) => Number(pick(body, name))
  return { sources: count('sources'), waiting: count('waiting'), failed: count('failed') }
}

async function readOf(id: string): Promise<number> {
  const { sources, waiting } = await countsOf(id)
  // Before the first walk there is nothing.
  return sources - waiting
}

async function waitingOf(id: string): Promise<number> {
  return (await countsOf(id)).waiting
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(POLL_MS)
}

function answer(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder()
      for (let index = 0; index < WORDS; index += 1) {
        controller.enqueue(encoder.encode(frame(chunk({ content: ` word${index}` }))))
        await Bun.sleep(WORD_MS)
      }
      controller.enqueue(encoder.encode(`${frame(chunk({}, 'stop'))}data: [DONE]\n\n`))
      controller.close()
    },
  })
}

/** @returns The longest pause between two words of the answer, in ms */
async function chat({ url }: Process): Promise<number> {
  const messages = [{ role: 'user', content: 'Hello' }]
  const body = { model: 'local/test-model', stream: true, messages }
  const response = await asOwner(url, 'POST', '/v1/chat/completions', body)
  if (!response.ok || response.body === null) throw new Error(await response.text())
  let [last, longest, text] = [Number.POSITIVE_INFINITY, 0, '']
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    // Before that it waits for its turn.
    if (!text.includes(' word')) continue
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  if (!text.includes(` word${WORDS - 1}"`) || !text.includes('[DONE]'))
    throw new Error(`An answer is not whole: ${text.slice(-200)}`)
  return longest
}

async function measured(name: string, one: Process, work: () => Promise<unknown>): Promise<void> {
  const prober = new HealthProber()
  await prober.start(one.url, one.pid)
  const pauses: number[] = []
  let isOver = false
  const chats = Array.from({ length: CHATS }, async () => {
    while (!isOver) pauses.push(await chat(one))
  })
  let withChildren = 0
  const memory = setInterval(() => {
    const all = [one.pid, ...descendantsOf(one.pid)].map((pid) => rssOf(pid)?.now ?? 0)
    withChildren = Math.max(
      withChildren,
      all.reduce((sum, bytes) => sum + bytes, 0),
    )
  }, MEMORY_MS)
  const since = performance.now()
  await work()
  const minutes = (performance.now() - since) / 60_000
  isOver = true
  await Promise.all(chats)
  clearInterval(memory)
  const health = await prober.stop()
  if (health.failed > 0) throw new Error(`${health.failed} probes of /health without an answer`)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
  const cells = [
    ...[name, minutes.toFixed(1), ms(health.p50), ms(health.p99), ms(health.max)],
    ...[ms(health.busyP99), ms(health.busyMax)],
    ...[ms(health.peerP99), ms(health.peerMax), pauses.length],
    ...[ms(quantile(pauses, 0.5)), ms(quantile(pauses, 0.99))],
    ...[mib(rssOf(one.pid)?.peak ?? 0), mib(withChildren), (loadavg()[0] ?? 0).toFixed(1)],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** What is not there once, or not whole. */
function faultsOf(db: Database): string[] {
  const all = (sql: string) => db.query<{ text: string }, []>(sql).all()
  const refs = all("SELECT ref AS text FROM knowledge_sources WHERE kind = 'local_file'")
  const there = new Map<string, number>()
  for (const { text } of refs) there.set(text, (there.get(text) ?? 0) + 1)
  return [
    ...written.paths.filter((path) => there.get(path) !== 1).map((path) => `Not once: ${path}`),
    ...all(
      `SELECT title || ': ' || state || ' ' || coalesce(error, '') AS text FROM knowledge_sources
       WHERE state <> 'ready' OR pieces = 0`,
    ),
    // Their positions go from 0, each once.
    ...all(
      `SELECT s.title || ' has other passages than it says' AS text FROM knowledge_sources s
       LEFT JOIN knowledge_pieces p ON p.source_seq = s.seq GROUP BY s.seq
       HAVING count(p.seq) <> s.pieces OR count(DISTINCT p.position) <> s.pieces
         OR max(p.position) <> s.pieces - 1`,
    ),
    ...all(
      `SELECT 'A passage without a source, or not in the index: ' || seq AS text FROM knowledge_pieces
       WHERE source_seq NOT IN (SELECT seq FROM knowledge_sources)
         OR seq NOT IN (SELECT id FROM knowledge_search_docsize)`,
    ),
    ...all(
      `SELECT 'In the index without a passage: ' || id AS text FROM knowledge_search_docsize
       WHERE id NOT IN (SELECT seq FROM knowledge_pieces)`,
    ),
    ...all(
      `SELECT 'There are ' || count(*) || ' uploads' AS text FROM knowledge_sources
       WHERE kind = 'file' HAVING count(*) <> ${UPLOADS}`,
    ),
  ].map((fault) => (typeof fault === 'string' ? fault : fault.text))
}
