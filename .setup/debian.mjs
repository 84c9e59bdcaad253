// Installs the Debian packages that only the tests need, when it runs as root; otherwise names those
// that are missing. Tests that want a missing one are skipped.
// usage: debian.mjs [--all]
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Package names by the command that each installs. */
const PACKAGES = {
  chromium: 'chromium',
  // For the tests that have a network namespace of their own.
  unshare: 'util-linux',
  ip: 'iproute2',
  openssl: 'openssl',
  // For the tests of sound.
  ffmpeg: 'ffmpeg',
  'espeak-ng': 'espeak-ng',
  // For the tests of worker nodes.
  'redis-server': 'redis-server',
  // For the tests of the sandbox of worker jobs.
  bwrap: 'bubblewrap',
  python3: 'python3',
  // For the tests with the real systemd, a container's image and a proxy, of `npm run test:all`. Only a
  // machine that is for tests gets them: Debian's Caddy starts at once and takes port 80.
  ...(process.argv.includes('--all') &&
    /^(?:1|true)$/i.test(process.env.CI ?? '') && {
      debootstrap: 'debootstrap',
      'systemd-nspawn': 'systemd-container',
      buildah: 'buildah',
      caddy: 'caddy',
    }),
}
const TIMEOUT_MS = 5 * 60 * 1000

const isThere = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
const missing = Object.entries(PACKAGES)
  .filter(([command]) => !isThere(command))
  .map(([, name]) => name)

if (missing.length > 0) {
  const install = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...missing]
  const command = `apt-get ${install.join(' ')}`
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    console.error(`Installing for the tests: ${missing.join(', ')}`)
    try {
      aptGet(['update', '--quiet=2'])
      aptGet(install)
    } catch (error) {
      const reason = String(error.stderr ?? '').trim() || String(error.message)
      console.error(`It failed: ${reason.split('\n').at(-1)}`)
      console.error(`Without ${missing.join(', ')} some tests are skipped; try: ${command}`)
    }
  } else {
    console.error(`Without ${missing.join(', ')} some tests are skipped; as root: ${command}`)
  }
}

function aptGet(args) {
  execFileSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
