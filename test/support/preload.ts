import { setDefaultTimeout } from 'bun:test'

// For one file by itself: Bun keeps it for the first file only, so `run-tests.ts` says it for all.
setDefaultTimeout(30_000)
