#!/usr/bin/env node
// Starts the command-line client with Node alone: installs the packages if needed, then runs it with Bun.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// The package's program has this name on every system.
const bun = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
const main = join(root, 'src/client/main.ts')
// Not in the caller's folder, where Bun would read a bunfig.toml and an .env of another author.
const client = spawn(bun, ['--no-env-file', main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})

// The terminal sends Ctrl-C to both processes: the client decides how to exit.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => client.kill(signal))
client.on('error', (error) => {
  process.stderr.write(`Cannot run the client: ${error.message}\n`)
  process.exitCode = 1
})
client.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
  process.kill(process.pid, signal)
})
