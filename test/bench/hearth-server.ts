// The whole service over a database file, with keys made for the bench.
// Arguments: the upstream, the data folder, how many heavy tasks run at a time, how many further keys.
import { join } from 'node:path'
import { KeyStore } from '../../src/core/identity/key-store.ts'
import { MODEL_ADMISSION } from '../../src/core/tasks/admission.ts'
import { openDatabase } from '../../src/db/open.ts'
import { listen } from '../../src/http/server/listeners.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { createTestApp } from '../support/service.ts'
import { ANSWERS, benchEngines } from './answers.ts'
import { benchFetch } from './page-set.ts'
import { ready } from './ready.ts'

/**
 * Admission takes two requests of one key at a time. wrk gives each request the next key, so with
 * many of them no key has a third request under way, even when one answer is late.
 */
const KEYS = 64

const [upstream = '', folder = '', width = '1', further = '0'] = process.argv.slice(2)
addKeys(folder, Number(further))
const { app, services, makeKey } = createTestApp({
  env: { DATA_DIR: folder, LOG_LEVEL: 'info' },
  engines: benchEngines(upstream),
  heavyWidth: Number(width),
  safeFetch: benchFetch,
})
// As many requests as may run: of a household's few places, more than eight that a moment without
// answers has kept waiting would be refused.
if (Number(width) > MODEL_ADMISSION.max)
  services.admissions.add({ model: { ...MODEL_ADMISSION, max: Number(width) } })
// Not `startService`, which compares each answer with the API description.
const { main } = listen({
  app,
  log: services.log,
  metrics: services.metrics,
  record: services.recordRequest,
  settings: services.config,
  limits: services.limits,
})
const profile = { generate: true, media: true, agent_engines: Object.keys(ANSWERS) }
const count = Math.max(KEYS, Number(width) / MODEL_ADMISSION.maxPerOwner)
const keys = Array.from({ length: count }, (_, index) => makeKey(profile, `bench ${index}`).key)
ready({ url: `http://127.0.0.1:${main.port}`, keys })

/** Fills the table with unused keys. */
function addKeys(folder: string, count: number): void {
  if (count === 0) return
  using db = openDatabase(join(folder, 'hearth.sqlite'))
  const store = new KeyStore(db)
  const insert = (index: number) => {
    const id = `key_filler_${index}`
    const named = { id, label: id, hash: sha256(id), prefix: 'hth_fill', lastFour: 'none' }
    store.insert({ ...named, createdAt: index }, undefined)
  }
  db.sqlite.transaction(() => {
    for (let index = 0; index < count; index += 1) insert(index)
  })()
}
