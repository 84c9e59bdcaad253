import { setDefaultTimeout } from 'bun:test'
import { makeLate } from '../suite/late.ts'
import { LONG_TEST_MS } from './test-ms.ts'

// For a single file. Bun applies it to the first file of a process only, so `test/run.ts` passes
// `--timeout` for all.
setDefaultTimeout(LONG_TEST_MS)
if (process.env['TEST_LATE'] === '1') makeLate()
// The servers of the tests are on loopback, where no proxy of the developer's is asked.
for (const name of [
  'HTTP_PROXY',
  'http_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'ALL_PROXY',
  'all_proxy',
])
  delete process.env[name]
