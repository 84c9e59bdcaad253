// The whole service over a database file, with one command-line engine and a key for it.
// Arguments: the engine's settings as JSON, the data folder.

import { buildEngines } from '../../src/engines/build-engines.ts'
import { startService } from '../support/service.ts'
import { ready } from './ready.ts'

const [settings = '', folder = ''] = process.argv.slice(2)
const service = startService({
  env: { DATA_DIR: folder, LOG_LEVEL: 'info' },
  engines: buildEngines([JSON.parse(settings)], process.env),
})
const { key } = service.makeKey({ generate: true, agent_engines: ['tool'] }, 'bench')
ready({ url: service.url, keys: [key] })
