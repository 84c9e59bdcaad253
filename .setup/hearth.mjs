#!/usr/bin/env node
// Starts the command `hearth` with Node alone: installs the packages if needed, then runs it with Bun.
// Commands for the machine of the service are handed to src/maintenance, all others to the client.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

await installPackages('run')

const root = fileURLToPath(new URL('..', import.meta.url))
// The package's program has this name on every system.
const bun = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
const MAINTENANCE = new Set(['doctor', 'backup', 'restore', 'files', 'reset-key', 'setup'])

// Both run in this folder: the client not in the caller's, where Bun would read a bunfig.toml and an
// .env of another author; the others where `npm start` reads its settings, its .env included.
const command = MAINTENANCE.has(process.argv[2] ?? '')
  ? [join(root, 'src/cli/main.ts')]
  : ['--no-env-file', join(root, 'src/client/main.ts')]
// npm runs its scripts in this folder and says in INIT_CWD where the caller is.
const runByNpm = resolve(process.cwd()) === resolve(root) && process.env.INIT_CWD !== undefined
const callerFolder = runByNpm ? process.env.INIT_CWD : process.cwd()
const child = spawn(bun, [...command, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // Relative paths among the arguments mean files of the caller's folder.
  env: { ...process.env, INIT_CWD: callerFolder },
})

// The terminal sends Ctrl-C to both processes: the child decides how to exit.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  process.stderr.write(`Cannot run hearth: ${error.message}\n`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
  process.kill(process.pid, signal)
})
