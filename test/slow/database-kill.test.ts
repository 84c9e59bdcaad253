import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'

const OPEN = join(import.meta.dir, '../../src/db/open.ts')
const KILLS = 20
const LIFE_MS = 1_500
const hasSqlite = Bun.which('sqlite3') !== null
if (!hasSqlite) console.error('Without a reader beside it: sqlite3 is not installed')

test('a database whose process is killed twenty times, with a reader beside it, loses no commit that was told', async () => {
  using folder = tempFolder()
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const file = join(folder.path, 'hearth.sqlite')
  const writer = `
    const { openDatabase } = await import(${JSON.stringify(OPEN)})
    const { writeSync } = await import('node:fs')
    const db = openDatabase(${JSON.stringify(file)})
    db.sqlite.run('CREATE TABLE IF NOT EXISTS told (n INTEGER PRIMARY KEY)')
    const insert = db.sqlite.prepare('INSERT INTO told DEFAULT VALUES RETURNING n')
    for (;;) writeSync(1, db.transaction(() => insert.get().n) + '\\n')`
  let told = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = Bun.spawn([process.execPath, '-e', writer], { stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = child.stdout.pipeThrough(new TextDecoderStream())
    const reader = hasSqlite ? reading(file) : undefined
    const killLater = () => setTimeout(() => child.kill('SIGKILL'), random() * LIFE_MS)
    // Every other one from its first commit on, which a busy machine may have late.
    const mayBeStarting = kill % 2 === 0
    if (mayBeStarting) killLater()
    let text = ''
    for await (const piece of printed) {
      if (text === '' && !mayBeStarting) killLater()
      text += piece
    }
    await child.exited
    await reader?.stop()
    // A line that the kill has cut off may be short of a digit.
    const last = Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) || 0)
    told = Math.max(told, last)
    expect([seed, await new Response(child.stderr).text()]).toEqual([seed, ''])
    using db = openDatabase(file)
    expect(db.sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
    if (told === 0) continue
    const [[count] = []] = db.sqlite.query('SELECT count(*) FROM told').values()
    expect([seed, Number(count) >= told]).toEqual([seed, true])
  }
  expect(told).toBeGreaterThan(KILLS)
})

/** One question after the other, as a person or a tool would ask. */
function reading(file: string) {
  let isEnded = false
  const ended = (async () => {
    while (!isEnded) {
      const child = Bun.spawn(
        ['sqlite3', '-readonly', file, 'SELECT count(*) FROM sqlite_master'],
        { stdio: ['ignore', 'ignore', 'ignore'] },
      )
      await child.exited
    }
  })()
  return {
    stop: async () => {
      isEnded = true
      await ended
    },
  }
}
