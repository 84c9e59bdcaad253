#!/usr/bin/env node
// The command-line client where Node is all there is: installs what is missing, then lets Bun run it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// The program that the package has under this name on every system.
const bun = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
const main = join(root, 'src/client/main.ts')
// Not in the caller's folder: Bun would obey a bunfig.toml and an .env there, whoever wrote them.
const client = spawn(bun, ['--no-env-file', main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})

// The terminal sends Ctrl-C to both: how to end is the client's business.
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
