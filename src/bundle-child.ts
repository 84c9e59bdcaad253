// The process that bundles the service for its next start, because the bundler keeps memory once it has run.
// usage: bundle-child.ts, which writes what went wrong to stderr
import { setPriority } from 'node:os'
import { abandonBundle, makeBundle } from './bundle.ts'

const PRIORITY = 10

// The end of the service closes the pipe.
process.stdin.on('end', () => {
  abandonBundle()
  process.exit(1)
})
process.stdin.resume()
// Answers come first.
setPriority(PRIORITY)
await makeBundle()
process.exit(0)
