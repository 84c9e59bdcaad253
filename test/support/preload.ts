import { setDefaultTimeout } from 'bun:test'
import { TEST_MS } from './test-ms.ts'

// For a single file. Bun applies it to the first file of a process only, so `run-tests.ts` passes
// `--timeout` for all.
setDefaultTimeout(TEST_MS)
