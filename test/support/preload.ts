import { setDefaultTimeout } from 'bun:test'
import { TEST_MS } from './test-ms.ts'

// For one file by itself: Bun keeps it for the first file of a process only, so `run-tests.ts` says it for all.
setDefaultTimeout(TEST_MS)
