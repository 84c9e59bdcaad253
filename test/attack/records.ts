import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import type { AttackedService } from './attacked-service.ts'
import type { Ledger } from './ledger.ts'

/** What no service at rest has: work without an end, and records of bytes that are on their way. */
const UNFINISHED: Readonly<Record<string, string>> = {
  jobs: "SELECT id FROM jobs WHERE status IN ('queued', 'running')",
  messages: "SELECT id FROM messages WHERE status IN ('waiting', 'running')",
  files: "SELECT id FROM files WHERE state <> 'stored'",
  responses: "SELECT id FROM responses WHERE state = 'active'",
}

/** What is in the database once, however often it was asked for or interrupted. */
const DOUBLED: Readonly<Record<string, string>> = {
  'usage rows': 'SELECT request_id id FROM usage GROUP BY request_id HAVING count(*) > 1',
  // A job that was interrupted may have asked its model twice.
  'model calls of chats':
    "SELECT request_id id FROM model_calls WHERE surface = 'chat' GROUP BY id HAVING count(*) > 1",
  jobs: "SELECT json_extract(caller, '$.requestId') id FROM jobs GROUP BY id HAVING count(*) > 1",
  messages:
    "SELECT content id FROM messages WHERE role = 'user' GROUP BY content HAVING count(*) > 1",
}

/** A job that has succeeded and has no price in the usage, or one that has failed and has one. */
const WRONG_PRICES = `SELECT jobs.id, jobs.status, sum(usage.credits) credits FROM jobs
  LEFT JOIN usage ON usage.request_id = json_extract(caller, '$.requestId')
  WHERE kind = 'agent' GROUP BY jobs.id
  HAVING (status = 'succeeded') <> (coalesce(credits, 0) = 2)`

const RECHECK_MS = 200
/** Within this time a service clears away after its start what a crash has left. */
const CLEARED_MS = 20_000

/**
 * Checks the records until nothing is wrong with them, because a service may still clear away or write
 * again what it could not.
 *
 * @param names As for {@link recordFaults}
 * @returns What is wrong after that time
 */
export async function lastingFaults(
  service: AttackedService,
  ledger: Ledger,
  waitMs = CLEARED_MS,
  names?: (prefix: string) => readonly string[],
): Promise<readonly string[]> {
  const until = performance.now() + waitMs
  for (;;) {
    const faults = recordFaults(service, ledger, names)
    if (faults.length === 0 || performance.now() > until) return faults
    await Bun.sleep(RECHECK_MS)
  }
}

/**
 * Checks the records of a service that has nothing to do, as a crash in this moment would leave them:
 * the process is stopped while its database is copied.
 *
 * @param names Of the objects in a bucket below a prefix, where files and clips are in one
 * @returns What is damaged, doubled, unfinished or lost
 */
function recordFaults(
  service: AttackedService,
  ledger: Ledger,
  names?: (prefix: string) => readonly string[],
): string[] {
  const copy = join(service.folder, 'copy')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  const { data } = service
  process.kill(service.pid, 'SIGSTOP')
  try {
    for (const name of ['hearth.sqlite', 'hearth.sqlite-wal'])
      if (existsSync(join(data, name))) copyFileSync(join(data, name), join(copy, name))
  } finally {
    process.kill(service.pid, 'SIGCONT')
  }
  using db = new Database(join(copy, 'hearth.sqlite'))
  const ids = (sql: string) =>
    db
      .query<{ id: string }, []>(sql)
      .all()
      .map(({ id }) => id)
  const faults: string[] = []
  const integrity = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  if (integrity[0]?.integrity_check !== 'ok') faults.push(`database: ${JSON.stringify(integrity)}`)
  const foreign = db.query('PRAGMA foreign_key_check').all()
  if (foreign.length > 0) faults.push(`foreign keys: ${JSON.stringify(foreign.slice(0, 3))}`)
  for (const [what, sql] of Object.entries(DOUBLED)) faults.push(...some(`${what} twice`, ids(sql)))
  for (const [what, sql] of Object.entries(UNFINISHED))
    faults.push(...some(`unfinished ${what}`, ids(sql)))
  faults.push(...some('wrong prices of jobs', ids(WRONG_PRICES)))
  const counted = new Set(ids("SELECT request_id id FROM model_calls WHERE outcome = 'succeeded'"))
  const answered = [...ledger.answered]
  faults.push(
    ...some(
      'answers without usage',
      answered.filter((name) => !counted.has(name)),
    ),
  )
  const jobs = new Set([...ids('SELECT id FROM jobs'), ...ids('SELECT id FROM messages')])
  const ended = [...ledger.submissions.values()].filter(({ id }) => id !== undefined)
  faults.push(
    ...some(
      'lost submissions',
      ended.map(({ id }) => `${id}`).filter((id) => !jobs.has(id)),
    ),
  )
  faults.push(...bytesFaults(data, ids, ledger, names))
  return faults
}

/** Compares what is on the disk with the rows about it. */
function bytesFaults(
  data: string,
  ids: (sql: string) => string[],
  ledger: Ledger,
  names = (prefix: string) => namesIn(join(data, prefix)),
): string[] {
  const rows = new Set(ids('SELECT id FROM files'))
  const clips = new Set(ids('SELECT id FROM clips'))
  const uploads = new Set(ids('SELECT id FROM uploads'))
  const lost = [...ledger.files.keys()].map(sha256).filter((id) => !rows.has(id))
  const jobs = new Set(ids('SELECT id FROM jobs'))
  const ended = new Set(ids("SELECT id FROM jobs WHERE status NOT IN ('queued', 'running')"))
  // The folder or the prefix of what ended jobs have left is named after the job.
  const outputs = new Set(names('artifacts/').map((name) => name.split('/')[0] ?? ''))
  return [
    ...some(
      'outputs without a job',
      [...outputs].filter((id) => !jobs.has(id)),
    ),
    // Once their outputs are stored.
    ...some(
      'folders of ended jobs',
      namesIn(join(data, 'workers')).filter((id) => ended.has(id) || !jobs.has(id)),
    ),
    ...some('stored files without a row', lost),
    ...differences('files', names('files/'), rows),
    ...differences('clips', names('clips/'), clips),
    ...differences('uploads', namesIn(join(data, 'uploads')), uploads),
    ...differences('spooled files', namesIn(join(data, 'spool')), new Set()),
  ]
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function differences(what: string, names: readonly string[], rows: ReadonlySet<string>): string[] {
  const found = new Set(names)
  return [
    ...some(
      `${what} without a row`,
      names.filter((name) => !rows.has(name)),
    ),
    ...some(
      `rows without ${what}`,
      [...rows].filter((id) => !found.has(id)),
    ),
  ]
}

/** One line about these, where there are any. */
function some(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${names.length} ${what}: ${names.slice(0, 3).join(', ')}`]
}
