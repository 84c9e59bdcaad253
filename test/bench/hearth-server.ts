// The whole service over a database file, with keys made for the bench.
// Arguments: the upstream, the data folder, how many heavy tasks run at a time.

import { startService } from '../support/service.ts'
import { ANSWERS, benchEngines } from './answers.ts'
import { ready } from './ready.ts'

/**
 * Admission takes two requests of one key at a time. wrk gives each request the next key, so with
 * many of them no key has a third request under way, even when one answer is late.
 */
const KEYS = 64

const [upstream = '', folder = '', width = '1'] = process.argv.slice(2)
const service = startService({
  env: { DATA_DIR: folder, LOG_LEVEL: 'info' },
  engines: benchEngines(upstream),
  heavyWidth: Number(width),
})
const profile = { generate: true, agent_engines: Object.keys(ANSWERS) }
const keys = Array.from(
  { length: KEYS },
  (_, index) => service.makeKey(profile, `bench ${index}`).key,
)
ready({ url: service.url, keys })
