// usage: install.mjs run | all | tests [--all] : installs what the service needs, what its development
// needs as well, or that and the Debian packages of `npm test` or of `npm run test:all`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const [scope, ...options] = process.argv.slice(2)
const script = fileURLToPath(new URL('debian.mjs', import.meta.url))
// At the same time: each waits for another server.
const debian =
  scope === 'tests' && spawn(process.execPath, [script, ...options], { stdio: 'inherit' })
await Promise.all([
  installPackages(scope === 'run' ? 'run' : 'all'),
  debian && debian.exitCode === null && once(debian, 'exit'),
])
