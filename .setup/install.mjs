// Installs the locked packages, including Bun, on a machine that has only Node and npm.
// Does nothing when they are installed, so that a start needs no network.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.hearth-lock')
const lock = readFileSync(join(root, 'bun.lock'), 'utf8')
const bun = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.bun

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  execFileSync(npx, ['--yes', `bun@${bun}`, 'install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  writeFileSync(stamp, lock)
}
