// Installs the Debian packages that the tests need and the service does not, where it may; else says
// what is missing. The tests of pages are left out without a browser.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** By the command that each brings. */
const PACKAGES = { chromium: 'chromium' }
const TIMEOUT_MS = 5 * 60 * 1000

const isThere = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
const missing = Object.entries(PACKAGES)
  .filter(([command]) => !isThere(command))
  .map(([, name]) => name)

if (missing.length > 0) {
  const install = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...missing]
  const wish = `apt-get ${install.join(' ')}`
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    console.error(`Installing for the tests: ${missing.join(', ')}`)
    try {
      aptGet(['update', '--quiet=2'])
      aptGet(install)
    } catch (error) {
      const words = String(error.stderr ?? '').trim() || String(error.message)
      console.error(`It failed: ${words.split('\n').at(-1)}`)
      console.error(`Without ${missing.join(', ')} some tests are left out; try: ${wish}`)
    }
  } else {
    console.error(`Without ${missing.join(', ')} some tests are left out; as root: ${wish}`)
  }
}

function aptGet(args) {
  execFileSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
