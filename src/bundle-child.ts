// The process that bundles the service for its next start, because the bundler keeps memory once it has run.
// usage: bundle-child.ts, which writes what went wrong to stderr
import { makeBundle } from './bundle.ts'

// The end of the service closes the pipe.
process.stdin.on('end', () => process.exit(1))
process.stdin.resume()
await makeBundle()
process.exit(0)
