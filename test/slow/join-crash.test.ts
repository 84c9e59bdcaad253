import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../support/browser.ts'
import { TestAuthenticator } from '../support/passkeys.ts'
import { pickFrom } from '../support/pick.ts'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'

const KILLS = 8
/** How long a request may be under way before the kill. */
const MAX_LIFE_MS = 12

/** Reads a copy of the database, whose WAL a kill has left. */
function read(folder: string, sql: string): unknown[][] {
  using copy = tempFolder()
  const data = join(folder, 'data')
  for (const name of readdirSync(data).filter((one) => one.startsWith('hearth.sqlite')))
    copyFileSync(join(data, name), join(copy.path, name))
  using sqlite = new Database(join(copy.path, 'hearth.sqlite'))
  return sqlite.query(sql).values()
}

test('a kill in the middle of /join leaves a whole account with its session, or nothing at all', async () => {
  using folder = tempFolder()
  const random = seededRandom(32)
  const seen = { whole: 0, nothing: 0 }
  for (let round = 0; round < KILLS; round += 1) {
    const service = await startProcess(folder.path, '')
    const made = await asOwner(service.url, 'POST', '/admin/invites', {})
    const url = service.url + (await pickFrom(made, 'path'))
    const browser = openBrowser()
    const page = await browser.get(url)
    const joining = browser.submit(page, { name: `Ann ${round}` }).catch(() => undefined)
    await Bun.sleep(random() * MAX_LIFE_MS)
    await service.kill()
    await joining
    const [row] = read(
      folder.path,
      `SELECT uses_left,
        (SELECT count(*) FROM users WHERE name = 'Ann ${round}'),
        (SELECT count(*) FROM invite_uses WHERE invite_id = invites.id),
        (SELECT count(*) FROM sessions JOIN users ON users.id = user_id WHERE name = 'Ann ${round}'),
        (SELECT count(*) FROM audit WHERE action = 'invite.use' AND subject = invites.id)
        FROM invites ORDER BY created_at DESC LIMIT 1`,
    )
    expect([
      [0, 1, 1, 1, 1],
      [1, 0, 0, 0, 0],
    ]).toContainEqual((row ?? []).map(Number))
    seen[row?.[0] === 0 ? 'whole' : 'nothing'] += 1
    if (row?.[0] !== 1) continue
    // The link is still good, and so is the page that was open.
    await using again = await startProcess(folder.path, '', { PORT: new URL(url).port })
    expect((await browser.submit(page, { name: `Ann ${round}` })).status).toBe(303)
    expect(again.url).toBe(service.url)
  }
  console.log(`whole ${seen.whole}, nothing ${seen.nothing}`)
})

test('a kill in the middle of a first passkey leaves one that signs in, or none', async () => {
  using folder = tempFolder()
  const random = seededRandom(33)
  for (let round = 0; round < KILLS; round += 1) {
    const service = await startProcess(folder.path, '')
    const made = await asOwner(service.url, 'POST', '/admin/invites', {})
    const base = service.url.replace('127.0.0.1', 'localhost')
    const browser = openBrowser()
    const page = await browser.get(base + (await pickFrom(made, 'path')))
    await browser.submit(page, { name: `Ann ${round}` })
    const script = (body: object): RequestInit => ({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', origin: base },
      body: JSON.stringify(body),
    })
    const options = await browser.step(`${base}/api/me/passkeys/options`, script({}))
    const authenticator = new TestAuthenticator()
    const credential = authenticator.create(JSON.parse(options.text), base)
    const body = script({ name: 'Phone', credential })
    const adding = browser.step(`${base}/api/me/passkeys`, body).catch(() => undefined)
    // The first one loads the library.
    await Bun.sleep(random() * MAX_LIFE_MS * 40)
    await service.kill()
    await adding
    const [row = []] = read(
      folder.path,
      `SELECT (SELECT count(*) FROM passkeys WHERE user_id = users.id),
        (SELECT count(*) FROM audit WHERE action = 'passkey.add' AND subject = users.id)
        FROM users WHERE name = 'Ann ${round}'`,
    )
    expect([
      [0, 0],
      [1, 1],
    ]).toContainEqual(row.map(Number))
    if (row[0] !== 1) continue
    await using again = await startProcess(folder.path, '', { PORT: new URL(base).port })
    const asked = await browser.step(`${base}/login/passkey/options`, script({}))
    const answer = { credential: authenticator.get(JSON.parse(asked.text), base) }
    expect((await browser.step(`${base}/login/passkey`, script(answer))).status).toBe(200)
    expect(again.url).toBe(service.url)
  }
})
